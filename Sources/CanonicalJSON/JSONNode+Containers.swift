extension JSONNode {
  /// The elements of an array, in order. Empty for any other value.
  public var elements: Elements { contents(of: .array) }

  /// The members of an object in the order of the text, including repeated keys. Empty for any
  /// other value.
  public var members: Members { Members(nodes: contents(of: .object)) }

  /// Accesses the value of a key, or `nil` if the key is absent or this isn't an object.
  ///
  /// If a key is repeated, the last value counts.
  ///
  /// - Parameter key: The key, which is compared by its UTF-8 bytes.
  /// - Complexity: O(*n*) in the number of members.
  public subscript(_ key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    let utf8 = source.bytes
    let tape = source.tape
    let end = Int(entry.next)

    return key.withBytes { key in
      let bytes = utf8.span
      var found: Int?
      var index = index + 1
      while index < end {
        let value = index + 1
        if tape[index].hasText(key, in: bytes) { found = value }
        index = Int(tape[value].next)
      }
      return found.map { JSONNode(source: source, index: $0) }
    }
  }

  /// Returns whether arrays and objects are nested deeper than a number of levels, as
  /// ``JSONValue/isNested(deeperThan:)`` does.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package func isNested(deeperThan levels: Int) -> Bool {
    let tape = source.tape
    // The ends of the containers around an entry.
    var ends: [Int] = []

    for index in self.index..<Int(entry.next) {
      while let end = ends.last, end <= index { ends.removeLast() }
      let entry = tape[index]
      guard entry.kind == .array || entry.kind == .object else { continue }

      ends.append(Int(entry.next))
      if ends.count > levels { return true }
    }
    return false
  }

  /// Returns whether an object in the value may have a key that starts with an ASCII character. A
  /// key with escapes counts as one.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package func mayHaveKey(startingWith character: UInt8) -> Bool {
    let utf8 = source.bytes
    let bytes = utf8.span
    let tape = source.tape

    for index in self.index..<Int(entry.next) where tape[index].kind == .object {
      let end = Int(tape[index].next)
      var keyIndex = index + 1
      while keyIndex < end {
        let key = tape[keyIndex]
        if key.hasEscapes || bytes[Int(key.start) + 1] == character { return true }
        keyIndex = Int(tape[keyIndex + 1].next)
      }
    }
    return false
  }

  /// Returns the nodes directly inside a value, or none if it is of another kind.
  private func contents(of kind: Kind) -> Elements {
    let next = self.kind == kind ? Int(entry.next) : index + 1
    return Elements(source: source, indices: index + 1..<next)
  }

  /// The elements of an array, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    let source: JSONSource
    var indices: Range<Int>

    /// Whether the array has no elements.
    public var isEmpty: Bool { indices.isEmpty }

    /// The number of elements.
    ///
    /// - Complexity: O(*n*).
    public var count: Int { reduce(0) { count, _ in count + 1 } }

    /// Returns the next element and skips its contents, or returns `nil` after the last one.
    public mutating func next() -> JSONNode? {
      guard !indices.isEmpty else { return nil }
      let node = JSONNode(source: source, index: indices.lowerBound)
      indices = Int(node.entry.next)..<indices.upperBound
      return node
    }
  }

  /// A key of an object and its value.
  public struct Member: Sendable {
    /// The key, which is a string.
    public let key: JSONNode
    /// The value of the key.
    public let value: JSONNode
  }

  /// The members of an object, in the order of the text.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    /// The nodes of the members: each key, followed by its value.
    var nodes: Elements

    /// Whether the object has no members.
    public var isEmpty: Bool { nodes.isEmpty }

    /// The number of members, including repeated keys.
    ///
    /// - Complexity: O(*n*).
    public var count: Int { nodes.count / 2 }

    /// Returns the next member and skips its contents, or returns `nil` after the last one.
    public mutating func next() -> Member? {
      guard let key = nodes.next(), let value = nodes.next() else { return nil }
      return Member(key: key, value: value)
    }
  }
}
