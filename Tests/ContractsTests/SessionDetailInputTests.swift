import CanonicalJSON
import Conformance
import Contracts
import MessageSnapshot
import Testing

struct SessionDetailInputTests {
  private let messages = MessageSnapshot("Inputs of session-detail")

  @Test(arguments: [
    #"{"rows": []}"#,
    #"{"rows": [{"id": "a", "sequence_number": 1, "content": ""}], "updates": [], "session_key": ""}"#,
    #"{"rows": [{"id": "a", "sequence_number": "-9007199254740991", "created_at": "?", "content": "{"}]}"#,
    #"{"rows": [{"id": "a", "sequence_number": 1.0, "content_encrypted": null, "content_nonce": 1}]}"#,
    #"{"rows": [{"id": "a", "sequence_number": 1, "content": "", "content_encrypted": 1}]}"#,
  ])
  func `rows of every kind are taken`(json: String) throws {
    #expect(try refusal(json) == nil)
  }

  @Test(arguments: [
    ("null", "", "an input that is null"),
    ("{}", "", "an input without rows"),
    (#"{"rows": {}}"#, "/rows", "rows that are an object"),
    (#"{"rows": [], "update": []}"#, "/update", "misspelt updates"),
    (#"{"rows": [], "updates": 1}"#, "/updates", "updates that are a number"),
    (#"{"rows": [], "session_key": 1}"#, "/session_key", "a key that is a number"),
    (#"{"rows": [], "updates": [1]}"#, "/updates/0", "an update that is a number"),
  ])
  func `an input that is none is told`(json: String, pointer: String, entry: String) throws {
    messages.expect(try refusal(json), entry, at: pointer)
  }

  @Test(arguments: [
    ("[]", "", "a row that is an array"),
    (#"{"sequence_number": 1, "content": ""}"#, "", "a row without an id"),
    (#"{"id": "", "sequence_number": 1, "content": ""}"#, "/id", "an empty id"),
    (#"{"id": 1, "sequence_number": 1, "content": ""}"#, "/id", "an id that is a number"),
    (#"{"id": "a", "content": ""}"#, "", "a row without a sequence number"),
    (
      #"{"id": "a", "sequence_number": 9007199254740992, "content": ""}"#, "/sequence_number",
      "a sequence number beyond 53 bits"
    ),
    (
      #"{"id": "a", "sequence_number": "+1", "content": ""}"#, "/sequence_number",
      "a sequence number with a plus sign"
    ),
    (#"{"id": "a", "sequence_number": 1}"#, "", "a row without content"),
    (#"{"id": "a", "sequence_number": 1, "content": {}}"#, "/content", "content that is an object"),
    (
      #"{"id": "a", "sequence_number": 1, "content": "", "created_at": null}"#, "/created_at",
      "a time that is null"
    ),
    (#"{"id": "a", "sequence_number": 1, "contnet": ""}"#, "/contnet", "misspelt content"),
  ])
  func `a row that is none is told`(row: String, pointer: String, entry: String) throws {
    let good = #"{"id": "a", "sequence_number": 1, "content": ""}"#
    messages.expect(try refusal(#"{"rows": [\#(good), \#(row)]}"#), entry, at: "/rows/1\(pointer)")
  }

  private func refusal(_ json: String) throws -> InputRefusal? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .sessionDetail,
      "timeline"
    )
  }
}
