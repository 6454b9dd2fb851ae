package import CanonicalJSON

/// An input taken apart for changing it: JSON that stands in a text is a part like any other.
package indirect enum InputTree: Sendable {
  /// Null, a boolean or a number.
  case leaf(JSONValue)
  case text(String)
  /// A text that is the JSON of an array or object.
  ///
  /// - Parameter written: as it stood there; nil: it was changed.
  case json(InputTree, written: String?)
  case array([InputTree])
  /// Members in any order; a key may be there twice where the object stands in a text.
  case object([Member])

  package typealias Member = (key: String, value: InputTree)

  /// The token of a place that leads into the JSON of a text, and the one that leads to any element of an array.
  package static let jsonToken = "$json"
  package static let elementToken = PathPattern.wildcard

  package init(_ value: JSONValue) {
    switch value {
    case .null, .bool, .number: self = .leaf(value)
    case .string(let text): self = Self.json(in: text) ?? .text(text)
    case .array(let elements): self = .array(elements.map { InputTree($0) })
    case .object(let members): self = .object(members.map { ($0.key, InputTree($0.value)) })
    }
  }

  private static func json(in text: String) -> InputTree? {
    guard let first = text.utf8.first(where: { !$0.isJSONSpace }), "[{".utf8.contains(first),
      let root = try? JSONDocument(parsing: text).root, root.kind == .array || root.kind == .object
    else { return nil }
    return .json(InputTree(root), written: text)
  }

  /// Members as they are written, those that are there twice included.
  private init(_ node: JSONNode) {
    switch node.kind {
    case .array: self = .array(node.elements.map { InputTree($0) })
    case .object: self = .object(node.members.map { ($0.key.string ?? "", InputTree($0.value)) })
    case .null, .bool, .number, .string: self = InputTree(node.value)
    }
  }

  package var value: JSONValue {
    switch self {
    case .leaf(let value): value
    case .text(let text), .json(_, .some(let text)): .string(text)
    case .json(let tree, nil): .string(tree.jsonText)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(JSONObject(members.lazy.map { ($0.key, $0.value.value) }))
    }
  }

  /// Its JSON with members in their order, those that are there twice included.
  private var jsonText: String {
    switch self {
    case .leaf, .text, .json: value.canonicalText()
    case .array(let elements): "[\(elements.map(\.jsonText).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(JSONValue.string($0.key).canonicalText()):\($0.value.jsonText)" }.joined(separator: ","))}"
    }
  }

  /// The parts one level down, each with the token of a place that leads there.
  package var parts: [(token: String, part: InputTree)] {
    switch self {
    case .leaf, .text: []
    case .json(let tree, _): [(Self.jsonToken, tree)]
    case .array(let elements): elements.map { (Self.elementToken, $0) }
    case .object(let members): members.map { ($0.key, $0.value) }
    }
  }

  /// The tree with each part one level down changed, or taken away where `change` gives nil.
  package func mapParts(_ change: (_ token: String, InputTree) -> InputTree?) -> InputTree {
    switch self {
    case .leaf, .text: self
    case .json(let tree, _): change(Self.jsonToken, tree).map { .json($0, written: nil) } ?? .text("")
    case .array(let elements): .array(elements.compactMap { change(Self.elementToken, $0) })
    case .object(let members): .object(members.compactMap { key, part in change(key, part).map { (key, $0) } })
    }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
