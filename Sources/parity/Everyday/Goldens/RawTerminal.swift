internal import Conformance
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// A terminal that delivers each key at once and echoes none, until it is restored.
///
/// It is restored however the program ends: normally, by a signal, or by a trap. Only SIGKILL
/// leaves no time for it.
enum RawTerminal {
  private static let input = FileDescriptor.standardInput.rawValue
  /// The signals that end the program by default and that nothing else handles.
  private static let deadlySignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Switches the terminal to raw mode, and arranges for it to be restored when the program ends.
  static func begin() throws(CommandFailure) {
    var mode = termios()
    guard tcgetattr(input, &mode) == 0 else {
      throw CommandFailure(.cannotWrite, "the terminal can't be set up: \(Errno(rawValue: errno))")
    }

    savedMode.pointee = mode
    isRaw.store(true, ordering: .sequentiallyConsistent)
    atexit { RawTerminal.restore() }
    for number in deadlySignals {
      signal(number) { number in
        RawTerminal.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }

    // Read Ctrl-C as a key, so that it can't end the program before it is handled.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    tcsetattr(input, TCSAFLUSH, &mode)
  }

  /// Restores the previous mode of the terminal. Safe to call at any time, even in a signal
  /// handler.
  static func restore() {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    tcsetattr(input, TCSADRAIN, savedMode)
  }

  /// Discards everything that was typed before this call.
  static func discardTyped() { tcflush(input, TCIFLUSH) }

  /// Reads the bytes that arrived together, including the rest of an escape sequence that a slow
  /// connection has split.
  ///
  /// - Returns: An empty array if nothing arrived in time, or `nil` if the terminal is gone.
  static func read(within milliseconds: Int32) -> [UInt8]? {
    guard let bytes = readOnce(within: milliseconds) else { return nil }
    let isCut = bytes.last == 0x1B || bytes.suffix(2) == [0x1B, UInt8(ascii: "[")]
    return bytes + (isCut ? readOnce(within: 50) ?? [] : [])
  }

  /// Waits for input and reads at most 64 bytes of it.
  ///
  /// - Returns: An empty array if nothing arrived in time or a signal interrupted the wait, or
  ///   `nil` at the end of the input.
  private static func readOnce(within milliseconds: Int32) -> [UInt8]? {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return [] }

    var bytes = [UInt8](repeating: 0, count: 64)
    do {
      let count = try bytes.withUnsafeMutableBytes {
        try FileDescriptor.standardInput.read(into: $0)
      }
      return count > 0 ? Array(bytes[..<count]) : nil
    } catch Errno.interrupted {
      return []
    } catch {
      return nil
    }
  }

  // MARK: - Keys

  /// Returns the keys in bytes that arrived together. A `nil` element is Ctrl-C or Ctrl-\, which
  /// abort the review.
  ///
  /// The bytes after an escape byte are part of the same key, such as an arrow.
  static func keys(in bytes: [UInt8]) -> [ReviewSession.Key?] {
    var keys: [ReviewSession.Key?] = []
    var rest = bytes[...]

    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B:
        keys.append(rest.isEmpty ? .escape : .other)
        rest = afterEscape(rest)
      case 0x03, 0x1C: keys.append(nil)
      case 0x0A, 0x0D: keys.append(.enter)
      case 0x08, 0x7F: keys.append(.backspace)
      case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
      // Names are ASCII, so no other byte can be part of one.
      default: keys.append(.other)
      }
    }

    return keys
  }

  /// Returns the bytes after an ECMA-48 control sequence, or after the single byte that Alt
  /// modifies.
  private static func afterEscape(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let introducer = bytes.first else { return bytes }

    let parameters = bytes.dropFirst()
    switch introducer {
    case UInt8(ascii: "["): return parameters.drop { !(0x40...0x7E).contains($0) }.dropFirst()
    case UInt8(ascii: "O"): return parameters.dropFirst()
    default: return parameters
    }
  }
}

/// Whether the terminal is in raw mode and `savedMode` has yet to be restored.
private let isRaw = Atomic(false)
/// The mode to restore. It is written before `isRaw` is set, and read after `isRaw` was cleared.
nonisolated(unsafe) private let savedMode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
