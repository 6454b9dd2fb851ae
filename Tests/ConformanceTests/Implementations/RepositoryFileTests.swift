import CanonicalJSON
import Conformance
import RFC3339
import Testing

struct RepositoryFileTests {
  private let folder = TemporaryFolder()

  @Test func `everything about a program is read`() throws {
    let (programs, diagnostics) = try load(
      """
      { "$schema": "s", "implementations": [
        { "name": "go", "command": ["./go", ""], "workingDirectory": "apps/go", "environment": { "TZ": "UTC", "E": "" },
          "contracts": ["words", "other"], "default": true },
        { "name": "c", "command": ["c"], "contracts": ["words"] } ] }
      """
    )
    #expect(diagnostics == [])
    try #require(programs.count == 2)
    #expect(programs[0].command == ["./go", ""])
    #expect(programs[0].workingDirectory == "apps/go")
    #expect(programs[0].environment.map { "\($0.name)=\($0.value)" } == ["TZ=UTC", "E="])
    #expect(programs[0].contracts.map(\.name) == ["words", "other"])
    #expect(programs[0].isDefault)
    #expect(!programs[1].isDefault && programs[1].workingDirectory == nil)
  }

  @Test func `without the file there is no program`() {
    let (programs, diagnostics) = RepositoryFile.load(under: folder.root)
    #expect(programs.isEmpty && diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("[]", "1:1: error: the list of implementations is an object, not an array"),
    (
      #"{"implementation": []}"#,
      "1:2: error: the list of implementations has no member 'implementation'; did you mean"
    ),
    (#"{"implementations": [1]}"#, "1:22: error: an implementation is an object, not a number"),
    (program(#""command": "go run""#), "error: 'command' is an array, not a string"),
    (
      program(#""command": []"#),
      "error: 'command' needs the program and its arguments, an item each"
    ),
    (program(#""command": [1]"#), "error: an item of 'command' is a string, not a number"),
    (program(#""contracts": []"#), "error: 'contracts' names none, so nothing would be judged"),
    (program(#""name": "all""#), "error: 'all' means something else on the command line"),
    (
      program(#""name": "a b""#),
      "error: 'a b' is no name of an implementation, which is 1 to 80 of"
    ),
    (program(#""environment": []"#), "error: 'environment' is an object, not an array"),
    (program(#""environment": {"PORT": 1}"#), "error: a variable is a string, not a number"),
    (
      program(#""environment": {"A=B": ""}"#), "error: 'A=B' can't be a variable of the environment"
    ),
    (program(#""default": "yes""#), "error: 'default' is true or false, not a string"),
    (
      program(#""cwd": ".""#),
      "error: an implementation has no member 'cwd'; known are 'name', 'command'"
    ),
    (
      program(#""knownFailures": []"#),
      "error: known failures stand in known-failures.jsonl; 'parity known add' writes"
    ),
    (
      #"{"implementations": [{"name": "a", "command": ["a"], "contracts": ["w"]}, {"name": "a", "command": ["a"], "contracts": ["w"]}]}"#,
      "error: the implementation 'a' is there twice"
    ),
  ])
  func `what can't be understood is told with its place`(text: String, message: String) throws {
    let diagnostics = try load(text).diagnostics
    #expect(diagnostics.hasUnusableFiles)
    #expect(
      diagnostics.contains {
        $0.description.hasPrefix("parity.json:") && $0.description.contains(message)
      },
      "expected \(message), and got \(diagnostics)"
    )
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
    return RepositoryFile.load(under: folder.root)
  }
}
