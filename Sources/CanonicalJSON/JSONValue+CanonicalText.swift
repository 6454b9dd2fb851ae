extension JSONValue {
  /// Whether a text has line breaks.
  public enum Layout: Hashable, Sendable {
    /// Nothing between the tokens: RFC 8785 itself.
    case compact
    /// A line for each element and member, indented by two spaces; empty containers are `[]` and
    /// `{}`.
    ///
    /// No line feed at the end. Without its line breaks and spaces it is the compact text.
    case indented
  }

  /// The value as RFC 8785 writes it.
  public func canonicalText(_ layout: Layout = .compact) -> String {
    String(decoding: canonicalUTF8(layout), as: UTF8.self)
  }

  /// The value as RFC 8785 writes it, in UTF-8.
  public func canonicalUTF8(_ layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self)
    return writer.bytes
  }

  /// Appends the value as RFC 8785 writes it, in UTF-8.
  package func appendCanonicalUTF8(to bytes: inout [UInt8]) {
    var writer = JSONWriter(after: exchange(&bytes, with: []))
    writer.write(self)
    bytes = writer.bytes
  }

  /// Writes the value indented, in pieces, so that a long text is never whole in memory.
  ///
  /// After the first piece that `body` throws for it is given no more.
  public func writeIndentedUTF8<Failure: Error>(
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
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
