internal import Conformance
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

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

func endProcess(_ status: ExitStatus) -> Never { exit(status.rawValue) }
