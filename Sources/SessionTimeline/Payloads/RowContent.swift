package import CanonicalJSON

/// What the content of a row holds, before its type says what that means.
package enum RowContent: Sendable {
  /// No JSON object; the text as it is.
  case plainText(String)
  /// An object, taken out of its wrappers.
  case payload(Payload)
  /// An object whose string `raw_json` could not be taken out.
  case wrapper(Payload)

  /// How many wrappers are taken off.
  package static let wrapperLimit = 4

  package init(of text: String) {
    // P1
    guard var object = JSONNode(objectIn: text) else {
      self = .plainText(text)
      return
    }
    // P2
    for _ in 0..<Self.wrapperLimit {
      guard let inner = object["raw_json"]?.string.flatMap(JSONNode.init(objectIn:)) else { break }
      object = inner
    }
    let payload = Payload(object)
    self = object["raw_json"]?.kind == .string ? .wrapper(payload) : .payload(payload)
  }
}

extension JSONNode {
  /// The JSON object that the text is; nil for any other text.
  package init?(objectIn text: String) {
    guard let root = try? JSONDocument(parsing: text).root, root.kind == .object else { return nil }
    self = root
  }
}
