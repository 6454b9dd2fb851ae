import Foundation
import Testing

/// A program that does one thing wrong, chosen by its mode. A tag distinguishes its processes from
/// all others.
struct MisbehavingProgram {
  let mode: String
  /// The text of the request to misbehave over.
  let mark: String
  private let tag = "tag-\(UUID().uuidString)"

  /// The text in the case `answer`.
  static let mark = "good day"

  init(_ mode: String, over mark: String = Self.mark) {
    self.mode = mode
    self.mark = mark
  }

  var words: [String] { get throws { [try Program.misbehaving.path, mode, mark, tag] } }

  /// The command line that runs the program in a shell.
  var command: String { get throws { try words.map(Self.quoted).joined(separator: " ") } }

  /// Returns an entry of parity.json.
  ///
  /// - Parameter more: Members in addition to name, command and contracts.
  func entry(named name: String, _ more: String = "") throws -> String {
    let command = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    return """
      { "name": "\(name)", "contracts": ["session-detail"], "command": \(command)\(more.isEmpty ? "" : ", \(more)") }
      """
  }

  /// Whether a process of the program is running.
  var isLeft: Bool { get throws { try !processes().isEmpty } }

  /// Expects that all processes of the program end, within a minute if the machine is busy.
  func expectNoneLeft(
    _ run: ProgramRun,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var left = try processes()
    for _ in 0..<600 where !left.isEmpty {
      try await Task.sleep(for: .milliseconds(100))
      left = try processes()
    }
    #expect(
      left.isEmpty,
      "no process should be left behind\n\(run.transcript)",
      sourceLocation: sourceLocation
    )
  }

  private func processes() throws -> [String] {
    try Self.commandLines().filter { $0.contains(tag) }
  }

  private static func quoted(_ word: String) -> String {
    "'\(word.replacingOccurrences(of: "'", with: #"'\''"#))'"
  }

  /// Returns the command lines of all running processes.
  private static func commandLines() throws -> [String] {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
        $0.allSatisfy(\.isNumber)
      }.compactMap {
        // The process may just have ended.
        FileManager.default.contents(atPath: "/proc/\($0)/cmdline").map {
          String(decoding: $0, as: UTF8.self)
        }
      }
    #else
      let list = Process()
      let pipe = Pipe()
      list.executableURL = URL(fileURLWithPath: "/bin/ps")
      list.arguments = ["-A", "-ww", "-o", "args="]
      list.standardOutput = pipe
      try list.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    #endif
  }
}

extension TemporarySuite {
  /// Checks the program, and expects that none of its processes is left.
  ///
  /// - Parameter options: Options in addition to those that select the program and turn off other
  ///   orderings.
  func check(
    _ program: MisbehavingProgram,
    _ options: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let arguments = ["check", "--command", try program.command, "--schedules", "0"] + options
    let gate = options.contains("--timeout") ? Gate.sleepers : Gate.programs
    let run = try await parity(arguments, gate: gate, sourceLocation: sourceLocation)
    try await program.expectNoneLeft(run, sourceLocation: sourceLocation)
    return run
  }

  func list(_ entries: String...) throws {
    try write(
      "{ \"implementations\": [\n\(entries.joined(separator: ",\n"))\n] }\n",
      to: "parity.json"
    )
  }
}
