import ClawdbotProtocol
import Foundation
import Testing

/// The tests of ids, senders, messages, envelopes and acknowledgments that the contract's source
/// lists, with their values and checks, and a few more.
struct MessageTypesTests {
  // MARK: - Ids

  /// `testMessageIDGeneration`
  @Test func `generated ids are unique`() {
    let id1 = MessageID.generate()
    let id2 = MessageID.generate()
    #expect(id1 != id2, "generated ids should be unique")
  }

  /// Rule C2.
  @Test func `a generated id is a UUID in lower case`() {
    let id = MessageID.generate().value
    #expect(UUID(uuidString: id) != nil)
    #expect(id == id.lowercased())
  }

  /// `testMessageIDStringLiteral`
  @Test func `a literal is an id`() {
    let id: MessageID = "test-id"
    #expect(id.value == "test-id")
  }

  /// `testMessageIDCodable`
  @Test func `an id is decoded as it was encoded`() throws {
    let id = MessageID("test-123")
    let data = try JSONEncoder().encode(id)
    let decoded = try JSONDecoder().decode(MessageID.self, from: data)
    #expect(decoded == id)
  }

  /// Rule W8.
  @Test func `ids with different bytes are different`() {
    let composed: MessageID = "caf\u{E9}"
    let decomposed: MessageID = "cafe\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  // MARK: - Senders

  /// `testMessageSenderUserCodable`
  @Test func `the user is decoded as encoded`() throws {
    let sender = MessageSender.user
    let data = try JSONEncoder().encode(sender)
    let decoded = try JSONDecoder().decode(MessageSender.self, from: data)
    #expect(decoded == sender)
  }

  /// `testMessageSenderBotCodable`
  @Test(arguments: ["Opta", ""])
  func `a bot is decoded as encoded`(name: String) throws {
    let sender = MessageSender.bot(name: name)
    let data = try JSONEncoder().encode(sender)
    let decoded = try JSONDecoder().decode(MessageSender.self, from: data)
    #expect(decoded == sender)
  }

  @Test func `senders are equal if their types and names are equal`() {
    #expect(MessageSender.bot(name: "Opta") == .bot(name: "Opta"))
    #expect(MessageSender.bot(name: "Opta") != .bot(name: "opta"))
    #expect(MessageSender.bot(name: "user") != .user)
    #expect(MessageSender.bot(name: "caf\u{E9}") != .bot(name: "cafe\u{301}"))
  }

  @Test(arguments: [#"{"type": "system"}"#, #"{"type": "bot"}"#, #"{"name": "Opta"}"#])
  func `a sender of another type or without a name can't be decoded`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MessageSender.self, from: Data(json.utf8))
    }
  }

  // MARK: - Messages

  /// `testChatMessageDefaults`
  @Test func `a new message is pending and has no thread and no reply`() {
    let message = ChatMessage(
      content: "Hello",
      sender: .user
    )
    #expect(message.status == .pending)
    #expect(message.threadID == nil)
    #expect(message.replyTo == nil)
  }

  /// `testChatMessageCodable`
  @Test func `a message is decoded as encoded`() throws {
    let message = ChatMessage(
      id: "msg-123",
      content: "Test message",
      sender: .bot(name: "Opta"),
      timestamp: Date(timeIntervalSince1970: 1706644800),
      status: .delivered,
      threadID: "thread-1",
      replyTo: "msg-100"
    )

    let decoded = try decodedWithISO8601(message)

    #expect(decoded.id == message.id)
    #expect(decoded.content == message.content)
    #expect(decoded.sender == message.sender)
    #expect(decoded.timestamp == message.timestamp)
    #expect(decoded.status == message.status)
    #expect(decoded.threadID == message.threadID)
    #expect(decoded.replyTo == message.replyTo)
  }

  // MARK: - Envelopes

  /// `testProtocolEnvelopeCodable`
  @Test func `an envelope is decoded as encoded`() throws {
    let envelope = ProtocolEnvelope(
      version: "1.0",
      type: "chat.message",
      sequence: 42,
      payload: ChatMessage(content: "Test", sender: .user),
      serverTimestamp: nil
    )

    let decoded: ProtocolEnvelope<ChatMessage> = try decodedWithISO8601(envelope)

    #expect(decoded.version == envelope.version)
    #expect(decoded.type == envelope.type)
    #expect(decoded.sequence == envelope.sequence)
    #expect(decoded.payload.content == envelope.payload.content)
    #expect(decoded.serverTimestamp == nil)
  }

  @Test func `an envelope carries any payload`() throws {
    let envelope = ProtocolEnvelope(type: "texts", sequence: 1, payload: ["one", "two"])
    #expect(try decodedWithISO8601(envelope).payload == ["one", "two"])
  }

  // MARK: - Acknowledgments

  /// `testMessageAckCodable`
  @Test func `an acknowledgment is decoded as encoded`() throws {
    let ack = MessageAck(
      messageID: "msg-123",
      status: .received
    )

    let decoded = try decodedWithISO8601(ack)

    #expect(decoded.messageID == ack.messageID)
    #expect(decoded.status == ack.status)
  }

  /// Encodes and decodes a value with the date strategy of the source's tests.
  private func decodedWithISO8601<Value: Codable>(_ value: Value) throws -> Value {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let data = try encoder.encode(value)

    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Value.self, from: data)
  }
}
