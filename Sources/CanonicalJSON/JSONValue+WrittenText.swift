extension JSONValue {
  /// The value as compact JSON with the number literals and the order of members that it was read
  /// with.
  ///
  /// Numbers that were computed have their canonical text, and members come in the order in which
  /// the object was given them. White space and the escapes of strings are those of RFC 8785.
  ///
  /// ```swift
  /// let value = try JSONDocument(parsing: #"{ "b": 1.50, "a": -0 }"#).root.value
  /// value.writtenText()    // {"b":1.50,"a":-0}
  /// value.canonicalText()  // {"a":0,"b":1.5}
  /// ```
  public func writtenText() -> String { String(decoding: writtenUTF8(), as: UTF8.self) }

  /// The text of ``writtenText()`` in UTF-8.
  public func writtenUTF8() -> [UInt8] {
    var writer = JSONWriter(layout: .compact, spelling: .written)
    writer.write(self)
    return writer.bytes
  }

  /// Appends the text of ``writtenText()`` in UTF-8.
  package func appendWrittenUTF8(to bytes: inout [UInt8]) {
    var writer = JSONWriter(after: exchange(&bytes, with: []), spelling: .written)
    writer.write(self)
    bytes = writer.bytes
  }
}
