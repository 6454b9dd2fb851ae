internal import CanonicalJSON
internal import Conformance
internal import Foundation

/// The reason why a program can't continue to answer.
enum ProgramFault: Error, Hashable, Sendable {
  /// The program has ended, or it couldn't be started.
  case ended(ProgramEnding)
  /// The program closed its standard input, though it may still run.
  case closedInput
  /// The program closed its standard output, though it may still run.
  case closedOutput
  /// No reply within the time limit.
  case overdue(Duration)
  /// No reply to `initialize` within the time that parity.json sets.
  case startedLate(Duration)
  /// A line that exceeds the limit, which is in bytes.
  case lineTooLong(limit: Int)
  /// A third reply to one request. The second one was only reported.
  case repeatsItself
  /// A line that isn't a reply, or a reply that doesn't match a request.
  ///
  /// The text is a predicate whose subject is the program.
  case protocolViolation(String)

  /// Returns the fault of a program that wrote an unexpected line.
  ///
  /// - Parameters:
  ///   - what: A noun for the line, with its article.
  ///   - line: The line, of which the message shows the beginning.
  static func wrote(_ what: String, _ line: [UInt8]) -> ProgramFault {
    .protocolViolation("wrote \(what): \(excerpt(of: line))")
  }
}

extension ProgramFault {
  /// Whether the fault still counts after the input of the program was closed.
  ///
  /// A program that is merely slow to exit is killed without a fault.
  var isFailureAfterClose: Bool {
    switch self {
    case .ended(let ending):
      switch ending.status {
      case .exited(0): !ending.unfinishedLine.isEmpty
      // The harness killed it, possibly in the middle of a line.
      case .killed(signal: SIGKILL): false
      default: true
      }
    case .lineTooLong, .protocolViolation: true
    case .closedInput, .closedOutput, .overdue, .startedLate, .repeatsItself: false
    }
  }

  /// Whether the program wrote more than the size limit of a reply.
  var isOverSizeLimit: Bool {
    if case .lineTooLong = self {
      true
    } else {
      false
    }
  }

  /// The kind of failure that a case gets for this fault.
  var kind: KnownFailure.Kind {
    switch self {
    case .overdue, .startedLate: .timeout
    default: .crash
    }
  }
}

extension ProgramFault: CustomStringConvertible {
  /// A predicate whose subject is the program.
  var description: String {
    switch self {
    case .ended(let ending): "\(ending)"
    case .closedInput: "closed its standard input"
    case .closedOutput: "closed its standard output"
    case .overdue(let limit): "did not reply within \(limit.formattedSeconds) (--timeout)"
    case .startedLate(let limit):
      "did not reply to initialize within \(limit.formattedSeconds) (startTimeout)"
    case .lineTooLong(let limit): "wrote a line of more than \(limit) bytes (--reply-limit)"
    case .repeatsItself: "answered a request more than twice"
    case .protocolViolation(let what): boundedText(what)
    }
  }

  /// The lines of the program's standard error.
  var log: [String] {
    guard case .ended(let ending) = self else { return [] }
    return ending.log
  }

  /// The description with the last three lines of the log, as a predicate whose subject is the
  /// program.
  var account: String {
    guard case .ended(let ending) = self else { return description }
    return ([description] + ending.log.suffix(3)).joined(separator: " | ")
  }
}

extension Duration {
  /// The duration in seconds, such as `10 s` or `0.5 s`.
  var formattedSeconds: String { "\(JSONNumber(self / .seconds(1)) ?? JSONNumber(0)) s" }
}

/// Returns the text of a program, cut to 2,000 Unicode scalars so that messages can repeat it.
func boundedText(_ text: String) -> String {
  let kept = text.unicodeScalars.prefix(2000)
  return kept.endIndex == text.endIndex
    ? text : "\(String(kept))… (\(text.utf8.count) bytes in all)"
}

/// Returns the beginning of bytes that are expected to be text, with unprintable characters
/// escaped.
func excerpt(of bytes: some Collection<UInt8>, limit: Int = 200) -> String {
  printable(String(decoding: bytes.prefix(limit), as: UTF8.self)) + (bytes.count > limit ? "…" : "")
}
