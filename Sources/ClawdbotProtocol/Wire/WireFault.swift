package import CanonicalJSON

/// The first reason why a JSON text isn't a valid value of the protocol. Members are checked depth
/// first, in the order in which the types declare them.
package struct WireFault: Error, Hashable, Sendable {
  // F1
  /// The kind of fault. The raw values are the contract's codes.
  package enum Code: String, Sendable {
    /// The text isn't JSON.
    case malformedJSON = "malformed_json"
    /// A required member is missing.
    case missingKey = "missing_key"
    /// A value is required, but it is null.
    case nullValue = "null_value"
    /// The JSON value has the wrong kind.
    case wrongType = "wrong_type"
    /// The JSON value has the right kind but isn't valid for the type: an unknown case, an invalid
    /// date, or a number that isn't a 64-bit integer.
    case invalidValue = "invalid_value"
  }

  package let code: Code
  /// The path of the invalid or missing member, or `nil` if the text isn't JSON.
  package let path: JSONPointer?
}

extension WireFault {
  // F1, F2
  /// Creates the fault for an error of decoding. A missing member's own key is the last one of its
  /// path.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context): self.init(.missingKey, at: context.codingPath + [key])
    case .valueNotFound(_, let context): self.init(.nullValue, at: context.codingPath)
    case .typeMismatch(_, let context): self.init(.wrongType, at: context.codingPath)
    case .dataCorrupted(let context): self.init(.invalidValue, at: context.codingPath)
    @unknown default: self.init(.invalidValue, at: [])
    }
  }

  /// Creates a fault at a coding path. The protocol's types have no arrays, so each key is the name
  /// of a member.
  private init(_ code: Code, at codingPath: [any CodingKey]) {
    self.init(code: code, path: JSONPointer(tokens: codingPath.map(\.stringValue)))
  }
}
