internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

// P1, P2, P3
extension Deviation {
  static var ofPlainText: [Deviation] {
    [
      reading(content: "P1", "a byte order mark is passed over") { content in
        content.unicodeScalars.first == "\u{FEFF}" ? String(content.unicodeScalars.dropFirst()) : content
      },
      reading(content: "P1", "JSON that is no object is hidden") { content in
        let isOtherJSON = (try? JSONDocument(parsing: content)).map { $0.root.kind != .object } ?? false
        return isOtherJSON ? "" : content
      },
      reading(content: "P1", "plain text is hidden") { $0.jsonObject == nil ? "" : $0 },
      reading(content: "P1", "the first of repeated keys wins") { content in
        guard let root = try? JSONDocument(parsing: content).root, root.kind == .object else { return content }
        return JSONValue.object(root.withFirstOfRepeatedKeys).canonicalText()
      },
      reading(content: "P1", "numbers beyond a double are JSON") { content in
        content.jsonObject == nil ? content.replacingAll("1e999", with: "1") : content
      },
      reading(content: "P1", "a lone surrogate makes text no JSON") { content in
        let anomalies = (try? JSONDocument(parsing: content).anomalies()) ?? []
        return anomalies.contains { $0.kind == .loneSurrogate } ? "" : content
      },
      reading(content: "P1", "deep nesting is no JSON") { content in
        content.utf8.count { $0 == UInt8(ascii: "[") } > 400 && content.jsonObject != nil ? "deep" : content
      },
      reading(content: "P1", "nesting without a limit is JSON") { content in
        content.jsonObject == nil && content.utf8.count { $0 == UInt8(ascii: "[") } > 400 ? "" : content
      },
      reading(content: "P1", "line ends become LF") { $0.mappingTexts { $0.replacingAll("\r\n", with: "\n") } },

      reading(payload: "P2", "a wrapper is taken off once") { payload in
        payload.inner?.inner == nil ? payload : nil
      },
      reading(payload: "P2", "wrappers are taken off without a limit") { payload in
        var innermost = payload
        while let inner = innermost.inner { innermost = inner }
        return innermost
      },
      reading(payload: "P2", "wrappers are never taken off") { $0["raw_json"]?.string == nil ? $0 : nil },
      reading(payload: "P2", "a broken wrapper is shown for what is around it") { payload in
        payload.inner == nil ? payload.removing("raw_json") : payload
      },
      reading(payload: "P2", "a raw_json that is an object is taken out") { $0["raw_json"]?.object ?? $0 },

      disguising("P3", "artifacts are shown") { $0.trimmed.hasBrace ? $0.disguised : $0 },
      disguising("P3", "types are compared in exact case") { text in
        let type = text.trimmed.jsonObject?["type"]?.string
        return text.trimmed.jsonObject?["raw_json"] == nil && type != type?.asciiLowercased ? text.disguised : text
      },
      disguising("P3", "a raw_json marks no artifact") { text in
        text.trimmed.jsonObject?["raw_json"]?.string == nil ? text : text.disguised
      },
      disguising("P3", "broken artifacts are shown") { text in
        text.trimmed.hasBrace && text.trimmed.jsonObject == nil ? text.disguised : text
      },
      disguising("P3", "white space before an artifact makes it text") { text in
        text.hasBrace || !text.trimmed.hasBrace ? text : text.disguised
      },
      disguising("P3", "commands and terminal output are no artifacts") { text in
        let type = text.trimmed.jsonObject?["type"]?.string?.asciiLowercased ?? ""
        return ["mcq_response_command", "terminal_output", "user_confirmation_command"].contains(type)
          ? text.disguised : text
      },
      reading(content: "P3", "every text that is an object is an artifact") { content in
        content.jsonObject == nil ? content : content.mappingTexts { $0.trimmed.jsonObject == nil ? $0 : "" }
      },
      reading(content: "P3", "what parses is searched for broken parts too") { content in
        content.mappingTexts { text in
          text.trimmed.jsonObject != nil && text.asciiLowercased.contains("\"tool_use\"") ? "" : text
        }
      },
      reading(content: "P3", "a type alone marks a broken artifact") { content in
        content.mappingTexts { text in
          text.trimmed.hasBrace && text.trimmed.jsonObject == nil && text.contains("\"type\"") ? "" : text
        }
      },
    ]
  }

  // P4
  static var ofTrimming: [Deviation] {
    [
      reading(content: "P4", "U+FEFF is trimmed") { $0.mappingTexts { $0.trimming("\u{FEFF}") } },
      reading(content: "P4", "U+200B is trimmed") { $0.mappingTexts { $0.trimming("\u{200B}") } },
      disguising("P4", "U+0085 is not trimmed") { $0.replacing("\u{85}", with: "\u{E085}") },
      disguising("P4", "U+00A0 is not trimmed") { $0.replacing("\u{A0}", with: "\u{E0A0}") },
      disguising("P4", "nothing is trimmed") { $0.isBlank || $0 == $0.trimmed ? $0 : "\u{E000}\($0)\u{E000}" },
      disguising("P4", "blank text is text") { $0.isBlank ? $0.disguised : $0 },
    ]
  }
}

extension JSONNode {
  /// The value with the first of repeated keys, all the way down.
  fileprivate var withFirstOfRepeatedKeys: JSONObject {
    JSONObject(
      members.reversed().map { member in
        (
          member.key.string ?? "",
          member.value.kind == .object ? .object(member.value.withFirstOfRepeatedKeys) : member.value.value
        )
      })
  }
}

extension JSONObject {
  /// The object in the string `raw_json`.
  fileprivate var inner: JSONObject? { self["raw_json"]?.string?.jsonObject }
}

extension String {
  fileprivate var hasBrace: Bool { utf8.first == UInt8(ascii: "{") }

  func replacingAll(_ part: String, with other: String) -> String {
    var result: [Unicode.Scalar] = []
    let scalars = Array(unicodeScalars)
    let part = Array(part.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if scalars[index...].starts(with: part) {
        result += other.unicodeScalars
        index += part.count
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: result)
    return String(view)
  }

  fileprivate func trimming(_ scalar: Unicode.Scalar) -> String {
    var scalars = unicodeScalars[...]
    while scalars.first == scalar { scalars.removeFirst() }
    while scalars.last == scalar { scalars.removeLast() }
    return String(scalars)
  }
}
