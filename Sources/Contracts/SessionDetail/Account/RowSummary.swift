internal import CanonicalJSON
internal import SessionDetail

extension StoredSessionRow {
  /// Returns the kind of the row and an excerpt of its content, whether the row is shown or not. A
  /// row that can't be decrypted has no excerpt.
  func summary(sessionKey: String?) -> (kind: String, excerpt: String) {
    let key = sessionKey.flatMap(SessionKey.init(base64:))
    guard let plain = try? decrypted(with: key) else { return ("encrypted", "") }
    switch RowContent(of: plain.text) {
    case .plainText(let text): return ("plain text", text.quoted)
    case .payload(let payload, _, _): return payload.summary
    }
  }
}

extension Payload {
  /// The payload's type, and an excerpt of its blocks, its text or its other members.
  fileprivate var summary: (kind: String, excerpt: String) {
    let subtype = object["subtype"]?.string.map { " \($0)" } ?? ""
    let pieces = messageContent?.elements.map(Self.piece).joined(separator: ", ")
    let text =
      object.visibleText(for: .assistant) ?? object["result"]?.string ?? object["error"]?.string

    var rest = object.value.object ?? [:]
    rest["type"] = nil
    rest["subtype"] = nil

    let excerpt = pieces.flatMap { $0.isEmpty ? nil : $0 } ?? text?.quoted
    return (
      (object["type"]?.string ?? "no type") + subtype,
      excerpt ?? (rest.isEmpty ? "" : JSONValue.object(rest).canonicalText())
    )
  }

  /// Returns an excerpt of a block of a message.
  private static func piece(of block: JSONNode) -> String {
    let id = (block["id"] ?? block["tool_use_id"])?.string
    let text =
      switch block.typeName {
      case "text":
        block["text"]?.string?.quoted
      case "tool_use":
        [block["name"]?.string, id].compactMap(\.self).joined(separator: " ")
      case "tool_result":
        (["tool_result", id].compactMap(\.self) + texts(of: block)).joined(separator: " ")
      case nil:
        block.string?.quoted
      default:
        block["type"]?.string
      }

    return text ?? block.value.canonicalText()
  }

  /// Returns the texts of a tool's result, each between quotation marks.
  private static func texts(of result: JSONNode) -> [String] {
    let fragments = result["content"]?.textFragments(for: .user) ?? []
    return fragments.map(\.quoted)
  }
}

extension String {
  /// The text between quotation marks, with one space for each run of white space.
  fileprivate var quoted: String {
    let words = unicodeScalars.split { $0.properties.isWhitespace }
    return "\"\(words.map { String($0) }.joined(separator: " "))\""
  }
}
