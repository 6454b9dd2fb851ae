internal import Conformance

/// A command that can't be carried out: why, in a line or more, and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  let messages: [String]

  /// - Parameter messages: of any text, even of somebody else's.
  init(_ status: ExitStatus, _ messages: String...) { self.init(status, lines: messages) }

  init(_ status: ExitStatus, lines messages: [String]) {
    self.status = status
    self.messages = messages
  }

  var lines: [StyledLine] {
    messages.enumerated().map { index, message in StyledLine((index == 0 ? "error: " : "") + message) }
  }

  func exit() -> Never {
    Terminal.tell(lines)
    endProcess(status)
  }
}
