extension JSONNode {
  /// The value with all its contents, independent of the document. If a key is repeated, the last
  /// value counts.
  ///
  /// The value keeps the literals of its numbers and the order of its members for
  /// ``JSONValue/writtenText()``. It is created at each access.
  ///
  /// - Complexity: O(*n*). An object of *m* members that aren't in the order of RFC 8785 adds O(*m*
  ///   log *m*).
  public var value: JSONValue {
    let tape = source.tape
    let bytes = source.bytes
    return Self.value(at: index, on: tape.span, in: bytes.span)
  }

  /// Returns the value of an entry and the entries inside it. Recurses once for each level of
  /// nesting.
  private static func value(
    at index: Int,
    on tape: Span<TapeEntry>,
    in bytes: Span<UInt8>
  ) -> JSONValue {
    let entry = tape[index]
    let end = Int(entry.next)
    var index = index + 1

    switch entry.kind {
    case .null: return .null
    case .bool: return .bool(entry.isTrue(in: bytes))
    case .number: return .number(entry.number(in: bytes))
    case .string: return .string(entry.text(in: bytes))

    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(contentCount(of: entry, from: index, on: tape))
      while index < end {
        elements.append(value(at: index, on: tape, in: bytes))
        index = Int(tape[index].next)
      }
      return .array(elements)

    case .object:
      // Fast path: members in order needn't be sorted.
      if let count = countOfKeysInOrder(from: index, to: end, on: tape, in: bytes) {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(count)
        while index < end {
          members.append(member(at: index, on: tape, in: bytes))
          index = Int(tape[index + 1].next)
        }
        return .object(JSONObject(inOrder: members))
      }

      var keys: [Int] = []
      keys.reserveCapacity(contentCount(of: entry, from: index, on: tape) / 2)
      while index < end {
        keys.append(index)
        index = Int(tape[index + 1].next)
      }

      // Sort the keys before creating the values, so that no values have to be moved.
      if !keys.contains(where: { tape[$0].hasEscapes }) {
        keys.sort {
          bytes.extracting(tape[$0].contentRange).precedesByUTF16(
            bytes.extracting(tape[$1].contentRange)
          )
        }
      }
      return .object(JSONObject(unordered: keys.map { member(at: $0, on: tape, in: bytes) }))
    }
  }

  /// Returns the member for the entry of its key and the entries of its value.
  private static func member(
    at index: Int,
    on tape: Span<TapeEntry>,
    in bytes: Span<UInt8>
  ) -> JSONObject.Member {
    JSONObject.Member(
      key: tape[index].text(in: bytes),
      value: value(at: index + 1, on: tape, in: bytes),
      // The tape is in the order of the text.
      place: UInt32(truncatingIfNeeded: index)
    )
  }

  /// Returns the number of members of an object, or `nil` if the keys aren't known to be unique and
  /// in the order of RFC 8785.
  private static func countOfKeysInOrder(
    from first: Int,
    to end: Int,
    on tape: Span<TapeEntry>,
    in bytes: Span<UInt8>
  ) -> Int? {
    var count = 0
    var last = first
    var index = first

    while index < end {
      let key = tape[index]
      let lastKey = tape[last]
      guard !key.hasEscapes else { return nil }
      if index > first {
        let text = bytes.extracting(key.contentRange)
        guard bytes.extracting(lastKey.contentRange).precedesByUTF16(text) else { return nil }
      }

      last = index
      index = Int(tape[index + 1].next)
      count += 1
    }
    return count
  }

  /// Returns the number of entries directly inside a container. A member counts as two.
  private static func contentCount(
    of container: TapeEntry,
    from first: Int,
    on tape: Span<TapeEntry>
  ) -> Int {
    var index = first
    var count = 0
    while index < Int(container.next) {
      index = Int(tape[index].next)
      count += 1
    }
    return count
  }

  /// Returns the value that a pointer leads to from here, or `nil` if there is none.
  ///
  /// - Parameter pointer: The keys and array indices to follow. If a key is repeated, the pointer
  ///   leads to the last value.
  /// - Returns: A view of the value in the same document.
  /// - Complexity: O(*n*) in the number of members and elements of the containers on the way.
  public func node(at pointer: JSONPointer) -> JSONNode? {
    pointer.tokens.reduce(self) { $0?.child($1) }
  }

  /// Returns the value that one token of a pointer leads to, or `nil` if there is none.
  private func child(_ token: String) -> JSONNode? {
    switch kind {
    case .object: self[token]
    case .array:
      JSONPointer.arrayIndex(token).flatMap { elements.dropFirst($0).first { _ in true } }
    case .null, .bool, .number, .string: nil
    }
  }
}
