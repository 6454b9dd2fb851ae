internal import CanonicalJSON

/// What the contract says of a type's wire form: what the loader of cases and deviations go by, apart from the reference.
package indirect enum ProtocolShape: Sendable {
  package struct Member: Sendable {
    let key: String
    let shape: ProtocolShape
    var isOptional = false
  }

  case text
  case flag
  case integer
  case date
  /// One of the names of an enumeration's cases.
  case name(of: [String])
  case id
  case sender
  /// In order of declaration.
  case object([Member])

  /// Of an object; those of a sender and of an id too.
  var members: [Member]? {
    switch self {
    case .object(let members): members
    case .id: [Member(key: "value", shape: .text)]
    case .sender:
      [Member(key: "type", shape: .name(of: ["user", "bot"])), Member(key: "name", shape: .text, isOptional: true)]
    case .text, .flag, .integer, .date, .name: nil
    }
  }

  /// Nil for a name that the contract does not have.
  init?(typeName: String) {
    switch typeName {
    case "MessageID": self = .id
    case "MessageStatus": self = Self.status
    case "MessageSender": self = .sender
    case "ChatMessage": self = Self.message
    case "ProtocolEnvelope<ChatMessage>": self = .envelope(of: Self.message)
    case "ProtocolEnvelope<BotStateUpdate>": self = .envelope(of: Self.stateUpdate)
    case "ProtocolEnvelope<StreamingChunk>": self = .envelope(of: Self.chunk)
    case "ProtocolEnvelope<MessageAck>": self = .envelope(of: Self.acknowledgment)
    case "MessageAck": self = Self.acknowledgment
    case "AckStatus": self = Self.acknowledgmentStatus
    case "BotState": self = Self.state
    case "BotStateUpdate": self = Self.stateUpdate
    case "StreamingChunk": self = Self.chunk
    default: return nil
    }
  }

  private static let status = name(of: ["pending", "sent", "delivered", "failed"])
  private static let acknowledgmentStatus = name(of: ["received", "processed", "error"])
  private static let state = name(of: ["idle", "thinking", "typing", "toolUse"])

  private static let message = object([
    Member(key: "id", shape: .id), Member(key: "content", shape: .text), Member(key: "sender", shape: .sender),
    Member(key: "timestamp", shape: .date), Member(key: "status", shape: status),
    Member(key: "threadID", shape: .text, isOptional: true), Member(key: "replyTo", shape: .id, isOptional: true),
  ])
  private static let acknowledgment = object([
    Member(key: "messageID", shape: .id), Member(key: "status", shape: acknowledgmentStatus),
    Member(key: "serverTimestamp", shape: .date),
  ])
  private static let stateUpdate = object([
    Member(key: "state", shape: state), Member(key: "botName", shape: .text),
    Member(key: "detail", shape: .text, isOptional: true), Member(key: "timestamp", shape: .date),
  ])
  static let chunk = object([
    Member(key: "messageID", shape: .id), Member(key: "chunkIndex", shape: .integer),
    Member(key: "content", shape: .text), Member(key: "isFinal", shape: .flag),
  ])

  private static func envelope(of payload: ProtocolShape) -> ProtocolShape {
    .object([
      Member(key: "version", shape: .text), Member(key: "type", shape: .text),
      Member(key: "sequence", shape: .integer), Member(key: "payload", shape: payload),
      Member(key: "serverTimestamp", shape: .date, isOptional: true),
    ])
  }
}
