internal import Conformance

/// A command that can't be carried out: why, in a line or more, and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  /// Of any text, even of somebody else's.
  let messages: [String]
  /// What is printed and written before the messages.
  var effects: [Effect] = []
}

extension CommandFailure {
  init(_ status: ExitStatus, _ messages: String..., after effects: [Effect] = []) {
    self.init(status: status, messages: messages, effects: effects)
  }

  /// A file that can't be written.
  init(_ error: FileError) {
    let message = "\(error.path): \(error.reason)"
    self.init(status: .cannotWrite, messages: [message] + [error.advice].compactMap(\.self))
  }

  var lines: [StyledLine] {
    messages.enumerated().map { index, message in
      StyledLine((index == 0 ? "error: " : "") + message)
    }
  }
}
