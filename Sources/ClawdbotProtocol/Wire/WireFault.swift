package import CanonicalJSON

/// The first thing that is wrong with a JSON text as a value of the protocol, in order of
/// declaration, depth first.
package struct WireFault: Error, Hashable, Sendable {
  // F1
  package enum Code: String, Sendable {
    /// The text is not JSON.
    case malformedJSON = "malformed_json"
    /// A member that has to be there is not.
    case missingKey = "missing_key"
    /// Null where a value is due.
    case nullValue = "null_value"
    /// Another kind of JSON value than the one that is due.
    case wrongType = "wrong_type"
    /// The right kind, but no value of the type: an unknown case, no date, no integer of 64 bits.
    case invalidValue = "invalid_value"
  }

  package let code: Code
  /// The member at fault, or the missing one; nil where the text is not JSON.
  package let path: JSONPointer?
}

extension WireFault {
  // F1, F2
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context): self.init(.missingKey, at: context.codingPath + [key])
    case .valueNotFound(_, let context): self.init(.nullValue, at: context.codingPath)
    case .typeMismatch(_, let context): self.init(.wrongType, at: context.codingPath)
    case .dataCorrupted(let context): self.init(.invalidValue, at: context.codingPath)
    @unknown default: self.init(.invalidValue, at: [])
    }
  }

  private init(_ code: Code, at codingPath: [any CodingKey]) {
    self.init(code: code, path: JSONPointer(tokens: codingPath.map(\.stringValue)))
  }
}
