internal import CanonicalJSON

// P3
/// Text that a machine wrote and that got where a person's words are expected.
package enum ProtocolArtifact {
  private static let toolMarks = [
    "\"tool_use\"", "\"tool_result\"", "\"tool_use_id\"", "\"raw_json\"",
  ]

  package static func matches(_ text: String) -> Bool {
    let text = text.trimmed
    guard text.utf8.first == UInt8(ascii: "{") else { return false }
    if let object = JSONNode(objectIn: text) {
      return object["raw_json"]?.kind == .string
        || object.typeName.flatMap(PayloadType.init(name:)) != nil
    }
    // Cut off or otherwise broken JSON.
    let lowercased = text.asciiLowercased.utf8
    return lowercased.contains("\"type\"".utf8)
      && toolMarks.contains { lowercased.contains($0.utf8) }
  }
}
