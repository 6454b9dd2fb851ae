internal import CanonicalJSON
internal import SessionTimeline

/// What kind of row it is, and what it says in short, whether it is shown or not.
struct RowSummary {
  let kind: String
  let excerpt: String

  init(of row: StoredSessionRow, sessionKey: String?) {
    guard let plain = try? DecryptedRows(rows: [row], sessionKey: sessionKey).rows.first else {
      self.init(kind: "encrypted", excerpt: "")
      return
    }
    switch RowContent(of: plain.content) {
    case .plainText(let text): self.init(kind: "plain text", excerpt: text.quoted)
    case .payload(let payload, _), .wrapper(let payload, _): self.init(of: payload)
    }
  }

  private init(kind: String, excerpt: String) {
    self.kind = kind
    self.excerpt = excerpt
  }

  private init(of payload: Payload) {
    let object = payload.object
    let subtype = object["subtype"]?.string.map { " \($0)" } ?? ""
    let pieces = payload.messageContent?.elements.map(Self.piece).joined(separator: ", ")
    let text = object.visibleText ?? object["result"]?.string ?? object["error"]?.string
    let rest = object.value.without(["type", "subtype"])
    let excerpt = pieces.flatMap { $0.isEmpty ? nil : $0 } ?? text?.quoted
    self.init(
      kind: (object["type"]?.string ?? "no type") + subtype,
      excerpt: excerpt ?? (rest == [:] ? "" : rest.canonicalText()))
  }

  /// A block of a message.
  private static func piece(of block: JSONNode) -> String {
    let id = (block["id"] ?? block["tool_use_id"])?.string
    let text =
      switch block.typeName {
      case "text": block["text"]?.string?.quoted
      case "tool_use": [block["name"]?.string, id].compactMap(\.self).joined(separator: " ")
      case "tool_result":
        (["tool_result", id] + (block["content"]?.textFragments ?? []).map(\.quoted)).compactMap(\.self)
          .joined(separator: " ")
      case nil: block.string?.quoted
      default: block["type"]?.string
      }
    return text ?? block.value.canonicalText()
  }
}

extension String {
  /// The text between quotation marks, with a space for each run of white space.
  fileprivate var quoted: String {
    let words = unicodeScalars.split { $0.properties.isWhitespace }
    return "\"\(words.map { String($0) }.joined(separator: " "))\""
  }
}

extension JSONValue {
  /// An object less some members.
  fileprivate func without(_ keys: [String]) -> JSONValue {
    guard case .object(var object) = self else { return self }
    for key in keys { object[key] = nil }
    return .object(object)
  }
}
