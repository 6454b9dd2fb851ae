/// Returns the text with every scalar escaped that is invisible, moves the cursor or changes the
/// reading direction.
///
/// Line feeds, tabs and carriage returns become `\n`, `\t` and `\r`, and others become `\u{…}`, so
/// that text from a case or an implementation stays on its line and can't control a terminal.
/// Backslashes stay, so a second call changes nothing.
package func printable(_ text: String) -> String {
  guard text.utf8.contains(where: { !isPlainASCII($0) }) else { return text }
  return text.unicodeScalars.reduce(into: "") { $0 += $1.printable(atStart: $0.isEmpty) }
}

/// Returns a JSON text with the same scalars as JSON escapes, so that its value doesn't change.
/// Line feeds stay.
package func printableJSON(_ text: String) -> String {
  guard text.utf8.contains(where: { !isPlainASCII($0) && $0 != UInt8(ascii: "\n") }) else {
    return text
  }
  return text.replacing { $0.isPrintable || $0 == "\n" ? nil : $0.escapedInJSON }
}

/// Returns whether a byte is a visible ASCII character or a space, which is printed as it is.
private func isPlainASCII(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

/// Returns whether a byte is a letter from A to Z, in upper or lower case.
private func isASCIILetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

extension Unicode.Scalar {
  /// Whether the scalar is visible, takes its place on the line and has no effect beyond it.
  package var isPrintable: Bool {
    if isASCII { return (0x20...0x7E).contains(value) }
    if properties.isDefaultIgnorableCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
    case .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }

  /// Whether the scalar is drawn on top of the one before it.
  package var isCombining: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// Returns the scalar, or its escape if it isn't recognizable when printed.
  ///
  /// - Parameter isFirst: Whether the scalar starts the text. A combining mark without a base would
  ///   be drawn over whatever precedes the text.
  package func printable(atStart isFirst: Bool) -> String {
    isPrintable && !(isFirst && isCombining) ? String(self) : escaped
  }

  /// The scalar as an escape of a Swift string literal.
  package var escaped: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }

  /// The scalar as escapes of a JSON string, one for each of its UTF-16 code units.
  package var escapedInJSON: String {
    // The 1 pads the rest to four digits.
    String(self).utf16.map { "\\u\(String(0x1_0000 + Int($0), radix: 16).dropFirst())" }.joined()
  }

  /// The name of the scalar in the Unicode charts, such as `U+0301 COMBINING ACUTE ACCENT`, or
  /// `nil` for controls and other scalars without a name.
  package var chartName: String? {
    let digits = String(value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return properties.name.map { "\(code) \($0)" }
  }
}

extension String {
  /// Returns the text with some scalars replaced.
  ///
  /// - Parameter replacement: Returns the replacement of a scalar, or `nil` to keep it.
  package func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    var kept = startIndex

    for index in unicodeScalars.indices {
      guard let other = replacement(unicodeScalars[index]) else { continue }
      result += self[kept..<index]
      result += other
      kept = unicodeScalars.index(after: index)
    }

    return result + self[kept...]
  }

  /// Returns the text with the second `#` replaced in anything that begins a CI command, such as
  /// `##[` or `##word[`.
  package func withoutLogCommands(_ replacement: (Unicode.Scalar) -> String) -> String {
    let hash = UInt8(ascii: "#")
    var result = ""
    var kept = startIndex
    var before = UInt8(0)

    for index in utf8.indices {
      let byte = utf8[index]
      defer { before = byte }
      guard byte == hash, before == hash else { continue }

      let rest = utf8[utf8.index(after: index)...]
      guard rest.first(where: { !isASCIILetter($0) }) == UInt8(ascii: "[") else { continue }

      result += self[kept..<index]
      result += replacement("#")
      kept = rest.startIndex
    }

    return result + self[kept...]
  }
}

/// Returns a count with its noun in the singular or plural, such as `1 case` or `2 cases`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
