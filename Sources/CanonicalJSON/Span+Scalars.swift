extension Span<UInt8> {
  /// The scalar whose first byte is at an index; nil at the end of the text.
  func scalar(at index: Int) -> Unicode.Scalar? {
    guard index < count else { return nil }
    return text(in: index..<Swift.min(index + 4, count)).unicodeScalars.first
  }

  /// The fault of a text that has something else than what the grammar allows at an index.
  func unexpected(at index: Int, expected: JSONSyntaxError.Expectation) -> JSONFault {
    JSONFault(reason: .unexpected(scalar(at: index), expected: expected), offset: index)
  }
}
