internal import Conformance
internal import Reporting

/// The failure of a command, with one or more lines that give the reason, and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  /// The lines of the message. They may contain any text, including text from programs and files.
  let messages: [String]
  /// The effects to perform before the messages are printed.
  var effects: [Effect] = []
}

extension CommandFailure {
  /// Creates a failure whose first message is the problem and whose other ones are advice.
  init(_ status: ExitStatus, _ messages: String..., after effects: [Effect] = []) {
    self.init(status: status, messages: messages, effects: effects)
  }

  /// Creates the failure for a file that can't be written.
  init(_ error: FileError) {
    let message = "\(error.path): \(error.reason)"
    self.init(status: .cannotWrite, messages: [message] + [error.advice].compactMap(\.self))
  }

  /// The messages as they are printed: the problem, followed by a line of advice for each other
  /// one.
  var lines: [StyledLine] {
    guard let problem = messages.first else { return [] }
    return [StyledLine("error: \(problem)")] + messages.dropFirst().map { StyledLine(advice: $0) }
  }
}
