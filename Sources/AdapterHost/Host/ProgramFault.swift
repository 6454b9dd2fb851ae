internal import CanonicalJSON
internal import Conformance
internal import Foundation

/// Why a program can't go on answering.
enum ProgramFault: Error, Hashable, Sendable {
  case ended(ProgramEnding)
  case closedInput
  case closedOutput
  case overdue(Duration)
  case lineTooLong(limit: Int)
  /// A third reply to one request; the second was told.
  case repeatsItself
  /// It wrote what answers nothing, or not what was asked; a predicate of the program.
  case misspeaks(String)

  /// - Parameter what: with its article.
  static func wrote(_ what: String, _ line: [UInt8]) -> ProgramFault {
    .misspeaks("wrote \(what): \(excerpt(of: line))")
  }
}

extension ProgramFault {
  /// Whether a program whose input has ended must not do so either. It may take its time, and is
  /// killed for that alone.
  var isWrongAtTheEnd: Bool {
    switch self {
    case .ended(let ending):
      switch ending.status {
      case .exited(0): !ending.unfinishedLine.isEmpty
      // The harness killed it, in the middle of a line for all that is known.
      case .killed(signal: SIGKILL): false
      default: true
      }
    case .lineTooLong, .misspeaks: true
    case .closedInput, .closedOutput, .overdue, .repeatsItself: false
    }
  }

  var isOverLimit: Bool {
    if case .lineTooLong = self {
      true
    } else {
      false
    }
  }

  /// What it is to a case.
  var kind: KnownFailure.Kind {
    if case .overdue = self {
      .timeout
    } else {
      .crash
    }
  }
}

extension ProgramFault: CustomStringConvertible {
  /// A predicate of the program.
  var description: String {
    switch self {
    case .ended(let ending): "\(ending)"
    case .closedInput: "closed its standard input"
    case .closedOutput: "closed its standard output"
    case .overdue(let limit): "gave no reply within \(limit.formattedSeconds) (--timeout)"
    case .lineTooLong(let limit): "wrote a line of more than \(limit) bytes (--reply-limit)"
    case .repeatsItself: "answered a request again and again"
    case .misspeaks(let what): boundedText(what)
    }
  }

  /// With the last that the program wrote of its own; a predicate of the program.
  var account: String {
    guard case .ended(let ending) = self else { return description }
    return ([description] + ending.log.suffix(3)).joined(separator: " | ")
  }
}

extension Duration {
  /// `10 s`, `0.5 s`
  var formattedSeconds: String { "\(JSONNumber(self / .seconds(1)) ?? JSONNumber(0)) s" }
}

/// What a program says of itself, cut to a length that can be told as often as it is said.
func boundedText(_ text: String) -> String {
  let kept = text.unicodeScalars.prefix(2000)
  return kept.endIndex == text.endIndex
    ? text : "\(String(kept))… (\(text.utf8.count) bytes in all)"
}

/// The beginning of some bytes that ought to be a text.
func excerpt(of bytes: some Collection<UInt8>, limit: Int = 200) -> String {
  printable(String(decoding: bytes.prefix(limit), as: UTF8.self)) + (bytes.count > limit ? "…" : "")
}
