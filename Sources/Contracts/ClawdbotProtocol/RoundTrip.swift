internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

/// The operation `roundtrip`: reads a JSON text as a type of the protocol and writes it again.
struct RoundTrip: Sendable {
  private typealias WireType = any (Codable & Sendable).Type

  private let wireType: WireType
  private let json: String

  /// The types of the protocol by the Swift names that cases use.
  private static let types: [(name: String, type: WireType)] = [
    MessageID.self, MessageStatus.self, MessageSender.self, ChatMessage.self,
    ProtocolEnvelope<ChatMessage>.self,
    ProtocolEnvelope<BotStateUpdate>.self, ProtocolEnvelope<StreamingChunk>.self,
    ProtocolEnvelope<MessageAck>.self,
    MessageAck.self, MessageAck.AckStatus.self, BotState.self, BotStateUpdate.self,
    StreamingChunk.self,
  ].map { (type: WireType) in ("\(type)", type) }

  /// Reads the input of the operation `roundtrip`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["type", "json"])
    wireType = try input.required("type").protocolType(among: Self.types)

    let text = try input.required("json")
    json = try text.text()
    if let gap = Self.gap(in: json) {
      throw text.refusal("must not be JSON that parsers may read differently: \(gap)")
    }
  }

  /// Reads the JSON text as the type and writes it again, or returns the error that the contract
  /// defines.
  ///
  /// - Throws: `ImplementationFailure` if the library can't write what it has read.
  func output() throws -> JSONValue {
    do {
      return ["value": try value(of: wireType)]
    } catch let fault as WireFault {
      let path = fault.path.map { JSONValue.string($0.description) }
      return ["error": .object(["code": .string(fault.code.rawValue), "path": path])]
    } catch {
      throw ImplementationFailure("can't encode the value that was decoded: \(error)")
    }
  }

  /// Returns the value after it was read as a type and written again.
  ///
  /// - Throws: `WireFault` if the text isn't a value of the type, and an `EncodingError` if the
  ///   value has no wire form.
  private func value<Value: Codable>(of type: Value.Type) throws -> JSONValue {
    try WireForm.json(of: WireForm.value(type, fromJSON: json))
  }

  /// Returns the reason why the contract doesn't define the result for a text, or `nil` if it does.
  /// JSON readers disagree about some texts that the grammar allows.
  private static func gap(in text: String) -> String? {
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: text).anomalies().first(where: \.isAmbiguous).map {
        "\($0.location): \($0.message)"
      }
    } catch {
      // The grammar allows these texts, but not every reader accepts them.
      return switch error.reason {
      case .numberOutOfRange, .nestingTooDeep, .textTooLong, .byteOrderMark: "\(error)"
      default: nil
      }
    }
  }
}
