internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import Foundation
internal import SystemPackage

/// Standard output and standard error.
///
/// Text leaves as lines, in which nothing is left that a terminal or the engine of a CI job would
/// obey. The rest is data, whose format sees to that, and the program's own moves of the cursor.
enum Terminal {
  static func write(
    _ lines: [StyledLine],
    color: Bool,
    to stream: FileDescriptor = .standardOutput
  ) throws(CommandFailure) {
    guard !lines.isEmpty else { return }
    try write(
      data: lines.map { Invocation.current.line($0).text(color: color) + "\n" }.joined(),
      to: stream
    )
  }

  /// Nothing can be told where standard error itself fails.
  static func tell(_ lines: [StyledLine]) { try? write(lines, color: false, to: .standardError) }

  /// Reports temporary folders that can't be removed, and returns whether there is one.
  @discardableResult static func tellOfLeftFolders() -> Bool {
    let failures = TemporaryFolder.failures
    tell(failures.flatMap { CommandFailure($0).lines })
    return !failures.isEmpty
  }

  /// JSON is exact where a program reads it; a person gets what is not printable as escapes, which
  /// JSON has too.
  static func write(json bytes: [UInt8]) throws(CommandFailure) {
    let isRead = isTerminal(.standardOutput)
    try write(
      data: isRead ? Array(printableJSON(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    )
  }

  /// Leaves for the beginning of the line, and empties it.
  static func clearLine(_ stream: FileDescriptor = .standardOutput) throws(CommandFailure) {
    try write(data: "\r\u{1B}[K", to: stream)
  }

  static func write(
    data text: String,
    to stream: FileDescriptor = .standardOutput
  ) throws(CommandFailure) {
    try write(data: Array(text.utf8), to: stream)
  }

  static func write(
    data bytes: [UInt8],
    to stream: FileDescriptor = .standardOutput
  ) throws(CommandFailure) {
    do {
      try stream.writeAll(bytes)
    } catch Errno.brokenPipe {
      // Whoever started the program ignores SIGPIPE, which would have ended it here.
      exit(128 + SIGPIPE)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "standard \(stream == .standardError ? "error" : "output") can't be written: \(error)"
      )
    }
  }

  static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }

  /// Whether it is a terminal that moves its cursor and has colours.
  static func isCapable(_ descriptor: FileDescriptor) -> Bool {
    isTerminal(descriptor) && environment("TERM") != "dumb"
  }

  /// Nil where the stream is no terminal, or one that doesn't tell.
  static func columns(_ stream: FileDescriptor) -> Int? {
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// `--color`.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never

  static let help: ArgumentHelp =
    "Colours: \(allCases.map(\.rawValue).joined(separator: ", ")). NO_COLOR is heeded."

  /// `auto` colours a terminal, unless NO_COLOR is set to anything but nothing (no-color.org).
  func colors(_ descriptor: FileDescriptor) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: Terminal.isCapable(descriptor) && (environment("NO_COLOR") ?? "").isEmpty
    }
  }
}

func endProcess(_ status: ExitStatus) -> Never { endProcess(code: status.rawValue) }

/// Ends the process with the code of a run, unless what could not be written is graver.
func endProcess(code: Int32, or unwritten: ExitStatus? = nil) -> Never {
  ProcessGroups.killAll()
  let code = ExitStatus(rawValue: code).map { max($0, unwritten ?? .success).rawValue } ?? code
  // Findings and failures are graver than a folder that stays.
  let isUnclean = Terminal.tellOfLeftFolders() && code == ExitStatus.success.rawValue
  exit(isUnclean ? ExitStatus.cannotWrite.rawValue : code)
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
