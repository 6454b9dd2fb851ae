package import CanonicalJSON

extension JSONValue {
  /// The kind of the value, in the terms that diagnostics use.
  package var kind: JSONNode.Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension JSONNode.Kind {
  /// The kind with its article, for use in a sentence, such as "an array".
  package var withArticle: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
