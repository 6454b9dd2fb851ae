import Foundation
import Testing

/// A program on a pseudo-terminal, and the user in front of it.
final class TerminalSession {
  private let process = Process()
  /// The user's side of the terminal.
  private let person: Int32
  /// The program's side of the terminal. It stays open so that its mode can be read after the
  /// program has ended.
  private let terminal: Int32
  private let command: String
  /// Everything that the terminal has shown, with control sequences.
  private(set) var seen = ""
  /// The number of characters that `expect` has already matched.
  private var consumed = 0
  private let start = ContinuousClock.now
  /// The number of times to look, which take half an hour: a busy machine isn't a failure.
  private static let looks = 90_000

  init(
    _ program: URL,
    _ arguments: [String],
    folder: URL,
    environment: [String: String],
    columns: UInt16
  ) throws {
    var person: Int32 = -1
    var terminal: Int32 = -1
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&person, &terminal, nil, nil, &size) == 0, "there is no pseudo-terminal")
    self.person = person
    self.terminal = terminal
    command = ([program.lastPathComponent] + arguments).joined(separator: " ")
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment.merging(["TERM": "xterm-256color"]) { given, _ in given }
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(person)
    close(terminal)
  }

  /// Whether the terminal buffers lines and echoes keys, as it does in a shell.
  var isRestored: Bool {
    var mode = termios()
    guard tcgetattr(terminal, &mode) == 0 else { return false }
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return mode.c_lflag & flags == flags
  }

  /// Waits until the program has printed a text after the previous match.
  ///
  /// - Returns: The last line before the text that isn't empty.
  @discardableResult
  func expect(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    for _ in 0..<Self.looks {
      let isRunning = process.isRunning
      look()
      let new = self.new
      if let range = new.range(of: text) {
        consumed += new.distance(from: new.startIndex, to: range.upperBound)
        let lines = new[..<range.lowerBound].split(whereSeparator: \.isNewline)
        return lines.last.map(String.init) ?? ""
      }
      guard isRunning else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    try #require(
      Bool(false),
      "the terminal should show: \(text)\n\(transcript)",
      sourceLocation: sourceLocation
    )
    return ""
  }

  /// Types keys in response to the text just matched.
  func type(_ keys: String) async throws {
    // The program discards keys typed before it has shown everything.
    try await Task.sleep(for: .milliseconds(150))
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the program to end.
  func end() async throws -> ProgramRun {
    for _ in 0..<Self.looks where process.isRunning {
      look()
      try await Task.sleep(for: .milliseconds(20))
    }
    let isOverdue = process.isRunning
    if isOverdue { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    look()
    let status = process.terminationStatus
    return ProgramRun(
      command: command,
      end: isOverdue
        ? .overdue : process.terminationReason == .exit ? .exit(status) : .signal(status),
      output: plain(seen),
      errors: "",
      duration: .now - start
    )
  }

  var transcript: Comment { "\(command)\n--- terminal\n\(seen)" }

  private var new: String { String(plain(seen).dropFirst(consumed)) }

  /// Reads what the program has printed.
  private func look() {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var descriptor = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 0) > 0 {
      let count = read(person, &buffer, buffer.count)
      guard count > 0 else { return }
      seen += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Returns the text without carriage returns and control sequences.
  private func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "\r\n", with: "\n").replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
  }
}

extension TemporarySuite {
  /// Starts `parity` on a terminal.
  func terminal(
    _ arguments: String...,
    environment: [String: String] = [:],
    columns: UInt16 = 80
  ) throws -> TerminalSession {
    try TerminalSession(
      try Program.url,
      arguments,
      folder: root,
      environment: self.environment(adding: environment),
      columns: columns
    )
  }
}
