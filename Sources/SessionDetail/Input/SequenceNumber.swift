package import CanonicalJSON

/// The position of a row in its session: an integer within ±(2⁵³−1), or such an integer as a string
/// `-?[0-9]+`.
package struct SequenceNumber: Sendable {
  package let value: Int64

  /// The greatest valid number, 2⁵³−1.
  package static let greatest: Int64 = (1 << 53) - 1

  /// Reads a sequence number, or returns `nil` for any other value.
  package init?(_ json: JSONValue) { self.init(reading: json) }

  /// Reads a sequence number, or returns `nil` for any other value.
  init?(reading json: some StoredValue) {
    let number: Int64? =
      if let number = json.number {
        number.integer
      } else if let text = json.string, text.utf8.first != UInt8(ascii: "+") {
        // `Int64` would accept a `+`.
        Int64(text)
      } else {
        nil
      }

    guard let number, (-Self.greatest...Self.greatest).contains(number) else { return nil }
    value = number
  }
}
