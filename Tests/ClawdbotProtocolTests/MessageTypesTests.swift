import ClawdbotProtocol
import Foundation
import Testing

struct MessageTypesTests {
  @Test func `generated ids are unique`() {
    #expect(MessageID.generate() != MessageID.generate())
  }

  @Test func `a generated id is a UUID in lower case`() {
    let id = MessageID.generate().value
    #expect(UUID(uuidString: id) != nil)
    #expect(id == id.lowercased())
  }

  @Test func `a literal is an id`() {
    let id: MessageID = "test-id"
    #expect(id.value == "test-id")
  }

  @Test func `an id goes through JSON`() throws {
    let id = MessageID("test-123")
    #expect(try throughJSON(id) == id)
  }

  /// Rule W6.
  @Test func `ids are told apart by their bytes`() {
    let composed: MessageID = "caf\u{E9}"
    let decomposed: MessageID = "cafe\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test(arguments: [MessageSender.user, .bot(name: "Opta"), .bot(name: "")])
  func `a sender goes through JSON`(sender: MessageSender) throws {
    #expect(try throughJSON(sender) == sender)
  }

  @Test func `senders are the same where kind and name are`() {
    #expect(MessageSender.bot(name: "Opta") == .bot(name: "Opta"))
    #expect(MessageSender.bot(name: "Opta") != .bot(name: "opta"))
    #expect(MessageSender.bot(name: "user") != .user)
    #expect(MessageSender.bot(name: "caf\u{E9}") != .bot(name: "cafe\u{301}"))
  }

  @Test func `a new message is pending and stands alone`() {
    let message = ChatMessage(content: "Hello", sender: .user)
    #expect(message.status == .pending)
    #expect(message.threadID == nil)
    #expect(message.replyTo == nil)
  }

  @Test func `a message goes through JSON`() throws {
    let message = ChatMessage(
      id: "msg-123",
      content: "Test message",
      sender: .bot(name: "Opta"),
      timestamp: Date(timeIntervalSince1970: 1_706_644_800),
      status: .delivered,
      threadID: "thread-1",
      replyTo: "msg-100"
    )
    let decoded = try throughJSON(message)
    #expect(decoded.id == message.id)
    #expect(decoded.content == message.content)
    #expect(decoded.sender == message.sender)
    #expect(decoded.timestamp == message.timestamp)
    #expect(decoded.status == message.status)
    #expect(decoded.threadID == message.threadID)
    #expect(decoded.replyTo == message.replyTo)
  }

  @Test func `the status of a message can change`() {
    var message = ChatMessage(content: "Hello", sender: .user)
    message.status = .sent
    #expect(message.status == .sent)
  }

  @Test func `an envelope goes through JSON`() throws {
    let envelope = ProtocolEnvelope(
      version: "1.0",
      type: "chat.message",
      sequence: 42,
      payload: ChatMessage(content: "Test", sender: .user),
      serverTimestamp: nil
    )
    let decoded = try throughJSON(envelope)
    #expect(decoded.version == envelope.version)
    #expect(decoded.type == envelope.type)
    #expect(decoded.sequence == envelope.sequence)
    #expect(decoded.payload.content == envelope.payload.content)
    #expect(decoded.serverTimestamp == nil)
  }

  @Test func `an envelope carries any payload`() throws {
    let envelope = ProtocolEnvelope(type: "texts", sequence: 1, payload: ["one", "two"])
    #expect(envelope.version == "1.0")
    #expect(try throughJSON(envelope).payload == ["one", "two"])
  }

  @Test func `an acknowledgment goes through JSON`() throws {
    let acknowledgment = MessageAck(messageID: "msg-123", status: .received)
    let decoded = try throughJSON(acknowledgment)
    #expect(decoded.messageID == acknowledgment.messageID)
    #expect(decoded.status == acknowledgment.status)
  }

  /// Encodes and decodes the value with the date strategy that the seed's tests use.
  private func throughJSON<Value: Codable>(_ value: Value) throws -> Value {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Value.self, from: encoder.encode(value))
  }
}
