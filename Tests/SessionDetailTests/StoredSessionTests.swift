import Foundation
import SessionDetail
import Testing

struct StoredSessionTests {
  @Test func `the input of the contract becomes rows`() throws {
    let data = Data(
      #"""
      {"rows": [{"id": "a", "sequence_number": "2", "created_at": "2026-01-01T00:00:00Z",
        "content": "Hello"}],
       "updates": [{"id": "b", "sequence_number": 3, "content_encrypted": "00", "content_nonce": 1}],
       "session_key": "key"}
      """#.utf8
    )
    let expected = StoredSession(
      rows: [
        StoredSessionRow(
          id: "a",
          sequenceNumber: 2,
          createdAt: "2026-01-01T00:00:00Z",
          content: .plain("Hello")
        )
      ],
      updates: [
        StoredSessionRow(
          id: "b",
          sequenceNumber: 3,
          content: .encrypted(EncryptedContent(ciphertext: "00", nonce: nil))
        )
      ],
      sessionKey: "key"
    )
    #expect(try StoredSession(parsing: data) == expected)
    #expect(try StoredSession(parsing: Array(data)) == expected)
    #expect(try StoredSession(parsing: data.dropFirst(0)) == expected)
  }

  @Test func `updates and a key can be missing`() throws {
    #expect(try StoredSession(parsing: Data(#"{"rows": []}"#.utf8)) == StoredSession(rows: []))
  }

  @Test func `timelines of an input are those of its rows`() throws {
    let data = Data(#"{"rows": [{"id": "a", "sequence_number": 1, "content": "Hi"}]}"#.utf8)
    let decrypted = try DecryptedRows(StoredSession(parsing: data))
    let timeline = SessionTimeline(rows: decrypted.rows, updates: decrypted.updates)
    #expect(timeline.entries.map(\.content) == ["Hi"])
    #expect(
      String(decoding: timeline.jsonData, as: UTF8.self)
        == #"{"entries":[{"blocks":[{"text":"Hi","type":"text"}],"content":"Hi","#
        + #""display":[{"blocks":[0],"kind":"block"}],"id":"a","role":"user","sequenceNumber":1}],"#
        + #""rowCount":1}"#
    )
  }

  @Test(arguments: [
    ("{", "", "the input isn't valid JSON: 1:2: "),
    ("[]", "", "the input must be an object, not an array"),
    (#"{"rows": 1}"#, "/rows", "'rows' must be an array, not a number"),
    (
      #"{"rows": [{"id": 1, "sequence_number": 1, "content": ""}]}"#, "/rows/0/id",
      "'id' must be a string, not a number"
    ),
    (#"{"rows": [], "update": []}"#, "/update", "unknown member 'update' in the input; known"),
    (
      #"{"rows": [], "updates": [{"id": "a", "sequence_number": 1, "a/b": 1}]}"#,
      "/updates/0/a~1b", "unknown member 'a/b' in an item of 'updates'; known members: 'id', "
    ),
    (#"{"rows": [{"id": "", "sequence_number": 1}]}"#, "/rows/0/id", "'id' must not be empty"),
  ])
  func `an error has its place and reason`(json: String, pointer: String, reason: String) throws {
    let error = try #require(throws: StoredSessionError.self) {
      try StoredSession(parsing: Data(json.utf8))
    }
    #expect(error.pointer == pointer)
    #expect(error.message.hasPrefix(reason))
    #expect(error.description == (pointer.isEmpty ? "" : "\(pointer): ") + error.message)
  }
}
