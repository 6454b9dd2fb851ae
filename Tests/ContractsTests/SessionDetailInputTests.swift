import CanonicalJSON
import Conformance
import Contracts
import Testing

struct SessionDetailInputTests {
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
    ("null", ": an input is an object, not null"),
    ("{}", ": an input needs the member 'rows'"),
    (#"{"rows": {}}"#, "/rows: 'rows' is an array, not an object"),
    (
      #"{"rows": [], "update": []}"#,
      "/update: an input has no member 'update'; did you mean 'updates'?"
    ),
    (#"{"rows": [], "updates": 1}"#, "/updates: 'updates' is an array, not a number"),
    (#"{"rows": [], "session_key": 1}"#, "/session_key: 'session_key' is a string, not a number"),
    (
      #"{"rows": [], "updates": [1]}"#,
      "/updates/0: an item of 'updates' is an object, not a number"
    ),
  ])
  func `an input that is none is told`(json: String, message: String) throws {
    #expect(try refusal(json) == message)
  }

  @Test(arguments: [
    ("[]", ": an item of 'rows' is an object, not an array"),
    (#"{"sequence_number": 1, "content": ""}"#, ": an item of 'rows' needs the member 'id'"),
    (#"{"id": "", "sequence_number": 1, "content": ""}"#, "/id: 'id' is empty"),
    (#"{"id": 1, "sequence_number": 1, "content": ""}"#, "/id: 'id' is a string, not a number"),
    (#"{"id": "a", "content": ""}"#, ": an item of 'rows' needs the member 'sequence_number'"),
    (
      #"{"id": "a", "sequence_number": 9007199254740992, "content": ""}"#,
      "/sequence_number: 'sequence_number' is a whole number within ±(2^53 − 1), or its digits in a string"
    ),
    (
      #"{"id": "a", "sequence_number": "+1", "content": ""}"#,
      "/sequence_number: 'sequence_number' is a whole number within ±(2^53 − 1), or its digits in a string"
    ),
    (
      #"{"id": "a", "sequence_number": 1}"#,
      ": an item of 'rows' needs 'content', or 'content_encrypted' and 'content_nonce'"
    ),
    (
      #"{"id": "a", "sequence_number": 1, "content": {}}"#,
      "/content: 'content' is a string, not an object"
    ),
    (
      #"{"id": "a", "sequence_number": 1, "content": "", "created_at": null}"#,
      "/created_at: 'created_at' is a string, not null"
    ),
    (
      #"{"id": "a", "sequence_number": 1, "contnet": ""}"#,
      "/contnet: an item of 'rows' has no member 'contnet'; did you mean 'content'?"
    ),
  ])
  func `a row that is none is told`(row: String, message: String) throws {
    let good = #"{"id": "a", "sequence_number": 1, "content": ""}"#
    #expect(try refusal(#"{"rows": [\#(good), \#(row)]}"#) == "/rows/1\(message)")
  }

  private func refusal(_ json: String) throws -> String? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .sessionDetail,
      "timeline"
    )
  }
}
