extension JSONNode {
  /// The elements of an array in order; empty for any other value.
  public var elements: Elements {
    Elements(container: self, indices: contentIndices(of: .array))
  }

  /// The members of an object in the order of the text, repeated keys included; empty for any other value.
  public var members: Members {
    Members(container: self, indices: contentIndices(of: .object))
  }

  /// The value of a key, compared by its UTF-8 bytes; nil for an absent one and for what is no object.
  ///
  /// Of a repeated key the last wins.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(_ key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    let (utf8, tape) = (source.bytes, source.tape)
    let end = Int(entry.next)
    let value = key.withBytes { key in
      let bytes = utf8.span
      var found: Int?
      var index = index + 1
      while index < end {
        let value = index + 1
        if tape[index].hasText(key, in: bytes) { found = value }
        index = Int(tape[value].next)
      }
      return found
    }
    return value.map { JSONNode(source: source, index: $0) }
  }

  private func contentIndices(of kind: Kind) -> Range<Int> {
    let next = self.kind == kind ? Int(entry.next) : index + 1
    return index + 1..<next
  }
}

extension JSONNode {
  /// The elements of an array, in order.
  public struct Elements: Sequence, Sendable {
    let container: JSONNode
    let indices: Range<Int>

    /// Whether there is none.
    public var isEmpty: Bool { indices.isEmpty }

    /// The number of elements.
    ///
    /// - Complexity: O(*n*).
    public var count: Int { reduce(0) { count, _ in count + 1 } }

    /// Makes an iterator over the elements.
    public func makeIterator() -> Iterator {
      Iterator(source: container.source, indices: indices)
    }

    /// Steps from element to element, whatever each contains.
    public struct Iterator: IteratorProtocol, Sendable {
      let source: JSONSource
      var indices: Range<Int>

      /// The next element; nil after the last.
      public mutating func next() -> JSONNode? {
        guard !indices.isEmpty else { return nil }
        let node = JSONNode(source: source, index: indices.lowerBound)
        indices = Int(node.entry.next)..<indices.upperBound
        return node
      }
    }
  }
}

extension JSONNode {
  /// A key of an object and its value.
  public struct Member: Sendable {
    /// The key, a string.
    public let key: JSONNode
    /// The value.
    public let value: JSONNode
  }

  /// The members of an object, in the order of the text.
  public struct Members: Sequence, Sendable {
    let container: JSONNode
    let indices: Range<Int>

    /// Whether there is none.
    public var isEmpty: Bool { indices.isEmpty }

    /// The number of members, repeated keys included.
    ///
    /// - Complexity: O(*n*).
    public var count: Int { reduce(0) { count, _ in count + 1 } }

    /// Makes an iterator over the members.
    public func makeIterator() -> Iterator {
      Iterator(values: Elements(container: container, indices: indices).makeIterator())
    }

    /// Steps from member to member, whatever each contains.
    public struct Iterator: IteratorProtocol, Sendable {
      var values: Elements.Iterator

      /// The next member; nil after the last.
      public mutating func next() -> Member? {
        guard let key = values.next(), let value = values.next() else { return nil }
        return Member(key: key, value: value)
      }
    }
  }
}
