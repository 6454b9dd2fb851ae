import Foundation
import MessageSnapshot
import Testing

struct NewCaseTests {
  private let messages = MessageSnapshot("parity new case")

  @Test func `a case is added to the file of its row, and not another byte changes`() async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.text(of: Sample.results)
    let matrix = try suite.text(of: Sample.matrix)
    let run = try await suite.parity("new", "case", "cut_short", "--row", "result-visibility")
    run.expect(
      .exit(0),
      output: [
        "new case session-detail/cut_short in \(Sample.results)\n",
        "result-visibility", "\(Sample.results):15:22: error: ",
        "next:\n", "parity check --only session-detail/cut_short\n",
        "parity review --only session-detail/cut_short\n",
      ]
    )
    messages.expect(run.report, "a new case")
    let added = """
      ,
          {
            "id": "cut_short",
            "description": "FILL IN: what this case tests, in one sentence",
            "events": [{ "FILL IN: the recorded payloads": null }],
            "expect": "FILL IN: an object with the expected values, worked out by hand"
          }
        ]
      }

      """
    let end = "\n  ]\n}\n"
    try #require(before.hasSuffix(end))
    #expect(try suite.text(of: Sample.results) == before.dropLast(end.count) + added)
    #expect(
      try suite.text(of: Sample.matrix)
        == matrix.replacingOccurrences(
          of: "\"error_shown\"]",
          with: "\"error_shown\", \"cut_short\"]"
        )
    )
  }

  @Test func `until its expectation is written a case fails and has no golden`() async throws {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity("new", "case", "cut_short", "--row", "result-visibility").expect(
      .exit(0)
    )
    try await suite.parity("lint").expect(
      .exit(1),
      message: "what lint finds in a new case",
      in: messages,
      output: [":17:17: error: "]
    )
    try await suite.parity("check").expect(
      .exit(1),
      output: ["FAILED session-detail/cut_short", "− \"FILL IN:"]
    )
    try await suite.parity("regenerate", "--only", "cut_short").expect(
      .exit(1),
      output: ["refused session-detail/cut_short\n"]
    )

    try suite.replace(
      "FILL IN: what this case tests, in one sentence",
      with: "It is cut short.",
      in: Sample.results
    )
    try suite.replace(
      #""FILL IN: the recorded payloads": null"#,
      with: #""type": "user", "message": { "content": "hello" }"#,
      in: Sample.results
    )
    try suite.replace(
      "\"FILL IN: an object with the expected values, worked out by hand\"",
      with: "{ \"entryCount\": 1 }",
      in: Sample.results
    )
    let run = try await suite.parity("check")
    run.expect(.exit(1))
    messages.expect(run.lines(with: "FAILED session-detail/cut_short"), "a case without a golden")
    try await suite.parity("regenerate").expect(.exit(0))
    try suite.replace("\"version\": \"1.0.0\"", with: "\"version\": \"1.1.0\"", in: Sample.matrix)
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `a file that is not there yet is begun and named in the matrix`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.parity(
      ["new", "case", "first", "--row", "message-text", "--file", "more.json"]
    )
    run.expect(.exit(0), output: ["more.json"])
    messages.expect(run.report, "a new case in a new file")
    #expect(
      try suite.text(of: Sample.matrix).contains(
        "[\"messages.json\", \"results.json\", \"more.json\"]"
      )
    )
    #expect(
      try suite.text(of: "\(TemporarySuite.fixtures)/more.json").hasPrefix(
        "{\n  \"cases\": [\n    {\n"
      )
    )
    try await suite.parity("new", "case", "second", "--row", "message-text").expect(.exit(0))
    #expect(try suite.text(of: "\(TemporarySuite.fixtures)/more.json").contains("\"second\""))
    #expect(try suite.stagingFolders() == [])
  }

  @Test(arguments: [
    (["greeting", "--row", "message-text"], "an id that is taken", "\(Sample.messages):3:5"),
    (["Big", "--row", "message-text"], "an id with a capital letter", "'Big'"),
    (["../x", "--row", "message-text"], "an id that leaves the folder", "'../x'"),
    (["x", "--row", "mesage-text"], "a misspelled row", "'message-text'"),
    (
      ["x", "--row", "message-text", "--file", "../x.json"],
      "a file that leaves the folder", "'../x.json'"
    ),
    (
      ["x", "--row", "message-text", "--file", "behavior-matrix.json"],
      "a file that is the matrix", "'behavior-matrix.json'"
    ),
    (
      ["x", "--row", "message-text", "--contract", "sesion-detail"],
      "a misspelled contract", "'session-detail'"
    ),
    (
      ["x", "--row", "message-text", "--operation", "timelin"],
      "a misspelled operation", "'timeline'"
    ),
  ])
  func `what can't be is refused, and nothing is written`(
    arguments: [String],
    message: String,
    value: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.contents()
    try await suite.parity(["new", "case"] + arguments).expect(
      .exit(64),
      message: message,
      in: messages,
      errors: [value]
    )
    #expect(try suite.contents() == before)
  }

  @Test
  func `recorded events become a case, without what should not leave the machine`() async throws {
    let suite = try await TemporarySuite.recorded()
    let recording = """
      {"type":"system","subtype":"init"}
      {"type":"user","cwd":"\(users)/jane/app","message":{"content":"I am jane@mail.dev"}}

      {"type":"user","message":{"content":"in \(users)/jane with ghp_abcdefghijklmnopqrstuvwxyz0123"}}
      {"type":"user","message":{"content":"too late"}}

      """
    try suite.write(recording, to: "run.jsonl")
    let run = try await suite.parity(
      "new",
      "case",
      "recorded",
      "--row",
      "message-text",
      "--from-events",
      "run.jsonl",
      "--lines",
      "2-4"
    )
    let redactions = ["user1", "person-1@example.com", "SECRET-1"]
    run.expect(.exit(0), output: redactions + ["run.jsonl"])
    messages.expect(run.lines(with: redactions + ["run.jsonl"]), "a case of recorded events")
    let text = try suite.text(of: Sample.messages)
    #expect(text.contains("\"cwd\": \"\(users)/user1/app\""))
    #expect(text.contains("\"in \(users)/user1 with SECRET-1\""))
    #expect(!text.contains("too late") && !text.contains("init") && !text.contains("jane"))
    #expect(text.contains("\"events\": [\n        { \"type\": \"user\", \"cwd\""))
  }

  @Test(arguments: [
    (["--lines", "7"], 64, "lines without a payload", "run.jsonl"),
    (["--lines", "0"], 64, "a line before the first", "--lines"),
    (["--lines", "3-2"], 64, "lines in reverse", "--lines"),
    ([], 65, "a recording that is no JSON", "run.jsonl:2:1: "),
  ])
  func `a recording that can't be used is refused`(
    options: [String],
    status: Int32,
    message: String,
    value: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{}\n?\n", to: "run.jsonl")
    let before = try suite.contents()
    try await suite.parity(
      ["new", "case", "recorded", "--row", "message-text", "--from-events", "run.jsonl"] + options
    ).expect(.exit(status), message: message, in: messages, errors: [value])
    #expect(try suite.contents() == before)
  }
}

// Kept apart from the name in it: no file of this repository may contain the path of a person's
// folder.
private let users = "/Users"
