import Foundation
import Testing

struct WritingFailureTests {
  /// Takes root's power over file permissions away; an ordinary user has none to take.
  private static let asOrdinaryUser = geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all " : ""

  @Test(arguments: ["Golden", TemporarySuite.goldens])
  func `where the folder can't be written that is told, and nothing changes`(folder: String) async throws {
    let suite = try await changedSuite()
    let before = try suite.contents()
    let path = suite.url(folder).path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let run = try await suite.shell("exec \(Self.asOrdinaryUser)\"$PARITY\" regenerate")
    run.expect(
      .exit(73), output: ["changed session-detail/answer\n"],
      errors: [
        "error: \(path)", "permission denied; nothing was written\n",
      ])
    #expect(try suite.contents() == before, "nothing should be changed or left\n\(run.transcript)")
  }

  @Test func `a first golden that can't be written leaves nothing`() async throws {
    let suite = try TemporarySuite()
    let path = suite.url("Golden").path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let run = try await suite.shell("exec \(Self.asOrdinaryUser)\"$PARITY\" regenerate")
    run.expect(.exit(73), errors: ["permission denied; nothing was written\n"])
    #expect(try suite.contents(of: "Golden").isEmpty, run.transcript)
  }

  @Test func `where the disk is full that is told, and nothing changes`() async throws {
    let suite = try await changedSuite()
    try suite.replace("good night", with: String(repeating: "good night ", count: 1000), in: Sample.messages)
    try suite.replace("hello", with: "good morning", in: Sample.messages)
    let before = try suite.contents()
    // What the program prints would be cut off by the same limit.
    let run = try await suite.shell("trap '' XFSZ; ulimit -f 1; exec \"$PARITY\" regenerate >/dev/null")
    run.expect(.exit(73), errors: ["error: ", "file too large; nothing was written\n"])
    #expect(try suite.contents() == before, "nothing should be changed or left\n\(run.transcript)")
    try await suite.parity("regenerate").expect(.exit(0))
  }

  @Test func `a golden that is a folder stops the run before anything is written`() async throws {
    let suite = try await changedSuite()
    try suite.remove(Sample.golden(of: "greeting"))
    try suite.write("", to: "\(Sample.golden(of: "greeting"))/file")
    let before = try suite.contents()
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(65), output: ["Golden/session-detail/greeting.json: error: a folder stands where a file is due\n"],
      errors: ["error: nothing was written\n"])
    #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
    try await suite.parity("check").expect(.exit(65), output: ["a folder stands where a file is due\n"])
  }

  @Test(arguments: ["Golden/session-detail", "Golden/golden.lock.jsonl"])
  func `a file where a folder is due, and the other way round, stop the run`(path: String) async throws {
    let suite = try TemporarySuite()
    try suite.write("", to: path.hasSuffix("jsonl") ? "\(path)/file" : path)
    let before = try suite.contents()
    for command in ["regenerate", "check", "lint"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: ["\(path): error: "])
      #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
    }
  }

  @Test func `a golden that is no JSON stops the run, and its diagnostic names the way out`() async throws {
    let suite = try await changedSuite()
    try suite.write("{\n  \"entries\": [\n", to: Sample.golden(of: "greeting"))
    let before = try suite.contents()
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(65),
      output: [
        "Golden/session-detail/greeting.json:3:1: error: ",
        "note: delete it and run: parity regenerate --only session-detail/greeting\n",
      ])
    #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
    try suite.remove(Sample.golden(of: "greeting"))
    try await suite.parity("regenerate", "--only", "session-detail/greeting").expect(.exit(0))
  }

  @Test func `a staging folder that a killed run left is cleared`() async throws {
    let suite = try await changedSuite()
    try suite.write("half", to: "Golden/.staging/0")
    try suite.write("half", to: "Golden/.staging/lock")
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(!FileManager.default.fileExists(atPath: suite.url("Golden/.staging").path))
    #expect(try suite.text(of: Sample.golden(of: "answer")).contains("good night"))
    try suite.write("half", to: "Golden/.staging/0")
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(!FileManager.default.fileExists(atPath: suite.url("Golden/.staging").path), "with nothing else to do")
  }
}
