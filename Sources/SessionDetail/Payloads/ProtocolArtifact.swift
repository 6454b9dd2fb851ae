internal import CanonicalJSON

// P3, P14
/// Machine-written text that appears in place of a person's words.
package enum ProtocolArtifact {
  private static let toolMarks = [
    "\"tool_use\"", "\"tool_result\"", "\"tool_use_id\"", "\"raw_json\"",
  ]

  /// Returns whether the text is a JSON object of the protocol, or looks like a broken one.
  package static func matches(_ text: String) -> Bool {
    let text = text.trimmed
    guard text.utf8.first == UInt8(ascii: "{") else { return false }

    if let object = JSONNode(objectIn: text) {
      return object["raw_json"]?.kind == .string
        || object.typeName.flatMap(PayloadType.init(name:)) != nil
    }

    // P14: the JSON is invalid, but not a quotation that goes on with other words.
    guard text.utf8.last == UInt8(ascii: "}") else { return false }
    let lowercased = text.asciiLowercased.utf8
    return lowercased.contains("\"type\"".utf8)
      && toolMarks.contains { lowercased.contains($0.utf8) }
  }
}
