extension JSONValue {
  /// The value of `true` or `false`, or `nil` for any other value.
  public var bool: Bool? {
    if case .bool(let bool) = self {
      bool
    } else {
      nil
    }
  }

  /// The number, or `nil` for any other value.
  public var number: JSONNumber? {
    if case .number(let number) = self {
      number
    } else {
      nil
    }
  }

  /// The text of a string, or `nil` for any other value.
  public var string: String? {
    if case .string(let text) = self {
      text
    } else {
      nil
    }
  }

  /// The elements of an array, or `nil` for any other value.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self {
      elements
    } else {
      nil
    }
  }

  /// The object, or `nil` for any other value.
  public var object: JSONObject? {
    if case .object(let object) = self {
      object
    } else {
      nil
    }
  }

  /// Accesses the value of a key, or `nil` if the key is absent or this isn't an object. Keys are
  /// compared by their UTF-8 bytes.
  ///
  /// - Parameter key: The key of the member.
  /// - Complexity: O(log *n*) in the number of members.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// Accesses the value that a pointer leads to from here, or `nil` if there is none.
  ///
  /// - Parameter pointer: The keys and array indices to follow.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    pointer.tokens.reduce(self) { $0?.child($1) }
  }

  /// Returns the value that one token of a pointer leads to, or `nil` if there is none.
  private func child(_ token: String) -> JSONValue? {
    switch self {
    case .object(let object): object[token]
    case .array(let elements):
      JSONPointer.arrayIndex(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .null, .bool, .number, .string: nil
    }
  }

  /// Returns whether arrays and objects are nested deeper than a number of levels. The outermost is
  /// level 1.
  ///
  /// - Parameter levels: The number of levels, from 0 on.
  /// - Returns: `true` if a container is at a deeper level. A value that isn't a container has no
  ///   levels.
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
