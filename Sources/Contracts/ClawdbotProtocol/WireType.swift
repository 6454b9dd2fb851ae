internal import CanonicalJSON
internal import ClawdbotProtocol

/// A type of the protocol, as a case calls it.
struct WireType: Sendable {
  let name: String
  /// A JSON text decoded and encoded again; throws a `WireFault` where it is no value of the type.
  let roundTrip: @Sendable (String) throws -> JSONValue

  private init<Value: Codable & Sendable>(_ type: Value.Type, _ name: String) {
    self.name = name
    roundTrip = { try WireForm.json(of: WireForm.value(Value.self, fromJSON: $0)) }
  }

  init?(name: String) {
    guard let type = Self.all.first(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
    self = type
  }

  static let all = [
    WireType(MessageID.self, "MessageID"),
    WireType(MessageStatus.self, "MessageStatus"),
    WireType(MessageSender.self, "MessageSender"),
    WireType(ChatMessage.self, "ChatMessage"),
    WireType(ProtocolEnvelope<ChatMessage>.self, "ProtocolEnvelope<ChatMessage>"),
    WireType(ProtocolEnvelope<BotStateUpdate>.self, "ProtocolEnvelope<BotStateUpdate>"),
    WireType(ProtocolEnvelope<StreamingChunk>.self, "ProtocolEnvelope<StreamingChunk>"),
    WireType(ProtocolEnvelope<MessageAck>.self, "ProtocolEnvelope<MessageAck>"),
    WireType(MessageAck.self, "MessageAck"),
    WireType(MessageAck.AckStatus.self, "AckStatus"),
    WireType(BotState.self, "BotState"),
    WireType(BotStateUpdate.self, "BotStateUpdate"),
    WireType(StreamingChunk.self, "StreamingChunk"),
  ]
}
