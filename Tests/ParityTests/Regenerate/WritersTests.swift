import Foundation
import MessageSnapshot
import Testing

/// Tests of commands that write while another process writes, too.
///
/// A second implementation makes the change between reading and writing. Its process ends in
/// between.
struct WritersTests {
  private let messages = MessageSnapshot("parity writers")

  /// A file that may change after a command has read it.
  enum Edited: CaseIterable {
    case golden, caseFile, matrix, lockLine

    var path: String {
      switch self {
      case .golden: Sample.golden(of: "answer")
      case .caseFile: Sample.messages
      case .matrix: Sample.matrix
      case .lockLine: TemporarySuite.lock
      }
    }

    func edit(_ text: String) -> String {
      switch self {
      case .golden, .caseFile: text.replacingOccurrences(of: "good", with: "very good")
      case .matrix: text.replacingOccurrences(of: "both are shown", with: "each is shown")
      case .lockLine:
        text.replacingOccurrences(of: "\"version\":\"1.0.0\"", with: "\"version\":\"1.5.0\"")
      }
    }
  }

  @Test(arguments: Edited.allCases, [false, true])
  func `what is edited after a command has read it is kept, and the command says so`(
    edited: Edited,
    inReview: Bool
  ) async throws {
    let suite = try await changedSuite()
    let new = edited.edit(try suite.text(of: edited.path))
    try suite.write(new, to: "new")
    let run = try await write(suite, inReview: inReview, meanwhile: "cp new \(edited.path)")
    run.expect(.exit(73), errors: ["error: ", "\(edited.path): "])
    let message = run.errors.replacing(edited.path, with: "FILE")
    messages.expect(message, inReview ? "an edit during a review" : "an edit during a regeneration")
    #expect(try suite.text(of: edited.path) == new, "the edit should be kept\n\(run.transcript)")
    #expect(try suite.stagingFolders() == [], run.transcript)
  }

  @Test(arguments: [false, true])
  func `two that write other goldens leave a lock with the lines of both`(
    inReview: Bool
  ) async throws {
    let suite = try await changedSuite()
    try suite.replace("hello", with: "good morning", in: Sample.messages)
    // Prepares what another run would write, because a real run would take longer than the second
    // implementation has to end.
    let files = [Sample.golden(of: "greeting"), TemporarySuite.lock]
    let before = try files.map(suite.text)
    try await suite.parity("regenerate", "--only", "greeting").expect(.exit(0))
    for (index, file) in files.enumerated() {
      try suite.write(try suite.text(of: file), to: "other-\(index)")
      try suite.write(before[index], to: file)
    }
    let run = try await write(
      suite,
      inReview: inReview,
      meanwhile: "cp other-0 \(files[0]); cp other-1 \(files[1])"
    )
    run.expect(.exit(0))
    try suite.replace("\"1.0.0\"", with: "\"2.0.0\"", in: Sample.matrix)
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity("check").expect(.exit(0))
  }

  @Test(.enabled(if: Mount.isPossible))
  func `where one of many files can't be replaced, those before it are put back`() async throws {
    let suite = try await changedSuite()
    try suite.addSecondContract()
    try await suite.parity("regenerate", "--contract", "event-stream").expect(.exit(0))
    try suite.replace("data: x", with: "data: y", in: "Fixtures/event-stream/cases.json")
    let matrix = "Fixtures/event-stream/behavior-matrix.json"
    try suite.replace(#""version": "1.0.0""#, with: #""version": "2.0.0""#, in: matrix)
    let before = try suite.contents()

    // A rename can't cross a mount. By then, the goldens of event-stream have been replaced.
    let elsewhere = try suite.outside()
    let run = try await suite.shell(
      """
      cp Golden/session-detail/* '\(elsewhere.path)'
      \(Mount.command(elsewhere, at: "Golden/session-detail")) "$PARITY" regenerate
      """
    )
    run.expect(.exit(73), output: ["changed event-stream/first", "changed session-detail/answer"])
    #expect(try suite.contents() == before, "everything should be as before\n\(run.transcript)")
    try await suite.parity("regenerate").expect(.exit(0))
  }

  @Test
  func `of new cases that are begun at once each is there, or its command says why not`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    let names = (1...8).map { "new_\($0)" }
    let commands = names.map {
      "(\"$PARITY\" new case \($0) --row message-text >$0.out 2>&1; echo $? >\($0).status) &"
        .replacingOccurrences(of: "$0", with: $0)
    }
    _ = try await suite.shell(commands.joined(separator: "\n") + "\nwait")
    let cases = try suite.text(of: Sample.messages)
    let matrix = try suite.text(of: Sample.matrix)
    for name in names {
      let said = try suite.text(of: "\(name).out")
      switch try suite.text(of: "\(name).status") {
      case "0\n":
        #expect(
          cases.contains("\"\(name)\"") && matrix.contains("\"\(name)\""),
          "\(name) is lost: \(said)"
        )
      case "73\n":
        let isAboutFile = [Sample.messages, Sample.matrix].contains { said.contains("\($0): ") }
        #expect(said.contains("error: ") && isAboutFile, "\(said)")
      case let status: Issue.record("\(name) ended with \(status)\(said)")
      }
    }
    try await suite.parity("lint").expect(.exit(1))
  }

  // MARK: - Helpers

  /// Regenerates, or accepts a pending change, and runs a script between reading and writing.
  private func write(
    _ suite: TemporarySuite,
    inReview: Bool,
    meanwhile script: String
  ) async throws -> ProgramRun {
    try suite.write("\(MisbehavingProgram("behaves").command); \(script)", to: "second")
    let token = try await suite.parity("review", "--only", "answer").output.firstMatch(
      of: /--accept ([0-9a-f]+)/
    )?.1
    let command =
      inReview ? "review --only answer --accept \(try #require(token))" : "regenerate --only answer"
    return try await suite.shell("exec \"$PARITY\" \(command) --command 'sh second'")
  }
}
