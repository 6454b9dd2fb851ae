extension JSONNode {
  /// Returns whether the texts of two values differ only by white space and escapes, so that the
  /// values are equal.
  ///
  /// Equal values may also consist of different tokens, such as another form of a number or another
  /// order of members. Then the result is false.
  ///
  /// - Parameter other: A value of the same document or of another one.
  /// - Returns: `true` only if the values are equal.
  /// - Complexity: O(*n*). Only strings with escapes allocate memory.
  public func hasSameTokens(as other: JSONNode) -> Bool {
    let utf8 = source.bytes
    let otherUTF8 = other.source.bytes
    let bytes = utf8.span
    let otherBytes = otherUTF8.span
    let tape = source.tape
    let otherTape = other.source.tape

    let count = Int(entry.next) - index
    guard count == Int(other.entry.next) - other.index else { return false }

    for offset in 0..<count {
      let one = tape[index + offset]
      let another = otherTape[other.index + offset]
      guard one.kind == another.kind else { return false }

      switch one.kind {
      case .array, .object:
        // Both end after the same number of values.
        guard Int(one.next) - index == Int(another.next) - other.index else { return false }
      case .string where one.hasEscapes || another.hasEscapes:
        guard another.text(in: otherBytes).withBytes({ one.hasText($0, in: bytes) }) else {
          return false
        }
      case .null, .bool, .number, .string:
        guard bytes.extracting(one.range).hasSameBytes(as: otherBytes.extracting(another.range))
        else { return false }
      }
    }

    return true
  }
}
