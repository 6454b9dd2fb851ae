internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

extension Deviation {
  // T7
  static var ofMessages: [Deviation] {
    [
      reading(payload: "T7", "rows of one message are entries of their own") {
        $0.mappingMessage { $0.removing("id") }
      },
      gathering("T7", "all texts of a message are kept") { $0 },
      gathering("T7", "the latest row of a message is all of it") { rows in
        Array(rows.suffix(1))
      },
      gathering("T7", "the first row of a message is all of it") { rows in
        Array(rows.prefix(1))
      },
      standing("T7", "text that stands anywhere in the timeline is left out") { block, seen in
        guard block.typeName == "text", let text = block["text"]?.string else { return true }
        return seen.insert(TextKey(text)).inserted
      },
      answering("T7", "a message has the identity of its latest row") { output, input in
        let latest = latestRows(of: input)
        return output.mappingElements("entries") { entry in
          guard let row = latest[TextKey(entry["id"]?.string ?? "")] else { return entry }
          return entry.setting("id", .string(row.id))
        }
      },
      reading("assistant", "T7", "message ids are compared without their case") { payload in
        payload.mappingMessage { $0.setting("id", $0["id"]?.string.map { .string($0.asciiLowercased) }) }
      },
      reading("assistant", "T7", "message ids are trimmed") { payload in
        payload.mappingMessage { $0.setting("id", $0["id"]?.string.map { .string($0.trimmed) }) }
      },
    ]
  }

  /// Puts what some rows of a message say into its first row, one block after the other.
  private static func gathering(
    _ rule: String, _ mistake: String, _ choice: @escaping @Sendable (_ rows: [[JSONValue]]) -> [[JSONValue]]
  ) -> Deviation {
    asking(rule, mistake) { input in
      var contents: [TextKey: [[JSONValue]]] = [:]
      let ordered = input.mappingPayloadsInOrder { payload in
        if let id = payload.messageID { contents[id, default: []].append(payload.message?["content"]?.elements ?? []) }
        return payload
      }
      var gathered = Set<TextKey>()
      return ordered.mappingPayloadsInOrder { payload in
        guard let id = payload.messageID, let rows = contents[id], rows.count > 1 else { return payload }
        guard gathered.insert(id).inserted else { return ["type": "system"] }
        return payload.mappingMessage { $0.setting("content", .array(choice(rows).flatMap { $0 })) }
      }
    }
  }

  /// For the row that gives a message its identity, the message's latest.
  private static func latestRows(of input: JSONValue) -> [TextKey: Arrival] {
    var first: [TextKey: TextKey] = [:]
    var latest: [TextKey: Arrival] = [:]
    for arrival in Arrival.standing(in: Arrival.all(in: input)) {
      guard let id = arrival.row["content"]?.string?.jsonObject?.messageID else { continue }
      if first[id] == nil { first[id] = arrival.position.id }
      latest[first[id] ?? id] = arrival
    }
    return latest
  }
}

extension JSONObject {
  fileprivate var messageID: TextKey? {
    typeName == "assistant" ? message?["id"]?.string.map { TextKey($0) } : nil
  }
}
