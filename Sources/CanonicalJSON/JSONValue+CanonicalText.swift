extension JSONValue {
  /// The layout of a text, with or without line breaks.
  public enum Layout: Hashable, Sendable {
    /// No white space between the tokens, as in RFC 8785.
    case compact
    /// One line for each element and member, indented by two spaces. Empty containers are `[]` and
    /// `{}`.
    ///
    /// The text doesn't end in a line feed. Without line breaks and spaces between the tokens, the
    /// text equals the compact one.
    case indented
  }

  /// Returns the value in the canonical form of RFC 8785.
  ///
  /// - Parameter layout: Whether the text has line breaks. RFC 8785 defines the compact layout.
  /// - Returns: The text, without a line feed at the end. Equal values have the same text.
  public func canonicalText(_ layout: Layout = .compact) -> String {
    String(decoding: canonicalUTF8(layout), as: UTF8.self)
  }

  /// Returns the value in the canonical form of RFC 8785, in UTF-8.
  ///
  /// - Parameter layout: Whether the text has line breaks. RFC 8785 defines the compact layout.
  /// - Returns: The bytes of ``canonicalText(_:)``.
  public func canonicalUTF8(_ layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self)
    return writer.finish()
  }

  /// Appends the value in the canonical form of RFC 8785, in UTF-8.
  ///
  /// - Parameter bytes: The bytes to append to. Those that are there stay.
  package func appendCanonicalUTF8(to bytes: inout [UInt8]) {
    var writer = JSONWriter(after: exchange(&bytes, with: []))
    writer.write(self)
    bytes = writer.finish()
  }

  /// Writes the canonical value indented and in pieces, so that a long text needn't be entirely in
  /// memory.
  ///
  /// Each piece except the last has at least 64 KiB, and ends after the last element of an array or
  /// the last member of an object.
  ///
  /// - Parameter body: A closure that receives each piece. It isn't called again after it throws.
  /// - Throws: The error that `body` throws.
  public func writeIndentedUTF8<Failure: Error>(
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try JSONWriter.writeIndented(to: body) { $0.write(self) }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The compact canonical text.
  public var description: String { canonicalText() }
}
