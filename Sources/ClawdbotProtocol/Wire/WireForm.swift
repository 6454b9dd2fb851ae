package import CanonicalJSON
internal import Foundation

/// Converts the protocol's types to JSON and back through their `Codable` conformances.
///
/// Encoding uses Foundation's encoder with `clawdbotProtocol` as its date strategy. Decoding
/// accepts what Foundation's decoder would accept, and also reports the exact path of a fault.
package enum WireForm {
  /// Decodes a value of one of the protocol's types from a JSON text.
  ///
  /// - Throws: The first fault, which is `malformedJSON` if the text isn't JSON.
  package static func value<Value: Decodable>(
    _ type: Value.Type,
    fromJSON text: String
  ) throws(WireFault) -> Value {
    guard let document = try? JSONDocument(parsing: text) else {
      throw WireFault(code: .malformedJSON, path: nil)
    }
    return try value(type, from: document.root.value)
  }

  /// Decodes a value of one of the protocol's types from a JSON value.
  ///
  /// - Throws: The first fault.
  package static func value<Value: Decodable>(
    _ type: Value.Type,
    from json: JSONValue
  ) throws(WireFault) -> Value {
    do {
      return try WireDecoder(json: json, codingPath: []).decode(type)
    } catch let error as DecodingError {
      throw WireFault(error)
    } catch {
      // The protocol's types don't throw other errors.
      throw WireFault(code: .invalidValue, path: JSONPointer())
    }
  }

  /// Returns a value of one of the protocol's types as JSON.
  ///
  /// - Throws: Only `EncodingError.invalidValue`, if a date is outside of the years 0000 to 9999.
  package static func json(of value: some Encodable) throws -> JSONValue {
    // W1: the standard library's `encodeIfPresent` omits an optional that is `nil`.
    try JSONDocument(parsing: Array(encoder.encode(value))).root.value
  }

  /// An encoder with the date strategy that an app uses too.
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .clawdbotProtocol
    return encoder
  }()
}
