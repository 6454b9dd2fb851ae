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
    return writer.bytes
  }

  /// Appends the value in the canonical form of RFC 8785, in UTF-8.
  ///
  /// - Parameter bytes: The bytes to append to. Those that are there stay.
  package func appendCanonicalUTF8(to bytes: inout [UInt8]) {
    var writer = JSONWriter(after: exchange(&bytes, with: []))
    writer.write(self)
    bytes = writer.bytes
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
    // The writer can't throw, so keep the first error for its end.
    var result = Result<Void, Failure>.success(())

    withoutActuallyEscaping({ (piece: [UInt8]) in
      if case .success = result { result = Result { () throws(Failure) in try body(piece) } }
    }) { drain in
      var writer = JSONWriter(layout: .indented, drain: drain)
      writer.write(self)
      drain(writer.bytes)
    }

    try result.get()
  }
}

extension JSONValue: CustomStringConvertible {
  /// The compact canonical text.
  public var description: String { canonicalText() }
}
