import CanonicalJSON
import ClawdbotProtocol
import Foundation
import Testing

struct WireFormTests {
  @Test func `a message has the wire form that its declaration gives it`() throws {
    let message = ChatMessage(
      id: "m",
      content: "Hi",
      sender: .bot(name: "Opta"),
      timestamp: Date(timeIntervalSince1970: 1_706_644_800.75),
      status: .sent
    )
    let json = try WireForm.json(of: message)
    #expect(
      json == [
        "id": ["value": "m"],
        "content": "Hi",
        "sender": ["type": "bot", "name": "Opta"],
        "timestamp": "2024-01-30T20:00:00Z",
        "status": "sent",
      ]
    )
  }

  @Test func `a date that cannot be written is an error and its place`() throws {
    let envelope = ProtocolEnvelope(
      type: "ack",
      sequence: 1,
      payload: MessageAck(
        messageID: "m",
        status: .error,
        serverTimestamp: .init(timeIntervalSince1970: 1e12)
      )
    )
    let error = #expect(throws: EncodingError.self) { try WireForm.json(of: envelope) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("not an invalid value")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["payload", "serverTimestamp"])
  }

  @Test func `a payload may have arrays`() throws {
    let envelope = ProtocolEnvelope(
      type: "texts",
      sequence: 1,
      payload: [["one"], [], ["two", "three"]]
    )
    #expect(
      try WireForm.json(of: envelope) == [
        "version": "1.0",
        "type": "texts",
        "sequence": 1,
        "payload": [["one"], [], ["two", "three"]],
      ]
    )
  }

  @Test(arguments: [
    (#"{"value"#, WireFault.Code.malformedJSON, nil),
    ("{}", .missingKey, "/value"),
    ("null", .nullValue, ""),
    (#"{"value":null}"#, .nullValue, "/value"),
    (#""m""#, .wrongType, ""),
    (#"{"value":1}"#, .wrongType, "/value"),
  ])
  func `a fault has a code and a place`(json: String, code: WireFault.Code, path: String?) throws {
    let fault = #expect(throws: WireFault.self) {
      _ = try WireForm.value(MessageID.self, fromJSON: json)
    }
    #expect(fault?.code == code)
    #expect(fault?.path?.description == path)
  }
}
