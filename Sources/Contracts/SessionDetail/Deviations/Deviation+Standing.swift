package import CanonicalJSON
package import Conformance

extension Deviation {
  /// Blocks gone through in the order of the timeline, with a memory of what came before: left out, or changed.
  package static func standing(
    _ rule: String, _ mistake: String, reversed: Bool = false,
    keeps: @escaping @Sendable (_ block: JSONObject, _ seen: inout Set<TextKey>) -> Bool = { _, _ in true },
    change: @escaping @Sendable (_ block: JSONObject, _ seen: inout Set<TextKey>) -> JSONObject = { block, _ in block }
  ) -> Deviation {
    asking(rule, mistake) { input in
      var seen = Set<TextKey>()
      return input.mappingPayloadsInOrder(reversed: reversed) { payload in
        let blocks = payload.message?["content"]?.elements ?? []
        var kept: [JSONValue] = []
        for element in reversed ? blocks.reversed() : blocks {
          guard case .object(let block) = element else {
            kept.append(element)
            continue
          }
          if keeps(block, &seen) { kept.append(.object(change(block, &seen))) }
        }
        guard !blocks.isEmpty else { return payload }
        return payload.mappingMessage { $0.setting("content", .array(reversed ? kept.reversed() : kept)) }
      }
    }
  }
}

extension JSONValue {
  /// The input with the rows that stand, in the order of the timeline, and their payloads changed in that order.
  func mappingPayloadsInOrder(reversed: Bool = false, _ change: (JSONObject) -> JSONObject) -> JSONValue {
    guard isPlain else { return self }
    let rows = Arrival.standing(in: Arrival.all(in: self)).map(\.row)
    let changed = (reversed ? rows.reversed() : rows).map { row in
      row.mappingContent { content in
        content.jsonObject.map { JSONValue.object(change($0)).canonicalText() } ?? content
      }
    }
    return replacingRows(reversed ? changed.reversed() : changed)
  }
}
