import MessageSnapshot
import Testing

struct FilterTests {
  private let messages = MessageSnapshot("parity filters")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(arguments: [
    (["answer"], ["answer"]),
    (["session-detail/answer"], ["answer"]),
    (["*_shown", "gree*"], ["greeting", "error_shown"]),
    (["message-text"], ["greeting", "answer"]),
    (["R1"], ["greeting", "answer"]),
    (["C1"], ["greeting", "answer"]),
    (["session-detail/C2"], ["success_hidden", "error_shown"]),
    (["result-*", "answer"], ["answer", "success_hidden", "error_shown"]),
    ([Sample.results], ["success_hidden", "error_shown"]),
    (["./Fixtures/../\(Sample.results)"], ["success_hidden", "error_shown"]),
    (["Fixtures/*/mess*.json"], ["greeting", "answer"]),
    (["results.json"], ["success_hidden", "error_shown"]),
    ([TemporarySuite.fixtures + "/"], Sample.cases),
    (["."], Sample.cases),
  ])
  func `words after check select by case, row, clause or file, as --filter and -k do`(
    filters: [String],
    cases: [String]
  ) async throws {
    let options = [filters, filters.flatMap { ["--filter", $0] }, filters.flatMap { ["-k", $0] }]
    for options in options {
      let list = try await suite.parity(["check", "--list"] + options)
      list.expect(.exit(0))
      #expect(list.output == cases.map { "session-detail/\($0)\n" }.joined(), list.transcript)
    }
    let run = try await suite.parity(["check"] + filters)
    run.expect(.exit(0))
    run.expectCounts(judged: cases.count, passed: cases.count, failed: 0, skipped: 4 - cases.count)
  }

  @Test func `filters restrict what other options select`() async throws {
    let run = try await suite.parity("check", "--list", "--skip", "greeting", "R1")
    #expect(run.output == "session-detail/answer\n", run.transcript)
    let regenerated = try await suite.parity("regenerate", "--list", "-k", "result-visibility")
    #expect(
      regenerated.output == "session-detail/success_hidden\nsession-detail/error_shown\n",
      regenerated.transcript
    )
  }

  @Test(arguments: [
    (TemporarySuite.fixtures, ["results.json"]),
    ("Fixtures", ["session-detail/results.json"]),
    ("Golden", ["../\(Sample.results)", "--root", ".."]),
  ])
  func `a path is relative to the current folder`(
    folder: String,
    arguments: [String]
  ) async throws {
    let run = try await suite.parity(["check", "--list"] + arguments, in: folder)
    run.expect(.exit(0))
    #expect(
      run.output == "session-detail/success_hidden\nsession-detail/error_shown\n",
      run.transcript
    )
  }

  @Test(arguments: [
    ("greting", "a misspelled case", "'greeting'"),
    ("mesage-text", "a misspelled row", "'message-text'"),
    ("R9", "an unknown clause", "'R1'"),
    ("Fixtures/session-detail/result.json", "a misspelled file", "results.json"),
    ("session-detail", "a contract", "--contract session-detail"),
    ("zebra", "a filter that matches nothing", "'zebra'"),
    ("", "an empty filter", "''"),
  ])
  func `a filter that matches nothing is wrong usage`(
    filter: String,
    message: String,
    part: String
  ) async throws {
    let run = try await suite.parity("check", filter)
    run.expect(.exit(64), message: message, in: messages, errors: ["error: filter ", part])
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: [
    (["--quiet", "answer"], "a filter without a command", "parity check answer"),
    (["--quiet", "lint"], "a command after an option", "parity lint"),
  ])
  func `without the word check, a word is never a filter`(
    arguments: [String],
    message: String,
    part: String
  ) async throws {
    let run = try await suite.parity(arguments)
    run.expect(.exit(64), message: message, in: messages, errors: ["error: ", part])
    let bare = try await suite.parity("answer")
    bare.expect(.exit(64), errors: ["error: no command is named 'answer'"])
  }
}
