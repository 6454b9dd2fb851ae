package import CanonicalJSON

/// An output in the form that a run keeps until its end: its digest, and as much of it as a report
/// shows.
package struct KeptOutput: Hashable, Sendable {
  /// The SHA-256 of the whole canonical JSON, in hex.
  package let digest: String
  /// The canonical JSON of the output, or of its beginning if it is large.
  package let text: String
  /// The size of the whole canonical JSON in bytes.
  package let byteCount: Int

  /// The size from which only the beginning of an output is kept, in bytes of canonical JSON.
  package static let byteLimit = 64 << 10

  /// Creates the form to keep of a value, which is written in full once to find its digest.
  package init(_ value: JSONValue) {
    let json = value.canonicalText()
    digest = GoldenLock.digest(Array(json.utf8))
    byteCount = json.utf8.count
    text = byteCount > Self.byteLimit ? value.reportedBeginning.canonicalText() : json
  }

  /// Creates an output from the text that a report has.
  ///
  /// - Parameters:
  ///   - text: The canonical JSON, or that of the beginning.
  ///   - whole: The digest and the size of the whole output if the text is only its beginning.
  package init(text: String, whole: (digest: String, byteCount: Int)? = nil) {
    self.text = text
    digest = whole?.digest ?? GoldenLock.digest(Array(text.utf8))
    byteCount = whole?.byteCount ?? text.utf8.count
  }

  /// Whether the text is the whole output.
  package var isWhole: Bool { byteCount == text.utf8.count }

  /// The output, or its beginning, which ends with notes on what is left out.
  ///
  /// - Complexity: That of parsing the text, for each call.
  package var value: JSONValue? { try? JSONDocument(parsing: text).root.value }
}

extension JSONValue {
  /// The value, or its beginning if it is too large for a report. It is a valid value too.
  package var reportedBeginning: JSONValue {
    var room = KeptOutput.byteLimit
    return beginning(toFit: &room)
  }
}

extension String {
  /// The text, or its beginning if it is too long for a report. The beginning of a beginning is the
  /// same.
  package var reportedBeginning: String {
    let limit = KeptOutput.byteLimit
    guard utf8.count > limit else { return self }
    let note = "… \(utf8.count) bytes in all"
    return beginning(bytes: limit - note.utf8.count) + note
  }
}
