internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

/// The operation `roundtrip`: a JSON text, read as a type of the protocol and written again.
struct RoundTrip: Sendable {
  private let type: WireType
  private let json: String

  init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["type", "json"])
    let name = try input.required("type")
    let typeName = try name.text()
    guard let type = WireType.all.first(where: { $0.name.hasSameBytes(as: typeName) }) else {
      let hint = Suggestion.hint(for: typeName, among: WireType.all.map(\.name), orList: "known are")
      throw name.refusal("names no type of the protocol: '\(typeName)'\(hint)")
    }
    self.type = type
    let text = try input.required("json")
    json = try text.text()
    if let gap = Self.gap(in: json) { throw text.refusal("is a text that the contract does not cover: \(gap)") }
  }

  func output() throws -> JSONValue {
    do {
      return ["value": try type.roundTrip(json)]
    } catch let fault as WireFault {
      return fault.json
    } catch {
      throw ImplementationFailure("what was read cannot be written: \(error)")
    }
  }

  /// Why the contract doesn't say what becomes of a text: readers of JSON disagree about some that the grammar allows.
  private static func gap(in text: String) -> String? {
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: text).anomalies().first(where: \.isAmbiguous).map {
        "\($0.location): \($0.message)"
      }
    } catch {
      return error.isLeftOpen ? "\(error)" : nil
    }
  }
}

/// A type of the protocol, as a case calls it.
private struct WireType: Sendable {
  let name: String
  /// A JSON text decoded and encoded again; throws a `WireFault` where it is no value of the type.
  let roundTrip: @Sendable (String) throws -> JSONValue

  private init<Value: Codable & Sendable>(_ type: Value.Type, _ name: String) {
    self.name = name
    roundTrip = { try WireForm.json(of: WireForm.value(Value.self, fromJSON: $0)) }
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

extension WireFault {
  /// What `roundtrip` gives in place of a value.
  fileprivate var json: JSONValue {
    var error: JSONObject = ["code": .string(code.rawValue)]
    error["path"] = path.map { .string($0.description) }
    return ["error": .object(error)]
  }
}

extension JSONSyntaxError {
  /// Whether the text is JSON by the grammar, but more than each reader takes.
  fileprivate var isLeftOpen: Bool {
    switch reason {
    case .numberOutOfRange, .nestingTooDeep, .textTooLong, .byteOrderMark: true
    default: false
    }
  }
}
