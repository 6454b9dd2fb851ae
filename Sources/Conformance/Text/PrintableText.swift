/// The text with every scalar escaped that would be invisible, move the cursor or change the
/// reading direction.
///
/// Line ends, tabs and carriage returns become `\n`, `\t` and `\r`, the others `\u{…}`, so that any
/// text of a case or an implementation stays on its line and cannot steer a terminal. Backslashes
/// stay, hence a second pass changes nothing.
package func printable(_ text: String) -> String {
  guard text.utf8.contains(where: { !isPlainASCII($0) }) else { return text }
  return text.unicodeScalars.reduce(into: "") { $0 += $1.printable(atStart: $0.isEmpty) }
}

/// A JSON text with the same scalars as escapes of JSON, so that it says the same. Its line feeds
/// stay.
package func printableJSON(_ text: String) -> String {
  guard text.utf8.contains(where: { !isPlainASCII($0) && $0 != UInt8(ascii: "\n") }) else {
    return text
  }
  return text.replacing { $0.isPrintable || $0 == "\n" ? nil : $0.escapedInJSON }
}

private func isPlainASCII(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

extension Unicode.Scalar {
  /// Whether the scalar is seen, takes its place on the line and has no effect beyond it.
  var isPrintable: Bool {
    if isASCII { return (0x20...0x7E).contains(value) }
    if properties.isDefaultIgnorableCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
    case .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }

  /// Whether the scalar is drawn onto the one before it.
  package var isCombining: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// The scalar, or its escape where nobody could see it as what it is.
  ///
  /// - Parameter isFirst: a mark without a base would be drawn over whatever is printed before the
  ///   text.
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
    // The 1 makes four digits of what follows it.
    String(self).utf16.map { "\\u\(String(0x1_0000 + Int($0), radix: 16).dropFirst())" }.joined()
  }

  /// What the Unicode charts call the scalar, `U+0301 COMBINING ACUTE ACCENT`; nil for controls and
  /// others without a name.
  var chartName: String? {
    let digits = String(value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return properties.name.map { "\(code) \($0)" }
  }
}
