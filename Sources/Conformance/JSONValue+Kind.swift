package import CanonicalJSON

extension JSONValue {
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
  /// The kind with its article, for a sentence.
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
