/// The part of a text that `XMLParser` reads: everything before the first place that is malformed in
/// any text.
///
/// So `XMLParser` never reads a document type and can't expand entities. A problem that it finds is
/// before that place, and therefore the first one.
struct ReadableDocument {
  /// The text up to the first place that is certainly malformed, with an LF in place of each CR and
  /// each CRLF. `XMLParser` can keep a CR in a CDATA section.
  let readable: [UInt8]
  /// Whether `readable` is the whole text.
  let isReadable: Bool
  /// Whether the text begins with a document type, which is well-formed up to its `[` or its `>`.
  let beginsWithDocumentType: Bool

  /// - Parameter text: Valid UTF-8 without a byte order mark.
  init(_ text: [UInt8]) {
    let allowed = Self.allowedCharacters(of: text)
    let normalized = Self.normalizingLineEnds(of: allowed)
    let elements = Self.elements(of: normalized)

    readable = Array(elements)
    isReadable = allowed.count == text.count && elements.count == normalized.count
    beginsWithDocumentType = ByteCursor(normalized).isAtDocumentType
  }

  /// Returns the text up to the first character that XML doesn't allow. `XMLParser` takes a zero
  /// byte for the end of the text.
  private static func allowedCharacters(of text: [UInt8]) -> ArraySlice<UInt8> {
    for (index, byte) in text.enumerated() {
      let isAllowed =
        switch byte {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20: false
        // U+FFFE and U+FFFF.
        case 0xEF:
          !text[index...].starts(with: [0xEF, 0xBF, 0xBE])
            && !text[index...].starts(with: [0xEF, 0xBF, 0xBF])
        default: true
        }

      if !isAllowed { return text[..<index] }
    }

    return text[...]
  }

  /// Returns the text with normalized line ends.
  private static func normalizingLineEnds(of text: ArraySlice<UInt8>) -> [UInt8] {
    let lf = UInt8(ascii: "\n")
    let cr = UInt8(ascii: "\r")
    guard text.contains(cr) else { return Array(text) }

    var normalized: [UInt8] = []
    normalized.reserveCapacity(text.count)
    for (index, byte) in zip(text.indices, text) {
      let endsCRLF = byte == lf && index > text.startIndex && text[index - 1] == cr
      if endsCRLF { continue }
      normalized.append(byte == cr ? lf : byte)
    }
    return normalized
  }

  /// Returns the text up to the first comment, processing instruction, XML declaration or other
  /// declaration.
  ///
  /// Outside of CDATA sections, every `<!` and `<?` is one of them, or malformed. On Linux,
  /// `XMLParser` crashes if a processing instruction is only a name.
  private static func elements(of text: [UInt8]) -> ArraySlice<UInt8> {
    var cursor = ByteCursor(text)
    while cursor.skip(to: "<") {
      if cursor.skip("<![CDATA[") {
        guard cursor.skip(past: "]]>") else { break }
      } else if cursor.isAt("<!") || cursor.isAt("<?") {
        return cursor.skipped
      } else {
        _ = cursor.skip("<")
      }
    }

    return text[...]
  }
}
