import MessageSnapshot
import Testing

/// Inputs of existing cases that are renewed, and inputs that are made of exported rows.
struct RenewedCaseTests {
  private let messages = MessageSnapshot("parity new case --replace")
  private let suite: TemporarySuite
  /// The command that renews a case from a recording.
  private static let renewal = [
    "new", "case", "greeting", "--replace", "--from-events", "run.jsonl",
  ]
  /// The command that makes a case of exported rows.
  private static let export = [
    "new", "case", "exported", "--row", "message-text", "--from-rows", "rows.jsonl",
  ]

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a case gets a new input, keeps its expectation, and the rest of the file stays`()
    async throws
  {
    try suite.write(
      #"{"type":"user","message":{"content":"hello"},"uuid":"1"}"# + "\n",
      to: "run.jsonl"
    )
    let before = try suite.text(of: Sample.messages)
    let run = try await suite.parity(Self.renewal)
    run.expect(.exit(0))
    messages.expect(run.report, "expectations that hold")
    let after = try suite.text(of: Sample.messages)
    #expect(after.contains(#""uuid": "1""#), "\(after)")
    #expect(
      after.replacing(#/, "uuid": "1"/#, with: "") == before,
      "only the input should change:\n\(after)"
    )
    try await suite.parity("regenerate", "--only", "greeting").expect(.exit(0))
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `what no longer holds is printed`() async throws {
    try suite.write(
      #"{"type":"assistant","message":{"content":[{"type":"text","text":"hi"}]}}"# + "\n",
      to: "run.jsonl"
    )
    let run = try await suite.parity(Self.renewal)
    run.expect(.exit(0), output: ["\"hi\""])
    messages.expect(run.report, "expectations that don't hold")
  }

  @Test(arguments: [nil, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="])
  func `exported rows become the input, decrypted with their key`(key: String?) async throws {
    let row =
      key == nil
      ? #"{"id":"r1","sequence_number":"7","created_at":"2026-01-01T00:00:00Z","content":"{\"type\":\"user\",\"message\":\"mail ada@lovelace.dev\"}"}"#
      : #"{"id":"r1","sequence_number":1,"content_encrypted":"65p7ZR8jnEao2evMy/OZvK8LAJ0ATw==","content_nonce":"AAECAwQFBgcICQoL"}"#
    try suite.write(row + "\n", to: "rows.jsonl")
    let options = key.map { ["--key", $0] } ?? []
    try await suite.parity(Self.export + options).expect(.exit(0))
    let text = try suite.text(of: Sample.messages)
    #expect(text.contains(#""id": "r1""#) && !text.contains("ada@lovelace.dev"), "\(text)")
    #expect(text.contains(key == nil ? #""$json""# : #""content": "base64""#), "\(text)")
  }

  @Test(arguments: [
    (["greeting", "--replace"], "a renewal without a file"),
    (
      ["greeting", "--replace", "--from-events", "run.jsonl", "--row", "x"], "a renewal with a row"
    ),
    (["new_one"], "a case without a row"),
    (["new_one", "--row", "message-text", "--key", "x"], "a key without rows"),
    (["greting", "--replace", "--from-events", "run.jsonl"], "a renewal of no case"),
  ])
  func `what can't be renewed is wrong usage`(
    arguments: [String],
    message: String
  ) async throws {
    try suite.write("{}\n", to: "run.jsonl")
    let before = try suite.contents()
    try await suite.parity(["new", "case"] + arguments).expect(
      .exit(64),
      message: message,
      in: messages
    )
    #expect(try suite.contents() == before)
  }

  @Test(arguments: [
    (
      #"{"id":"r1","sequence_number":1,"content_encrypted":"AAAA","content_nonce":"AAAA"}"#,
      "a row without a key"
    ),
    (#"{"id":"r1"}"#, "a row that isn't one"),
    ("[", "a line that isn't JSON"),
  ])
  func `rows that can't be read are an error, and nothing is written`(
    row: String,
    message: String
  ) async throws {
    try suite.write(row + "\n", to: "rows.jsonl")
    let before = try suite.contents()
    let run = try await suite.parity(Self.export)
    run.expect(.exit(65), message: message, in: messages, errors: ["rows.jsonl:1:"])
    #expect(try suite.contents() == before)
  }

  @Test(arguments: [
    (#"{"$json":1}"#, #"{ "$json": { "$literal": { "$json": 1 } } }"#),
    (
      #"{"a":{"$repeat":{"$json":2}}}"#,
      #"{ "$json": { "a": { "$literal": { "$repeat": { "$json": 2 } } } } }"#
    ),
    (#"{"a":1,"a":2}"#, #""{\"a\":1,\"a\":2}""#),
    (#"{"a":"\ud800"}"#, #""{\"a\":\"\\ud800\"}""#),
  ])
  func `content is kept exactly, as a literal or as text where $json alone isn't exact`(
    content: String,
    written: String
  ) async throws {
    let escaped = content.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    try suite.write(
      #"{"id":"r1","sequence_number":1,"content":"\#(escaped)"}"# + "\n",
      to: "rows.jsonl"
    )
    try await suite.parity(Self.export).expect(.exit(0))
    let text = try suite.text(of: Sample.messages)
    #expect(text.contains(#""content": \#(written)"#), "\(text)")
  }

  @Test func `a case is named with its contract, private ids are replaced, and lost members told`()
    async throws
  {
    try suite.write(
      #"{"id":"ada@lovelace.dev","sequence_number":1,"content":"hello"}"# + "\n",
      to: "rows.jsonl"
    )
    try await suite.parity(Self.export).expect(.exit(0))
    let before = try suite.text(of: Sample.messages)
    #expect(before.contains("person-1@example.com") && !before.contains("lovelace"), "\(before)")

    try suite.write(
      before.replacing(
        #"{ "rows": [{ "id": "person"#,
        with: #"{ "updates": [], "rows": [{ "id": "person"#
      ),
      to: Sample.messages
    )
    let run = try await suite.parity(
      "new",
      "case",
      "\(TemporarySuite.contract)/exported",
      "--replace",
      "--from-rows",
      "rows.jsonl"
    )
    run.expect(.exit(0), output: ["updates"])
    messages.expect(run.report, "a member that the new input lacks")
    #expect(try suite.text(of: Sample.messages) == before)
  }

  @Test func `a key can start with a hyphen`() async throws {
    try suite.write(
      #"{"id":"r1","sequence_number":1,"content_encrypted":"65p7ZR8jnEao2evMy/OZvK8LAJ0ATw==","content_nonce":"AAECAwQFBgcICQoL"}"#
        + "\n",
      to: "rows.jsonl"
    )
    try await suite.parity(Self.export + ["--key", "-short"])
      .expect(.exit(65), message: "a key that isn't one", in: messages)
    try await suite.parity(Self.export + ["--key", "-Pv7-Pn6-Pv7-Pn6-Pv7-Pn6-Pv7-Pn6-Pv7-Pn6-Ps"])
      .expect(.exit(65), message: "the key of another session", in: messages)
  }
}
