internal import Conformance
internal import Foundation
internal import SystemPackage

/// A standard stream of a command.
enum StandardStream: Sendable {
  case input
  case output
  case errors

  /// The stream of the process.
  var descriptor: FileDescriptor {
    switch self {
    case .input: .standardInput
    case .output: .standardOutput
    case .errors: .standardError
    }
  }
}

/// The standard streams of a command. Everything that a command prints goes through one.
protocol Console: Sendable {
  /// Writes all of the bytes.
  func write(_ bytes: [UInt8], to stream: StandardStream) throws(CommandFailure)

  /// Returns whether a stream is a terminal.
  func isTerminal(_ stream: StandardStream) -> Bool

  /// Returns the number of columns of a terminal, or `nil` if the stream isn't a terminal or
  /// doesn't report it.
  func columns(_ stream: StandardStream) -> Int?

  /// Reads the available bytes of standard input and returns their number, which is 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// Reads standard input to its end.
  ///
  /// - Parameters:
  ///   - name: The name of the input in errors.
  ///   - limit: The maximum number of bytes.
  func readAll(_ name: String, limit: Int) throws -> [UInt8]
}

/// The standard streams of the process.
struct ProcessConsole: Console {
  func write(_ bytes: [UInt8], to stream: StandardStream) throws(CommandFailure) {
    do {
      try stream.descriptor.writeAll(bytes)
    } catch Errno.brokenPipe {
      // SIGPIPE, which would have ended the program here, is ignored by the parent process or by
      // `ProgramProcess`.
      exit(128 + SIGPIPE)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "can't write to standard \(stream == .errors ? "error" : "output"): \(error)"
      )
    }
  }

  func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.descriptor.rawValue) == 1 }

  func columns(_ stream: StandardStream) -> Int? {
    var size = winsize()
    guard ioctl(stream.descriptor.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }

    return Int(size.ws_col)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try FileDescriptor.standardInput.read(into: buffer)
  }

  func readAll(_ name: String, limit: Int) throws -> [UInt8] {
    try FileSystem.readAll(.standardInput, path: FilePath(name), limit: limit)
  }
}
