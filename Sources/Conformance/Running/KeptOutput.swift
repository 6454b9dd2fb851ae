package import CanonicalJSON

/// An output in the form that a run keeps until its end: its digest, and as much of its text as a
/// report shows.
package struct KeptOutput: Hashable, Sendable {
  /// The SHA-256 of the canonical JSON, in hex.
  package let digest: String
  /// The canonical JSON, or its beginning.
  package let text: String
  /// The size of the whole canonical JSON in bytes.
  package let byteCount: Int

  /// The maximum number of bytes of a text that are kept.
  package static let mostBytes = 64 << 10

  package init(_ value: JSONValue) {
    let json = value.canonicalText()
    digest = GoldenLock.digest(Array(json.utf8))
    byteCount = json.utf8.count
    text = String(json.beginning(bytes: Self.mostBytes))
  }
}
