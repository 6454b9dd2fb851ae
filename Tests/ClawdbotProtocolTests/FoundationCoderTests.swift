import CanonicalJSON
import ClawdbotProtocol
import Foundation
import Testing

/// Tests of the types with Foundation's coders and the protocol's date strategy, as an app uses
/// them.
struct FoundationCoderTests {
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  init() {
    encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .clawdbotProtocol
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .clawdbotProtocol
  }

  @Test func `what Foundation writes is the wire form`() throws {
    let envelope = ProtocolEnvelope(
      type: "chat.message",
      sequence: .max,
      payload: ChatMessage(
        id: "m\u{301}",
        content: "a/b\u{0}\r\n\u{2028}👩‍👩‍👧",
        sender: .bot(name: "Opta"),
        timestamp: Date(timeIntervalSince1970: -0.5),
        threadID: "t"
      ),
      serverTimestamp: Date(timeIntervalSince1970: 1_706_644_800.999)
    )
    let json = try JSONDocument(parsing: Array(encoder.encode(envelope))).root.value
    #expect(json == (try WireForm.json(of: envelope)))
    #expect(json["serverTimestamp"] == "2024-01-30T20:00:00Z")
    #expect(json["payload"]?["timestamp"] == "1969-12-31T23:59:59Z")
  }

  @Test func `what Foundation reads is the wire form`() throws {
    let json = """
      {"version": "2", "type": "bot.state", "sequence": -9223372036854775808, "more": [],
       "payload": {"state": "toolUse", "botName": "Opta", "detail": null,
                   "timestamp": "2024-01-30T21:00:00.75+01:00"}}
      """
    let envelope = try decoder.decode(ProtocolEnvelope<BotStateUpdate>.self, from: Data(json.utf8))
    #expect(envelope.sequence == .min)
    #expect(envelope.payload.timestamp == Date(timeIntervalSince1970: 1_706_644_800))
    #expect(
      try WireForm.json(of: envelope)
        == WireForm.json(of: WireForm.value(ProtocolEnvelope<BotStateUpdate>.self, fromJSON: json))
    )
  }

  @Test(arguments: ["yesterday", "2024-02-30T00:00:00Z", "2024-01-30t20:00:00z", ""])
  func `a string that is no date is an error at its place`(text: String) throws {
    let json = #"{"messageID": {"value": "m"}, "status": "error", "serverTimestamp": "\#(text)"}"#
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(MessageAck.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("not corrupt data")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["serverTimestamp"])
  }

  @Test func `a date that cannot be written is an error`() {
    let acknowledgment = MessageAck(
      messageID: "m",
      status: .error,
      serverTimestamp: Date(timeIntervalSince1970: 1e12)
    )
    #expect(throws: EncodingError.self) { try encoder.encode(acknowledgment) }
  }
}
