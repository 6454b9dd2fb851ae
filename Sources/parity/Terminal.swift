internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import Foundation
internal import SystemPackage

/// Standard output and standard error.
enum Terminal {
  static func write(_ text: String, to stream: FileDescriptor = .standardOutput) throws(CommandFailure) {
    try write(Array(text.utf8), to: stream)
  }

  static func write(_ bytes: [UInt8], to stream: FileDescriptor = .standardOutput) throws(CommandFailure) {
    do {
      try stream.writeAll(bytes)
    } catch Errno.brokenPipe {
      // Whoever started the program ignores SIGPIPE, which would have ended it here.
      exit(128 + SIGPIPE)
    } catch {
      throw CommandFailure(
        .cannotWrite, "standard \(stream == .standardError ? "error" : "output") can't be written: \(error)")
    }
  }

  /// Nothing can be told where standard error itself fails.
  static func writeError(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }

  static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }
}

/// `--color`.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never

  /// `auto` colours a terminal, unless NO_COLOR is set to anything but nothing (no-color.org).
  func colors(_ descriptor: FileDescriptor) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isTerminal(descriptor) && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }
}

func endProcess(_ status: ExitStatus) -> Never {
  ProcessGroups.killAll()
  exit(status.rawValue)
}

/// Ends the process with the code of a run, unless what could not be written is graver.
func endProcess(code: Int32, or unwritten: ExitStatus?) -> Never {
  if let status = ExitStatus(rawValue: code) { endProcess(max(status, unwritten ?? .success)) }
  ProcessGroups.killAll()
  exit(code)
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The columns of the terminal on a stream; 80 where it is none.
func terminalWidth(_ stream: FileDescriptor = .standardOutput) -> Int {
  var size = winsize()
  guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else {
    return 80
  }
  return Int(size.ws_col)
}
