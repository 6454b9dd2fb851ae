extension JSONValue {
  /// The value of `true` or `false`; nil for any other.
  public var bool: Bool? {
    if case .bool(let bool) = self {
      bool
    } else {
      nil
    }
  }

  /// The number; nil for any other value.
  public var number: JSONNumber? {
    if case .number(let number) = self {
      number
    } else {
      nil
    }
  }

  /// The text of a string; nil for any other value.
  public var string: String? {
    if case .string(let text) = self {
      text
    } else {
      nil
    }
  }

  /// The elements of an array; nil for any other value.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self {
      elements
    } else {
      nil
    }
  }

  /// The object; nil for any other value.
  public var object: JSONObject? {
    if case .object(let object) = self {
      object
    } else {
      nil
    }
  }

  /// The value of a key, compared by its UTF-8 bytes; nil for an absent one and for what is no
  /// object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The value that a pointer leads to from here; nil when it leads nowhere.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    pointer.tokens.reduce(self) { $0?.child($1) }
  }

  private func child(_ token: String) -> JSONValue? {
    switch self {
    case .object(let object): object[token]
    case .array(let elements):
      JSONPointer.arrayIndex(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .null, .bool, .number, .string: nil
    }
  }

  /// Whether its arrays and objects have more than so many levels; the outermost is level 1.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public func isNested(deeperThan levels: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array(let elements):
      levels == 0 || elements.contains { $0.isNested(deeperThan: levels - 1) }
    case .object(let object):
      levels == 0 || object.members.contains { $0.value.isNested(deeperThan: levels - 1) }
    }
  }
}
