internal import Conformance

/// A command that can't be carried out: why, in a line or more, and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  /// Of any text, even of somebody else's.
  let messages: [String]
}

extension CommandFailure {
  init(_ status: ExitStatus, _ messages: String...) { self.init(status: status, messages: messages) }

  var lines: [StyledLine] {
    messages.enumerated().map { index, message in StyledLine((index == 0 ? "error: " : "") + message) }
  }

  func exit() -> Never {
    Terminal.tell(lines)
    endProcess(status)
  }
}
