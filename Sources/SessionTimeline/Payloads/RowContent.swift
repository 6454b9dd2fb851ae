package import CanonicalJSON

/// What the content of a row holds, before its type says what that means.
package enum RowContent: Sendable {
  /// No JSON object; the text as it is.
  case plainText(String)
  /// An object, taken out of so many wrappers; a wrapper itself where its string `raw_json` could
  /// not be taken out.
  case payload(Payload, depth: Int, isWrapper: Bool)

  /// How many wrappers are taken off.
  package static let wrapperLimit = 4

  package init(of text: String) {
    // P1
    guard var object = JSONNode(objectIn: text) else {
      self = .plainText(text)
      return
    }
    // P2
    var depth = 0
    var wrapped = object["raw_json"]
    while depth < Self.wrapperLimit, let inner = wrapped?.string.flatMap(JSONNode.init(objectIn:)) {
      object = inner
      depth += 1
      wrapped = object["raw_json"]
    }
    self = .payload(Payload(object), depth: depth, isWrapper: wrapped?.kind == .string)
  }
}

extension JSONNode {
  /// The JSON object that the text is; nil for any other text.
  package init?(objectIn text: String) {
    guard let root = try? JSONDocument(parsing: text).root, root.kind == .object else { return nil }
    self = root
  }
}
