extension JSONValue {
  /// Returns the value as compact JSON with the number literals and the member order that it was
  /// parsed with.
  ///
  /// Computed numbers are written as their canonical text, and members come in the order in which
  /// they were parsed or added. White space and string escapes follow RFC 8785.
  ///
  /// ```swift
  /// let value = try JSONDocument(parsing: #"{ "b": 1.50, "a": -0 }"#).root.value
  /// value.writtenText()    // {"b":1.50,"a":-0}
  /// value.canonicalText()  // {"a":0,"b":1.5}
  /// ```
  ///
  /// - Returns: The text, which parses to an equal value.
  /// - Complexity: O(*n*). An object of *m* members whose written order isn't that of its keys adds
  ///   O(*m* log *m*).
  public func writtenText() -> String { String(decoding: writtenUTF8(), as: UTF8.self) }

  /// Returns the text of ``writtenText()`` in UTF-8.
  ///
  /// - Returns: The bytes of the text, without a line feed at the end.
  public func writtenUTF8() -> [UInt8] {
    var writer = JSONWriter(layout: .compact, spelling: .written)
    writer.write(self)
    return writer.finish()
  }

  /// Appends the text of ``writtenText()`` in UTF-8.
  ///
  /// - Parameter bytes: The bytes to append to. Those that are there stay.
  package func appendWrittenUTF8(to bytes: inout [UInt8]) {
    var writer = JSONWriter(after: exchange(&bytes, with: []), spelling: .written)
    writer.write(self)
    bytes = writer.finish()
  }
}
