extension JSONNode {
  /// The value with all that it contains, apart from the document. Of a repeated key the last wins.
  public var value: JSONValue {
    let tape = source.tape
    let bytes = source.bytes
    return Self.value(at: index, on: tape.span, in: bytes.span)
  }

  /// Makes a value of an entry and those within it. Recurses once for each level of containers.
  private static func value(at index: Int, on tape: Span<TapeEntry>, in bytes: Span<UInt8>) -> JSONValue {
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
      while index < end {
        elements.append(value(at: index, on: tape, in: bytes))
        index = Int(tape[index].next)
      }
      return .array(elements)
    case .object:
      var members: [JSONObject.Member] = []
      while index < end {
        let key = tape[index].text(in: bytes)
        members.append(JSONObject.Member(key: key, value: value(at: index + 1, on: tape, in: bytes)))
        index = Int(tape[index + 1].next)
      }
      return .object(JSONObject(unordered: members))
    }
  }

  /// The value that a pointer leads to from here; nil when it leads nowhere.
  ///
  /// Of a repeated key the last is followed.
  public func node(at pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node.child(token) else { return nil }
      node = child
    }
    return node
  }

  private func child(_ token: String) -> JSONNode? {
    switch kind {
    case .object: self[token]
    case .array: JSONPointer.arrayIndex(token).flatMap { elements.dropFirst($0).first { _ in true } }
    case .null, .bool, .number, .string: nil
    }
  }
}
