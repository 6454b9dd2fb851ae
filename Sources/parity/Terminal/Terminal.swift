internal import ArgumentParser
internal import Conformance
internal import Reporting

/// Standard output and standard error.
///
/// Text is written as lines, without anything that a terminal or a CI system would interpret as a
/// command. The only other output is data, whose format prevents this too, and the program's own
/// cursor movements.
enum Terminal {
  /// Writes lines, wrapped to the width of a terminal. Nothing is written if there are none.
  static func write(
    _ lines: [StyledLine],
    color: Bool,
    to stream: StandardStream = .output
  ) throws(CommandFailure) {
    guard !lines.isEmpty else { return }
    let text = printed(lines, on: stream).map { $0.text(color: color) + "\n" }.joined()
    try write(data: text, to: stream)
  }

  /// Returns the lines with their commands in the form in which they must be typed here, and
  /// wrapped to the width of a terminal.
  private static func printed(_ lines: [StyledLine], on stream: StandardStream) -> [StyledLine] {
    let lines = lines.map(Surroundings.current.invocation.line)
    guard let columns = columns(stream) else { return lines }
    return lines.flatMap { $0.fitted(columns: max(columns, leastColumns)) }
  }

  /// The number of columns below which lines aren't wrapped any narrower.
  private static let leastColumns = 20

  /// Prints lines on standard error. A failure is ignored, because it can't be reported.
  static func writeError(_ lines: [StyledLine]) { try? write(lines, color: false, to: .errors) }

  /// Reports the temporary folders that can't be removed, and returns whether there are any.
  @discardableResult static func reportLeftFolders() -> Bool {
    let failures = TemporaryFolder.failures
    writeError(failures.flatMap { CommandFailure($0).lines })
    return !failures.isEmpty
  }

  /// Writes JSON exactly if a program reads it. On a terminal, unprintable characters become JSON
  /// escapes.
  static func write(json bytes: [UInt8]) throws(CommandFailure) {
    let isRead = isTerminal(.output)
    try write(
      data: isRead ? Array(printableJSON(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    )
  }

  /// Writes a text exactly if a program reads it. On a terminal, unprintable characters are
  /// escaped, and the last line ends.
  static func write(text: String) throws(CommandFailure) {
    guard isTerminal(.output) else { return try write(data: text) }
    try write(StyledLine.lines(of: text), color: false)
  }

  /// Moves the cursor to the beginning of the line, and clears the line.
  static func clearLine(_ stream: StandardStream = .output) throws(CommandFailure) {
    try write(data: "\r\u{1B}[K", to: stream)
  }

  /// Writes a text byte for byte.
  static func write(
    data text: String,
    to stream: StandardStream = .output
  ) throws(CommandFailure) {
    try write(data: Array(text.utf8), to: stream)
  }

  /// Writes bytes as they are. Everything that a command prints goes through this function.
  static func write(
    data bytes: [UInt8],
    to stream: StandardStream = .output
  ) throws(CommandFailure) {
    try Surroundings.current.console.write(bytes, to: stream)
  }

  /// Returns whether a stream is a terminal, even one that can't move its cursor.
  static func isTerminal(_ stream: StandardStream) -> Bool {
    Surroundings.current.console.isTerminal(stream)
  }

  /// Returns whether a stream is a terminal that can move its cursor and show colors.
  static func isCapable(_ stream: StandardStream) -> Bool {
    isTerminal(stream) && environment("TERM") != "dumb"
  }

  /// Returns the number of columns of a terminal, or `nil` if the stream isn't a terminal or
  /// doesn't report it.
  static func columns(_ stream: StandardStream) -> Int? {
    Surroundings.current.console.columns(stream)
  }
}

/// The value of `--color`.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never

  static let help: ArgumentHelp = "Use color: always, never or auto (default: auto)."
  static let completion = CompletionKind.list(allCases.map(\.rawValue))

  /// Returns whether to color a stream. `auto` colors a terminal, unless NO_COLOR is set and not
  /// empty (no-color.org).
  func colors(_ stream: StandardStream) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: Terminal.isCapable(stream) && (environment("NO_COLOR") ?? "").isEmpty
    }
  }
}
