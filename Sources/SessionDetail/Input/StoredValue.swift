internal import CanonicalJSON

/// A JSON value that an input is read from: a tree, or a part of a document.
protocol StoredValue {
  /// The kind of the value in a message.
  var kindInWords: String { get }
  /// The elements of an array, or `nil` for any other value.
  var items: [Self]? { get }
  /// The keys of an object in the order of RFC 8785, or `nil` for any other value.
  var keys: [String]? { get }
  /// The text of a string, or `nil` for any other value.
  var string: String? { get }
  /// The text of a string, which may be decoded later, or `nil` for any other value.
  var rowText: RowText? { get }
  /// The number, or `nil` for any other value.
  var number: JSONNumber? { get }
  /// Accesses the value of a key, or `nil` if the key is absent or this isn't an object.
  subscript(key: String) -> Self? { get }
  /// Returns whether this is an object whose keys all have a name from a list.
  func hasOnlyKeys(_ names: [String]) -> Bool
}

extension JSONValue: StoredValue {
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var items: [JSONValue]? { elements }

  var keys: [String]? { object?.map(\.key) }

  var rowText: RowText? { string.map(RowText.string) }

  func hasOnlyKeys(_ names: [String]) -> Bool {
    object?.allSatisfy { member in names.contains { $0.hasSameBytes(as: member.key) } } == true
  }
}

extension JSONNode: StoredValue {
  var kindInWords: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var items: [JSONNode]? { kind == .array ? Array(elements) : nil }

  var keys: [String]? { value.keys }

  var rowText: RowText? { kind == .string ? .node(self) : nil }

  func hasOnlyKeys(_ names: [String]) -> Bool {
    kind == .object && members.allSatisfy { names.contains(where: $0.key.isString) }
  }
}
