package import CanonicalJSON
internal import Conformance

/// An input as a tree of parts that can be changed. JSON inside a text is a part like any other.
///
/// It has value semantics. It is a class because changed trees share most of their parts.
package final class InputTree: Sendable {
  package let form: Form
  /// The tree as JSON. Each part stores its own value, so the cost of a change depends on the path
  /// to it and not on the size of the whole input.
  package let value: JSONValue
  /// The number of parts at all levels, including the tree itself.
  package let nodeCount: Int
  /// The number of elements of the longest array at any level.
  package let longestList: Int

  /// The kind of a tree, with the parts one level down.
  package enum Form: Sendable {
    /// A null, a Boolean or a number.
    case leaf(JSONValue)
    /// A string that isn't the JSON of an array or object.
    case text(String)
    /// A text that is the JSON of an array or object.
    ///
    /// - Parameter written: The original text, or `nil` if the tree was changed.
    case json(InputTree, written: String?)
    case array([InputTree])
    /// Members in any order. A key may repeat if the object is in the JSON of a text.
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Sendable {
    package var key: String
    package var value: InputTree
    /// The position among the members as the input has them. A member with a lower place comes
    /// first.
    ///
    /// Members in the JSON of a text are written in the order of the list instead.
    package var place: UInt32

    /// Creates a member. By default, its place is after all members of the input.
    package init(key: String, value: InputTree, place: UInt32 = .max) {
      self.key = key
      self.value = value
      self.place = place
    }
  }

  /// The token of a place that leads into the JSON of a text.
  package static let jsonToken = "$json"
  /// The token of a place that leads to any element of an array.
  package static let elementToken = PathPattern.wildcard

  /// Creates a tree, and computes its value and sizes from those of the parts one level down.
  private init(_ form: Form) {
    self.form = form

    switch form {
    case .leaf(let value):
      self.value = value
      nodeCount = 1
      longestList = 0
    case .text(let text):
      value = .string(text)
      nodeCount = 1
      longestList = 0
    case .json(let tree, let written):
      value = .string(written ?? tree.jsonText)
      nodeCount = 1 + tree.nodeCount
      longestList = tree.longestList
    case .array(let elements):
      value = .array(elements.map(\.value))
      nodeCount = elements.reduce(1) { $0 + $1.nodeCount }
      longestList = elements.reduce(elements.count) { max($0, $1.longestList) }
    case .object(let members):
      let values = members.map {
        JSONObject.Member(key: $0.key, value: $0.value.value, place: $0.place)
      }
      value = .object(JSONObject(unordered: values))
      nodeCount = members.reduce(1) { $0 + $1.value.nodeCount }
      longestList = members.reduce(0) { max($0, $1.value.longestList) }
    }
  }

  /// Returns a null, a Boolean or a number as a tree. A string, array or object needs another form.
  package static func leaf(_ value: JSONValue) -> InputTree { InputTree(.leaf(value)) }
  /// Returns a string as a tree, even if it is the JSON of an array or object.
  package static func text(_ text: String) -> InputTree { InputTree(.text(text)) }
  /// Returns a text with the JSON of a tree. `written` is the exact text, or `nil` to write the
  /// tree.
  package static func json(_ tree: InputTree, written: String?) -> InputTree {
    InputTree(.json(tree, written: written))
  }
  package static func array(_ elements: [InputTree]) -> InputTree { InputTree(.array(elements)) }
  package static func object(_ members: [Member]) -> InputTree { InputTree(.object(members)) }

  /// Creates the tree of a value. A string that is the JSON of an array or object becomes a tree
  /// too, as do the strings inside it.
  package convenience init(_ value: JSONValue) { self.init(Self.form(of: value)) }

  /// Returns the form of a value, which decides whether a string is read as JSON.
  private static func form(of value: JSONValue) -> Form {
    switch value {
    case .null, .bool, .number: .leaf(value)
    case .string(let text): json(in: text) ?? .text(text)
    case .array(let elements): .array(elements.map { InputTree($0) })
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: InputTree($0.value), place: $0.place) })
    }
  }

  /// Returns the JSON of a text as a part, or `nil` if it isn't an array or object.
  private static func json(in text: String) -> Form? {
    guard let first = text.utf8.first(where: { !$0.isJSONSpace }), "[{".utf8.contains(first),
      let root = try? JSONDocument(parsing: text).root, root.kind == .array || root.kind == .object
    else { return nil }

    return .json(InputTree(root), written: text)
  }

  /// Creates a tree that keeps members in the order of the text, including repeated keys.
  private convenience init(_ node: JSONNode) {
    switch node.kind {
    case .array: self.init(.array(node.elements.map { InputTree($0) }))
    case .object:
      let members = node.members.enumerated().map { index, member in
        Member(
          key: member.key.string ?? "",
          value: InputTree(member.value),
          place: UInt32(truncatingIfNeeded: index)
        )
      }
      self.init(.object(members))
    case .null, .bool, .number, .string: self.init(node.value)
    }
  }

  /// The JSON of the tree. Number literals stay as they were read, members are in the order of
  /// their lists, and repeated keys are kept.
  private var jsonText: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the JSON of the tree. Texts with JSON that were not changed keep their original bytes.
  private func write(to bytes: inout [UInt8]) {
    switch form {
    case .leaf, .text, .json:
      value.appendWrittenUTF8(to: &bytes)

    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))

    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONValue.string(member.key).appendCanonicalUTF8(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The parts one level down, each with the token that leads to it.
  package var parts: [(token: String, part: InputTree)] {
    switch form {
    case .leaf, .text: []
    case .json(let tree, _): [(Self.jsonToken, tree)]
    case .array(let elements): elements.map { (Self.elementToken, $0) }
    case .object(let members): members.map { ($0.key, $0.value) }
    }
  }

  /// Returns the tree with each part one level down changed, or removed if `change` returns `nil`.
  package func mapParts(_ change: (_ token: String, InputTree) -> InputTree?) -> InputTree {
    switch form {
    case .leaf, .text: self
    case .json(let tree, _):
      change(Self.jsonToken, tree).map { .json($0, written: nil) } ?? .text("")
    case .array(let elements): .array(elements.compactMap { change(Self.elementToken, $0) })
    case .object(let members):
      .object(
        members.compactMap { member in
          change(member.key, member.value).map {
            Member(key: member.key, value: $0, place: member.place)
          }
        }
      )
    }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
