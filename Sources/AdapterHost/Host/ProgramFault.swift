internal import CanonicalJSON
internal import Foundation

/// Why a program can't go on answering.
enum ProgramFault: Hashable, Sendable {
  case ended(ProgramEnding.Status)
  case closedInput
  case closedOutput
  case overdue(Duration)
  case lineTooLong(limit: Int)
  /// A third reply to one request; the second was told.
  case repeatsItself
  /// A line that answers nothing; what it is, as a predicate of the program.
  case noReply(String)
}

extension ProgramFault {
  /// Whether it is what is told of a program that ended so. One that exited of its own accord had its streams closed for it.
  func isTold(of status: ProgramEnding.Status) -> Bool {
    switch self {
    case .closedInput, .closedOutput: status == .killed(signal: SIGKILL)
    case .ended, .overdue, .lineTooLong, .repeatsItself, .noReply: true
    }
  }

  /// Whether a program whose input has ended must not do so either. It may take its time, and is killed for that alone.
  var isWrongAtTheEnd: Bool {
    switch self {
    case .ended(let status): ![.exited(0), .killed(signal: SIGKILL)].contains(status)
    case .lineTooLong, .noReply: true
    case .closedInput, .closedOutput, .overdue, .repeatsItself: false
    }
  }
}

extension ProgramFault: CustomStringConvertible {
  /// A predicate of the program.
  var description: String {
    switch self {
    case .ended(let status): "\(status)"
    case .closedInput: "closed its standard input"
    case .closedOutput: "closed its standard output"
    case .overdue(let limit): "gave no reply within \(limit.formattedSeconds) (--timeout)"
    case .lineTooLong(let limit): "wrote a line of more than \(limit) bytes (--reply-limit)"
    case .repeatsItself: "answered a request again and again"
    case .noReply(let what): what
    }
  }
}

extension Duration {
  /// `10 s`, `0.5 s`
  var formattedSeconds: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard milliseconds != 0, let number = JSONNumber(Double(seconds) + Double(milliseconds) / 1000) else {
      return "\(seconds) s"
    }
    return "\(number.canonicalText) s"
  }
}
