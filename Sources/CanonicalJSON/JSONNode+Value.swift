extension JSONNode {
  /// The value with all that it contains, apart from the document. Of a repeated key the last wins.
  public var value: JSONValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bool == true)
    case .number: number.map(JSONValue.number) ?? .null
    case .string: .string(string ?? "")
    case .array: .array(elements.map(\.value))
    case .object: .object(JSONObject(members.lazy.map { ($0.key.string ?? "", $0.value.value) }))
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
