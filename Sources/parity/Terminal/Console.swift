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

  /// Whether a stream is a terminal.
  func isTerminal(_ stream: StandardStream) -> Bool

  /// The columns of a terminal; `nil` where the stream is none, or one that doesn't tell.
  func columns(_ stream: StandardStream) -> Int?

  /// Reads what is there of standard input, and returns how many bytes that are; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// Reads standard input to its end.
  ///
  /// - Parameters:
  ///   - name: what an error calls it.
  ///   - limit: the most bytes.
  func readAll(_ name: String, limit: Int) throws -> [UInt8]
}

/// The standard streams of the process.
struct ProcessConsole: Console {
  func write(_ bytes: [UInt8], to stream: StandardStream) throws(CommandFailure) {
    do {
      try stream.descriptor.writeAll(bytes)
    } catch Errno.brokenPipe {
      // Whoever started the program ignores SIGPIPE, which would have ended it here.
      exit(128 + SIGPIPE)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "standard \(stream == .errors ? "error" : "output") can't be written: \(error)"
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
