package import CanonicalJSON

/// The content of a row, before it is interpreted by its type.
package enum RowContent: Sendable {
  /// The unchanged text, which isn't a JSON object.
  case plainText(String)
  /// A JSON object, with the number of wrappers that were removed. `isWrapper` is `true` if the
  /// object still has a string `raw_json` that couldn't be unwrapped.
  case payload(Payload, depth: Int, isWrapper: Bool)

  /// The maximum number of wrappers to remove.
  package static let wrapperLimit = 4

  /// Parses a row's text, and removes up to `wrapperLimit` wrappers.
  package init(of text: RowText) {
    // P1
    guard var object = text.object else {
      self = .plainText(text.string)
      return
    }

    // P2
    var depth = 0
    var wrapped = object["raw_json"]
    while depth < Self.wrapperLimit, let inner = wrapped?.objectInText {
      object = inner
      depth += 1
      wrapped = object["raw_json"]
    }

    self = .payload(Payload(object), depth: depth, isWrapper: wrapped?.kind == .string)
  }
}

extension JSONNode {
  /// Parses a JSON object, or returns `nil` for any other text.
  package init?(objectIn text: String) {
    guard let root = try? JSONDocument(parsing: text).root, root.kind == .object else { return nil }
    self = root
  }

  /// The JSON object that the text of a string is, or `nil` for any other text or value.
  var objectInText: JSONNode? {
    guard kind == .string, let root = try? JSONDocument(parsingTextOf: self).root,
      root.kind == .object
    else { return nil }
    return root
  }
}
