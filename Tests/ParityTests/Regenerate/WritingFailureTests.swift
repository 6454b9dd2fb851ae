import Foundation
import MessageSnapshot
import Testing

struct WritingFailureTests {
  private let messages = MessageSnapshot("parity writing failures")

  /// The beginning of a command that removes root's power over file permissions. An ordinary user
  /// has none to remove.
  private static let asOrdinaryUser =
    geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all " : ""

  @Test(arguments: [
    ("Golden", "a folder of all goldens that can't be written"),
    (TemporarySuite.goldens, "a folder of goldens that can't be written"),
  ])
  func `where the folder can't be written that is told, and nothing changes`(
    folder: String,
    message: String
  ) async throws {
    let suite = try await changedSuite()
    let before = try suite.contents()
    let path = suite.url(folder).path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let run = try await suite.shell("exec \(Self.asOrdinaryUser)\"$PARITY\" regenerate")
    run.expect(
      .exit(73),
      output: ["changed session-detail/answer\n"],
      errors: ["error: \(path)"]
    )
    messages.expect(run.errors, message)
    #expect(try suite.contents() == before, "nothing should be changed or left\n\(run.transcript)")
  }

  @Test func `a first golden that can't be written leaves nothing`() async throws {
    let suite = try TemporarySuite()
    let path = suite.url("Golden").path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let run = try await suite.shell("exec \(Self.asOrdinaryUser)\"$PARITY\" regenerate")
    run.expect(.exit(73), errors: ["error: \(path)"])
    messages.expect(run.errors, "a first golden that can't be written")
    #expect(try suite.contents(of: "Golden").isEmpty, run.transcript)
  }

  @Test func `where the disk is full that is told, and nothing changes`() async throws {
    let suite = try await changedSuite()
    try suite.replace(
      "good night",
      with: String(repeating: "good night ", count: 1000),
      in: Sample.messages
    )
    try suite.replace("hello", with: "good morning", in: Sample.messages)
    let before = try suite.contents()
    // The same limit would cut off what the program prints.
    let run = try await suite.shell(
      "trap '' XFSZ; ulimit -f 1; exec \"$PARITY\" regenerate >/dev/null"
    )
    run.expect(.exit(73), errors: ["error: "])
    let staged = #/\.parity-staging-[0-9a-f]+/new-[0-9]+/#
    messages.expect(run.errors.replacing(staged, with: "STAGED"), "a full disk")
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
      .exit(65),
      message: "a golden that is a folder",
      in: messages,
      output: ["Golden/session-detail/greeting.json: error: "]
    )
    #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
    try await suite.parity("check").expect(
      .exit(65),
      message: "a golden that is a folder, in a check",
      in: messages,
      output: ["Golden/session-detail/greeting.json: error: "]
    )
  }

  @Test(arguments: ["Golden/session-detail", "Golden/golden.lock.jsonl"])
  func `a file where a folder is due, and the other way round, stop the run`(
    path: String
  ) async throws {
    let suite = try TemporarySuite()
    try suite.write("", to: path.hasSuffix("jsonl") ? "\(path)/file" : path)
    let before = try suite.contents()
    for command in ["regenerate", "check", "lint"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: ["\(path): error: "])
      #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
    }
  }

  @Test
  func `a golden that is no JSON stops the run, and its diagnostic names the way out`() async throws
  {
    let suite = try await changedSuite()
    try suite.write("{\n  \"entries\": [\n", to: Sample.golden(of: "greeting"))
    let before = try suite.contents()
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(65),
      message: "a golden that is no JSON",
      in: messages,
      output: [
        "Golden/session-detail/greeting.json:3:1: error: ",
        "parity regenerate --only session-detail/greeting\n",
      ]
    )
    #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
    try suite.remove(Sample.golden(of: "greeting"))
    try await suite.parity("regenerate", "--only", "session-detail/greeting").expect(.exit(0))
  }

  @Test func `a staging folder that a killed run left is removed`() async throws {
    let suite = try await changedSuite()
    let leftover = "Golden/.parity-staging-00112233445566ff"
    try suite.write("half", to: "\(leftover)/new-0")
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(try suite.stagingFolders() == [])
    #expect(try suite.text(of: Sample.golden(of: "answer")).contains("good night"))

    try suite.write("half", to: "\(leftover)/new-0")
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(try suite.stagingFolders() == [], "with nothing else to do")
  }

  @Test(arguments: ["Golden", TemporarySuite.goldens])
  func `goldens are not written through a link that leads out of the repository`(
    folder: String
  ) async throws {
    let suite = try await changedSuite()
    let outside = try suite.outside()
    let moved = outside.appendingPathComponent("moved")
    try FileManager.default.moveItem(at: suite.url(folder), to: moved)
    try suite.link(folder, to: moved.path)
    let before = try contents(of: outside)

    let run = try await suite.parity("regenerate")
    run.expect(.exit(73), errors: [folder, moved.path])
    #expect(try contents(of: outside) == before, run.transcript)
    #expect(try suite.stagingFolders() == [], run.transcript)
  }

  @Test
  func `a case file is not written through a link that leads out of the repository`() async throws {
    let suite = try await TemporarySuite.recorded()
    let outside = try suite.outside()
    let moved = outside.appendingPathComponent("moved")
    try FileManager.default.moveItem(at: suite.url(TemporarySuite.fixtures), to: moved)
    try suite.link(TemporarySuite.fixtures, to: moved.path)
    let before = try contents(of: outside)

    let run = try await suite.parity("new", "case", "late", "--row", "message-text")
    run.expect(.exit(73), errors: [TemporarySuite.fixtures, moved.path])
    #expect(try contents(of: outside) == before, run.transcript)
    #expect(try suite.stagingFolders() == [], run.transcript)
  }

  private func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      contents[path] = (try? Data(contentsOf: folder.appendingPathComponent(path))) ?? Data()
    }
    return contents
  }
}
