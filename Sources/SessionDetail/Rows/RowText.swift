package import CanonicalJSON

/// The text of a row: a string, or a string of a document that is decoded when it is needed.
///
/// Most texts are documents themselves and needed only once, to be parsed.
package enum RowText: Sendable {
  /// A decoded text.
  case string(String)
  /// A string of a document, which stays in memory.
  case node(JSONNode)

  /// The decoded text.
  ///
  /// - Complexity: O(1), or O(*n*) for a string of a document, for each call.
  package var string: String {
    switch self {
    case .string(let text): text
    case .node(let node): node.string ?? ""
    }
  }

  /// The JSON object that the text is, or `nil` for any other text.
  package var object: JSONNode? {
    switch self {
    case .string(let text): JSONNode(objectIn: text)
    case .node(let node): node.objectInText
    }
  }
}
