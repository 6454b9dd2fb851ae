internal import Conformance
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// A terminal that gives each key at once and echoes none, until it is restored.
///
/// Restored whatever ends the program: its end, a signal, a trap; only SIGKILL leaves no moment for
/// it.
enum RawTerminal {
  private static let input = FileDescriptor.standardInput.rawValue
  /// Signals by which the program dies unless something handles them, of those that nobody else
  /// heeds.
  private static let deadlySignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

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
    // Ctrl-C arrives as a key, so that no moment is left at which it could end the program
    // unheeded.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    tcsetattr(input, TCSAFLUSH, &mode)
  }

  /// As the terminal was before. Safe at any time, in a signal handler too.
  static func restore() {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    tcsetattr(input, TCSADRAIN, savedMode)
  }

  /// Forgets what was typed before now.
  static func discardTyped() { tcflush(input, TCIFLUSH) }

  /// What came in one go, the rest of an escape sequence that a slow line has cut included.
  ///
  /// - Returns: nothing where nothing came within the time; nil where the terminal is gone.
  static func read(within milliseconds: Int32) -> [UInt8]? {
    guard let bytes = readOnce(within: milliseconds) else { return nil }
    let isCut = bytes.last == 0x1B || bytes.suffix(2) == [0x1B, UInt8(ascii: "[")]
    return bytes + (isCut ? readOnce(within: 50) ?? [] : [])
  }

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

  /// The keys in bytes that arrived together; nil: Ctrl-C or Ctrl-\, at which all is left.
  ///
  /// What follows an escape byte is part of the same key, an arrow say.
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
      // Names are ASCII, so the bytes of anything else are no part of one.
      default: keys.append(.other)
      }
    }
    return keys
  }

  /// What is left after a control sequence of ECMA-48, or after the one byte that goes with Alt.
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

private let isRaw = Atomic(false)
/// Written before `isRaw`, read after it.
nonisolated(unsafe) private let savedMode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
