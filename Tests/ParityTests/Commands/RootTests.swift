import Foundation
import Testing

struct RootTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(arguments: ["Fixtures", "Golden/session-detail", "docs/a/b"])
  func `the suite is found from its sub-folders`(folder: String) async throws {
    try FileManager.default.createDirectory(at: suite.url(folder), withIntermediateDirectories: true)
    let run = try await suite.parity("check", in: folder)
    run.expect(.exit(0))
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `a suite without goldens is one`() async throws {
    try suite.remove("Golden")
    let run = try await suite.parity("check")
    run.expect(.exit(1), output: ["FAILED session-detail/greeting (reference): no golden"])
    run.expectNoErrors()
  }

  @Test func `the nearest suite is taken`() async throws {
    let inner = "inner"
    for (path, text) in Sample.files { try suite.write(text, to: "\(inner)/\(path)") }
    try FileManager.default.createDirectory(at: suite.url("\(inner)/Golden"), withIntermediateDirectories: true)
    let run = try await suite.parity("check", in: inner)
    run.expect(.exit(1), output: ["FAILED session-detail/greeting (reference): no golden"])
  }

  @Test func `a suite elsewhere is named with --root, absolute or relative`() async throws {
    let elsewhere = try TemporarySuite([:])
    let relative = "../../\(suite.root.deletingLastPathComponent().lastPathComponent)/suite"
    for root in [suite.root.path, relative, suite.root.path + "/"] {
      let run = try await elsewhere.parity("check", "--root", root)
      run.expect(.exit(0))
      run.expectCounts(judged: 4, passed: 4, failed: 0)
    }
  }

  @Test(arguments: ["check", "regenerate", "lint", "matrix"], ["nowhere", "Fixtures", ""])
  func `a --root without the two folders is wrong usage`(command: String, root: String) async throws {
    let run = try await suite.parity(command, "--root", root)
    run.expect(.exit(64), errors: ["error: '\(root)' has no Fixtures/CONTRACT/behavior-matrix.json\n"])
  }

  @Test(arguments: ["check", "regenerate", "lint", "matrix"], ["Fixtures", Sample.matrix])
  func `where there is no manifest that is told, with the way to name a root`(
    command: String, gone: String
  ) async throws {
    try suite.remove(gone)
    let run = try await suite.parity(command)
    run.expect(
      .exit(64),
      errors: [
        "error: no folder from here upwards has Fixtures/CONTRACT/behavior-matrix.json; name it with --root FOLDER\n"
      ])
    #expect(run.output == "", run.transcript)
  }
}
