import CanonicalJSON
import Conformance
import MessageSnapshot
import RFC3339
import TestSuites
import Testing

struct RepositoryFileTests {
  private let messages = MessageSnapshot("The list of implementations")
  private let folder = ScratchFolder()

  @Test func `everything about a program is read`() throws {
    let (programs, diagnostics) = try load(
      """
      { "$schema": "s", "implementations": [
        { "name": "go", "command": ["./go", ""], "workingDirectory": "apps/go", "environment": { "TZ": "UTC", "E": "" },
          "contracts": ["words", "other"], "startTimeout": 1.5, "default": true },
        { "name": "c", "command": ["c"], "contracts": ["words"] } ] }
      """
    )
    #expect(diagnostics == [])
    try #require(programs.count == 2)
    #expect(programs[0].command == ["./go", ""])
    #expect(programs[0].workingDirectory == "apps/go")
    #expect(programs[0].environment.map { "\($0.name)=\($0.value)" } == ["TZ=UTC", "E="])
    #expect(programs[0].contracts.map(\.name) == ["words", "other"])
    #expect(programs[0].startTimeout == .milliseconds(1500))
    #expect(programs[0].isDefault)
    #expect(!programs[1].isDefault && programs[1].workingDirectory == nil)
    #expect(programs[1].startTimeout == nil)
  }

  @Test func `a program without an adapter has places for its input`() throws {
    let (programs, diagnostics) = try load(
      """
      { "implementations": [
        { "name": "a", "protocol": "stdio", "command": ["a"], "contracts": ["words"] },
        { "name": "b", "protocol": "stdio", "command": ["b"], "contracts": ["words"],
          "stdin": "/text", "capabilities": ["x"] },
        { "name": "c", "protocol": "json-rpc", "command": ["c"], "contracts": ["words"] } ] }
      """
    )
    #expect(diagnostics == [])
    #expect(
      programs.map(\.exchange) == [
        .stdio(StdioOptions()),
        .stdio(StdioOptions(input: try JSONPointer("/text"), capabilities: ["x"])),
        .jsonRPC,
      ]
    )
  }

  @Test func `without the file there is no program`() {
    let file = RepositoryFile.load(under: folder.root)
    #expect(file.value.programs.isEmpty && file.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("[]", ["1:1"], "an array"),
    (#"{"implementation": []}"#, ["1:1", "1:2"], "a misspelt list"),
    (program(#""protocol": "http""#), ["1:86"], "an unknown protocol"),
    (program(#""stdin": "/a""#), ["1:83"], "standard input without stdio"),
    (program(#""protocol": "stdio", "stdin": "a""#), ["1:104"], "a place that is no pointer"),
    (program(#""protocol": "stdio", "startTimeout": 3"#), ["1:111"], "a start timeout with stdio"),
    (#"{"implementations": [1]}"#, ["1:22"], "an implementation that is a number"),
    (program(#""command": "go run""#), ["1:67"], "a command that is a string"),
    (program(#""command": []"#), ["1:67"], "a command that is empty"),
    (program(#""command": [1]"#), ["1:67", "1:68"], "a command that is a number"),
    (program(#""contracts": []"#), ["1:67"], "no contracts"),
    (program(#""name": "all""#), ["1:69"], "a reserved name"),
    (program(#""name": "a b""#), ["1:69"], "a name that is none"),
    (program(#""environment": []"#), ["1:89"], "an environment that is an array"),
    (program(#""environment": {"PORT": 1}"#), ["1:98"], "a variable that is a number"),
    (program(#""environment": {"A=B": ""}"#), ["1:90"], "a variable whose name is none"),
    (program(#""default": "yes""#), ["1:85"], "a default that is a string"),
    (program(#""startTimeout": 0"#), ["1:90"], "a start timeout of zero"),
    (program(#""startTimeout": "2 s""#), ["1:90"], "a start timeout that is a string"),
    (program(#""cwd": ".""#), ["1:74"], "an unknown member"),
    (program(#""knownFailures": []"#), ["1:91"], "known failures"),
    (
      #"{"implementations": [{"name": "a", "command": ["a"], "contracts": ["w"]}, {"name": "a", "command": ["a"], "contracts": ["w"]}]}"#,
      ["1:84"], "two of one name"
    ),
  ])
  func `what can't be understood is told with its place`(
    text: String,
    positions: [String],
    entry: String
  ) throws {
    let diagnostics = try load(text).diagnostics.inOrder()
    #expect(diagnostics.hasUnusableFiles)
    messages.expect(diagnostics, entry, at: positions.map { "\(RepositoryFile.path):\($0) error" })
  }

  @Test(arguments: ["0000-01-01", "2024-02-29", "1999-12-31", "2000-02-29"])
  func `a day is read and written alike`(text: String) {
    #expect(CalendarDay(text).map { "\($0)" } == text)
  }

  @Test(arguments: [
    "", "2026-2-9", "2026-02-30", "2026-00-10", "2026-13-01", "1900-02-29", "2026-01-00",
    "٢٠٢٦-01-01", "2026-01-01Z",
  ])
  func `what is no day is none`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  /// Returns a `parity.json` whose program is valid except for one member.
  private static func program(_ member: String) -> String {
    let sound = [#""name": "a""#, #""command": ["a"]"#, #""contracts": ["w"]"#]
    let others = sound.filter { $0.split(separator: ":")[0] != member.split(separator: ":")[0] }
    return #"{"implementations": [{"# + (others + [member]).joined(separator: ", ") + "}]}"
  }

  private func load(
    _ text: String
  ) throws -> (programs: [ProgramEntry], diagnostics: [Diagnostic]) {
    try folder.write(text, to: RepositoryFile.path)
    let file = RepositoryFile.load(under: folder.root)
    return (file.value.programs, file.diagnostics)
  }
}
