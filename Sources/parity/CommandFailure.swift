internal import Conformance

/// A command that can't be carried out: one message and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  func exit() -> Never {
    Terminal.writeError("error: \(message)\n")
    endProcess(status)
  }
}
