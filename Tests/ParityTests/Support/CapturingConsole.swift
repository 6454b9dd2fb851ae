import Foundation
import Synchronization

@testable import parity

/// The standard streams of a command that runs in the tests' process. None is a terminal.
final class CapturingConsole: Console {
  private let written = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))
  /// The part of the input that hasn't been read yet.
  private let unread: Mutex<ArraySlice<UInt8>>

  /// Creates the streams of a command.
  ///
  /// - Parameter input: The text that the command reads on standard input.
  init(input: String) {
    unread = Mutex(Array(input.utf8)[...])
  }

  var output: String { written.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var errors: String { written.withLock { String(decoding: $0.errors, as: UTF8.self) } }

  func write(_ bytes: [UInt8], to stream: StandardStream) throws(CommandFailure) {
    written.withLock { written in
      switch stream {
      case .output: written.output += bytes
      case .errors: written.errors += bytes
      case .input: preconditionFailure("standard input is not written to")
      }
    }
  }

  func isTerminal(_ stream: StandardStream) -> Bool { false }

  func columns(_ stream: StandardStream) -> Int? { nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    unread.withLock { unread in
      let bytes = unread.prefix(buffer.count)
      buffer.copyBytes(from: bytes)
      unread = unread.dropFirst(bytes.count)
      return bytes.count
    }
  }

  func readAll(_ name: String, limit: Int) throws -> [UInt8] {
    unread.withLock { unread in
      defer { unread = [] }
      return Array(unread)
    }
  }
}
