package import CanonicalJSON
package import Conformance
internal import SessionTimeline

/// Deviations are the reference with something rewritten on the way in, on the way out, or both.
extension Deviation {
  /// The reference, asked something else than it should be, or heard wrong.
  package init(
    _ rule: String, _ mistake: String,
    output: @escaping @Sendable (_ input: JSONValue, _ reference: Reference) -> JSONValue
  ) {
    self.init(
      rule, mistake,
      implementation: InProcessImplementation(name: "\(rule): \(mistake)") { request in
        .output(output(request.input, Reference()))
      })
  }

  /// What the reference answers, changed.
  package static func answering(
    _ rule: String, _ mistake: String,
    _ change: @escaping @Sendable (_ output: JSONValue, _ input: JSONValue) -> JSONValue
  ) -> Deviation {
    Deviation(rule, mistake) { input, reference in change(reference(input), input) }
  }

  /// What the reference is asked, changed.
  package static func asking(
    _ rule: String, _ mistake: String, _ change: @escaping @Sendable (_ input: JSONValue) -> JSONValue
  ) -> Deviation {
    Deviation(rule, mistake) { input, reference in reference(change(input)) }
  }

  /// Each arrived row, changed; nil leaves it out.
  package static func reading(
    row rule: String, _ mistake: String, _ change: @escaping @Sendable (JSONObject) -> JSONObject?
  ) -> Deviation {
    asking(rule, mistake) { $0.mappingRows(change) }
  }

  /// The plaintext of each row, changed.
  package static func reading(
    content rule: String, _ mistake: String, _ change: @escaping @Sendable (String) -> String
  ) -> Deviation {
    reading(row: rule, mistake) { $0.mappingContent(change) }
  }

  /// Each payload that is an object, wrappers left alone, changed; nil hides it.
  package static func reading(
    payload rule: String, _ mistake: String, _ change: @escaping @Sendable (JSONObject) -> JSONObject?
  ) -> Deviation {
    reading(content: rule, mistake) { content in
      guard let object = content.jsonObject else { return content }
      return change(object).map { JSONValue.object($0).canonicalText() } ?? ""
    }
  }

  /// Payloads of one type.
  package static func reading(
    _ type: String, _ rule: String, _ mistake: String, _ change: @escaping @Sendable (JSONObject) -> JSONObject?
  ) -> Deviation {
    reading(payload: rule, mistake) { $0.typeName == type ? change($0) : $0 }
  }

  /// Each block of `message.content`, changed; nil leaves it out.
  package static func reading(
    block rule: String, _ mistake: String, _ change: @escaping @Sendable (JSONObject) -> JSONObject?
  ) -> Deviation {
    reading(payload: rule, mistake) { $0.mappingBlocks(change) }
  }

  /// Each entry of the output, changed; nil leaves it out.
  package static func showing(
    entry rule: String, _ mistake: String, _ change: @escaping @Sendable (JSONObject) -> JSONObject?
  ) -> Deviation {
    answering(rule, mistake) { output, _ in output.mappingElements("entries", change) }
  }

  /// Each block and each tool of a sub-agent, changed.
  package static func showing(
    block rule: String, _ mistake: String, _ change: @escaping @Sendable (JSONObject) -> JSONObject
  ) -> Deviation {
    showing(entry: rule, mistake) { entry in
      entry.mappingElements("blocks") { block in change(block).mappingElements("tools", change) }
    }
  }

  /// Text marked on the way in, so that the reference does not know it, and unmarked on the way out.
  package static func disguising(
    _ rule: String, _ mistake: String, _ disguise: @escaping @Sendable (String) -> String
  ) -> Deviation {
    Deviation(rule, mistake) { input, reference in
      reference(input.mappingRows { $0.mappingContent { $0.mappingTexts(disguise) } }).mappingTexts { $0.undisguised }
    }
  }
}

/// The reference as a function of the input.
package struct Reference: Sendable {
  package func callAsFunction(_ input: JSONValue) -> JSONValue {
    guard let stored = SessionRows(input) else { return .null }
    do throws(SessionDecryptionError) {
      let rows = try DecryptedRows(rows: stored.initial, updates: stored.updates, sessionKey: stored.sessionKey)
      return SessionTimeline(rows: rows.rows, updates: rows.updates).json
    } catch {
      return error.json
    }
  }
}
