internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance
internal import Foundation

/// The arguments of an initializer of the protocol's types, by the names of its parameters.
///
/// An argument that has a default value is `nil` if the case doesn't give it.
protocol InitializerArguments: Decodable, Sendable {
  /// The type of the value that the initializer creates.
  associatedtype Value: Codable & Sendable

  /// Checks that the arguments have no names other than those of the parameters.
  static func checkNames(of arguments: InputValue) throws(InputRefusal)

  /// Calls the initializer.
  ///
  /// The default values are those of the library: the value is first created with the required
  /// arguments only. The generated values among them are reported to `context`.
  func value(in context: inout CreationContext) -> Value
}

/// The clock of a creation and the ids that it generated.
struct CreationContext {
  /// The time that replaces the time of the system's clock.
  let now: Date
  private(set) var generatedIDs: [MessageID] = []

  init(now: Date) { self.now = now }

  /// Records an id that the library generated, and returns it.
  mutating func recording(_ generated: MessageID) -> MessageID {
    generatedIDs.append(generated)
    return generated
  }

  /// Returns the present time of the case in place of a default that is the time of the system's
  /// clock. Returns any other default unchanged.
  func replacingClock(_ time: Date) -> Date {
    // Any other default would be far from the present time. A minute allows for slow machines.
    abs(time.timeIntervalSinceNow) < 60 ? now : time
  }
}

/// The argument of `MessageID.init(_:)`. Cases call it by the name of the property.
struct MessageIDArguments: InitializerArguments {
  let value: String

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    _ = try arguments.object(["value"])
  }

  func value(in context: inout CreationContext) -> MessageID { MessageID(value) }
}

/// A sender in its wire form, because an enumeration has no initializer.
struct MessageSenderArguments: InitializerArguments {
  private let sender: MessageSender

  init(from decoder: any Decoder) throws { sender = try MessageSender(from: decoder) }

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    // C1: the user has no name.
    let isUser = arguments["type"]?.value == "user"
    _ = try arguments.object(isUser ? ["type"] : ["type", "name"])
  }

  func value(in context: inout CreationContext) -> MessageSender { sender }
}

/// The arguments of `ChatMessage`, of which only the content and the sender are required.
struct ChatMessageArguments: InitializerArguments {
  let id: MessageID?
  let content: String
  let sender: MessageSender
  let timestamp: Date?
  let status: MessageStatus?
  let threadID: String?
  let replyTo: MessageID?

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    _ = try arguments.object([
      "id", "content", "sender", "timestamp", "status", "threadID", "replyTo",
    ])
  }

  /// Creates the message. Without an argument for it, the id is generated and recorded, and the
  /// time is that of the case.
  func value(in context: inout CreationContext) -> ChatMessage {
    let defaults = ChatMessage(content: content, sender: sender)

    return ChatMessage(
      id: id ?? context.recording(defaults.id),
      content: content,
      sender: sender,
      timestamp: timestamp ?? context.replacingClock(defaults.timestamp),
      status: status ?? defaults.status,
      threadID: threadID ?? defaults.threadID,
      replyTo: replyTo ?? defaults.replyTo
    )
  }
}

/// The arguments of `ProtocolEnvelope`. The payload is created from its own arguments.
struct ProtocolEnvelopeArguments<Payload: InitializerArguments>: InitializerArguments {
  let version: String?
  let type: String
  let sequence: Int
  let payload: Payload
  let serverTimestamp: Date?

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    _ = try arguments.object(["version", "type", "sequence", "payload", "serverTimestamp"])
    try Payload.checkNames(of: try arguments.required("payload"))
  }

  /// Creates the payload and then the envelope, whose time has no default that depends on the
  /// clock.
  func value(in context: inout CreationContext) -> ProtocolEnvelope<Payload.Value> {
    let payload = payload.value(in: &context)
    let defaults = ProtocolEnvelope(type: type, sequence: sequence, payload: payload)

    return ProtocolEnvelope(
      version: version ?? defaults.version,
      type: type,
      sequence: sequence,
      payload: payload,
      serverTimestamp: serverTimestamp ?? defaults.serverTimestamp
    )
  }
}

/// The arguments of `MessageAck`, of which only the time is optional.
struct MessageAckArguments: InitializerArguments {
  let messageID: MessageID
  let status: MessageAck.AckStatus
  let serverTimestamp: Date?

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    _ = try arguments.object(["messageID", "status", "serverTimestamp"])
  }

  /// Creates the acknowledgment. Without an argument for it, the time is that of the case.
  func value(in context: inout CreationContext) -> MessageAck {
    let defaults = MessageAck(messageID: messageID, status: status)

    return MessageAck(
      messageID: messageID,
      status: status,
      serverTimestamp: serverTimestamp ?? context.replacingClock(defaults.serverTimestamp)
    )
  }
}

/// The arguments of `BotStateUpdate`, of which the detail and the time are optional.
struct BotStateUpdateArguments: InitializerArguments {
  let state: BotState
  let botName: String
  let detail: String?
  let timestamp: Date?

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    _ = try arguments.object(["state", "botName", "detail", "timestamp"])
  }

  /// Creates the update. Without an argument for it, the time is that of the case.
  func value(in context: inout CreationContext) -> BotStateUpdate {
    let defaults = BotStateUpdate(state: state, botName: botName)

    return BotStateUpdate(
      state: state,
      botName: botName,
      detail: detail ?? defaults.detail,
      timestamp: timestamp ?? context.replacingClock(defaults.timestamp)
    )
  }
}

/// The arguments of `StreamingChunk`, of which only the flag is optional.
struct StreamingChunkArguments: InitializerArguments {
  let messageID: MessageID
  let chunkIndex: Int
  let content: String
  let isFinal: Bool?

  static func checkNames(of arguments: InputValue) throws(InputRefusal) {
    _ = try arguments.object(["messageID", "chunkIndex", "content", "isFinal"])
  }

  /// Creates the chunk, which has no defaults that are generated or depend on the clock.
  func value(in context: inout CreationContext) -> StreamingChunk {
    let defaults = StreamingChunk(messageID: messageID, chunkIndex: chunkIndex, content: content)

    return StreamingChunk(
      messageID: messageID,
      chunkIndex: chunkIndex,
      content: content,
      isFinal: isFinal ?? defaults.isFinal
    )
  }
}
