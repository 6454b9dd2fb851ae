package import CanonicalJSON
internal import Foundation

/// The protocol's types as JSON, and back, through their own `Codable` conformances.
///
/// Foundation's encoder writes them, with `clawdbotProtocol` as its strategy for dates. Reading
/// does what its decoder would do, and tells the exact place of a fault.
package enum WireForm {
  /// Reads a value of one of the protocol's types from a JSON text.
  package static func value<Value: Decodable>(
    _ type: Value.Type,
    fromJSON text: String
  ) throws(WireFault) -> Value {
    guard let document = try? JSONDocument(parsing: text) else {
      throw WireFault(code: .malformedJSON, path: nil)
    }
    return try value(type, from: document.root.value)
  }

  /// Reads a value of one of the protocol's types.
  package static func value<Value: Decodable>(
    _ type: Value.Type,
    from json: JSONValue
  ) throws(WireFault) -> Value {
    do {
      return try WireDecoder(json: json, codingPath: []).decode(type)
    } catch let error as DecodingError {
      throw WireFault(error)
    } catch {
      // The protocol's types throw nothing else.
      throw WireFault(code: .invalidValue, path: JSONPointer())
    }
  }

  /// A value of one of the protocol's types as JSON.
  ///
  /// - Throws: `EncodingError.invalidValue` for a date beyond the years 0000 to 9999, and nothing
  ///   else.
  package static func json(of value: some Encodable) throws -> JSONValue {
    // W1: an optional that is nil is left out by the standard library's `encodeIfPresent`.
    try JSONDocument(parsing: Array(encoder.encode(value))).root.value
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .clawdbotProtocol
    return encoder
  }()
}
