internal import ArgumentParser
internal import Conformance

/// Standard output and standard error.
///
/// Text leaves as lines, in which nothing is left that a terminal or the engine of a CI job would
/// obey. The rest is data, whose format sees to that, and the program's own moves of the cursor.
enum Terminal {
  static func write(
    _ lines: [StyledLine],
    color: Bool,
    to stream: StandardStream = .output
  ) throws(CommandFailure) {
    guard !lines.isEmpty else { return }
    try write(
      data: lines.map { Surroundings.current.invocation.line($0).text(color: color) + "\n" }
        .joined(),
      to: stream
    )
  }

  /// Nothing can be told where standard error itself fails.
  static func tell(_ lines: [StyledLine]) { try? write(lines, color: false, to: .errors) }

  /// Reports temporary folders that can't be removed, and returns whether there is one.
  @discardableResult static func tellOfLeftFolders() -> Bool {
    let failures = TemporaryFolder.failures
    tell(failures.flatMap { CommandFailure($0).lines })
    return !failures.isEmpty
  }

  /// JSON is exact where a program reads it; a person gets what is not printable as escapes, which
  /// JSON has too.
  static func write(json bytes: [UInt8]) throws(CommandFailure) {
    let isRead = isTerminal(.output)
    try write(
      data: isRead ? Array(printableJSON(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    )
  }

  /// Leaves for the beginning of the line, and empties it.
  static func clearLine(_ stream: StandardStream = .output) throws(CommandFailure) {
    try write(data: "\r\u{1B}[K", to: stream)
  }

  static func write(
    data text: String,
    to stream: StandardStream = .output
  ) throws(CommandFailure) {
    try write(data: Array(text.utf8), to: stream)
  }

  static func write(
    data bytes: [UInt8],
    to stream: StandardStream = .output
  ) throws(CommandFailure) {
    try Surroundings.current.console.write(bytes, to: stream)
  }

  static func isTerminal(_ stream: StandardStream) -> Bool {
    Surroundings.current.console.isTerminal(stream)
  }

  /// Whether it is a terminal that moves its cursor and has colours.
  static func isCapable(_ stream: StandardStream) -> Bool {
    isTerminal(stream) && environment("TERM") != "dumb"
  }

  /// The columns of a terminal; `nil` where the stream is none, or one that doesn't tell.
  static func columns(_ stream: StandardStream) -> Int? {
    Surroundings.current.console.columns(stream)
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
  func colors(_ stream: StandardStream) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: Terminal.isCapable(stream) && (environment("NO_COLOR") ?? "").isEmpty
    }
  }
}
