internal import CanonicalJSON
internal import Conformance

// W5, W6
extension ProtocolDeviations {
  static var ofIntegers: [Deviation] {
    [
      integer("integers go through doubles") { number in Int(exactly: number.double.rounded()).map { JSONNumber($0) } },
      integer("integers have 32 bits") { number in number.integer.flatMap(Int32.init(exactly:)) == nil ? nil : number },
      integer("integers are exact to 53 bits alone") { number in
        abs(number.double) > 9_007_199_254_740_991 ? nil : number
      },
      integer("integers have no sign") { number in number.double < 0 ? nil : number },
      integer("an integer is greater than zero") { number in number.integer == 0 ? nil : number },
      integer("the least integer is out of range") { number in number.integer == .min ? nil : number },
      integer("the greatest integer is out of range") { number in number.integer == .max ? nil : number },
      integer("fractions are cut off") { number in
        Int(exactly: number.double.rounded(.towardZero)).map { JSONNumber($0) } ?? number
      },
      integer("fractions are rounded") { number in
        number.integer == nil ? Int(exactly: number.double.rounded()).map { JSONNumber($0) } ?? number : number
      },
      integer("what is out of range is the limit") { number in
        number.integer == nil && abs(number.double) >= 9.2e18 ? JSONNumber(number.double < 0 ? .min : .max) : number
      },
      integer("what is out of range wraps around") { number in
        number.canonicalText == "9223372036854775808"
          ? JSONNumber(.min)
          : number.canonicalText == "-9223372036854775809" ? JSONNumber(.max) : number
      },
      literal("a fraction of zero is refused") { !$0.contains(".") || $0.contains("e") },
      literal("an exponent is refused") { !$0.lowercased().contains("e") },
      literal("-0 is refused") { $0 != "-0" },
      reading("W5", "digits in a string are an integer") { part in
        if part.isInteger, let number = part.text.flatMap(JSONNumber.init) { .number(number) } else { part.json }
      },
      reading("W5", "booleans are 0 and 1") { part in
        if part.isInteger, let bool = part.json?.bool { bool ? 1 : 0 } else { part.json }
      },
      writing("W5", "integers that no double holds are written as text") { part in
        guard part.isInteger, let number = part.json?.number, abs(number.double) > 9_007_199_254_740_991 else {
          return part.json
        }
        return .string(number.canonicalText)
      },
      reading("W5", "another version than 1.0 is refused") { part in
        if part.key == "version", let text = part.text, text != "1.0" { 0 } else { part.json }
      },
      writing("W5", "the version is always 1.0") { part in part.key == "version" ? "1.0" : part.json },
      reading("W5", "a version may be a number") { part in
        if part.key == "version", let number = part.json?.number { .string(number.canonicalText) } else { part.json }
      },
      reading("W5", "the type has to be that of the payload") { part in
        if part.path.tokens == ["type"], !part.isNameOfCase, let text = part.text, !text.contains(".") {
          0
        } else {
          part.json
        }
      },
    ]
  }

  static var ofText: [Deviation] {
    [
      text("text is composed") { $0.composed },
      text("text is decomposed") { $0.decomposed },
      text("compatibility characters are replaced") { text in
        // Without composing what was decomposed.
        text.mappingScalars { ["\u{FB01}", "\u{2460}", "\u{FF21}"].contains($0) ? "a" : $0 }
      },
      text("text is trimmed") { $0.trimmed },
      text("CRLF is LF") { $0.replacingText("\r\n", with: "\n") },
      text("text ends at U+0000") { text in
        text.unicodeScalars.firstIndex(of: "\0").map { String(text.unicodeScalars[..<$0]) } ?? text
      },
      text("control characters are left out") { text in
        text.mappingScalars {
          $0.properties.generalCategory == .control && $0 != "\0" && $0 != "\r" && $0 != "\n" ? nil : $0
        }
      },
      text("a byte order mark is left out") { text in
        text.mappingScalars { $0 == "\u{FEFF}" ? nil : $0 }
      },
      text("characters that cannot be seen are left out") { text in
        text.mappingScalars { $0.properties.generalCategory == .format && $0 != "\u{FEFF}" ? nil : $0 }
      },
      text("characters beyond U+FFFF are replaced") { text in
        text.mappingScalars { $0.value > 0xFFFF ? "\u{FFFD}" : $0 }
      },
      text("noncharacters are replaced") { text in
        text.mappingScalars { $0.properties.isNoncharacterCodePoint ? "\u{FFFD}" : $0 }
      },
      text("U+FFFD is an error") { $0.contains("\u{FFFD}") ? nil : $0 },
      text("markup is escaped") { $0.replacingText("<", with: "&lt;") },
      text("escapes are read twice") { $0.replacingText("\\u0041", with: "A") },
      text("slashes are escaped") { $0.replacingText("/", with: "\\/") },
      text("line separators are line feeds") { text in
        text.mappingScalars { ["\u{2028}", "\u{2029}", "\u{85}"].contains($0) ? "\n" : $0 }
      },
      text("letters are lower-case") { text in
        text.mappingScalars { $0.isASCII ? $0 : $0.properties.lowercaseMapping.unicodeScalars.first }
      },
      text("a mark at the front is left out") { text in
        text.unicodeScalars.first?.properties.generalCategory == .nonspacingMark
          ? String(text.unicodeScalars.dropFirst()) : text
      },
      assembling("W6", "ids that are canonically equivalent are one") { $0.key = { $0.composed } },
      assembling("W6", "ids are one whatever their case") { $0.key = { $0.lowercased() } },
      assembling("W6", "ids are trimmed") { $0.key = { $0.trimmed } },
    ]
  }

  private static func integer(
    _ mistake: String, _ change: @escaping @Sendable (JSONNumber) -> JSONNumber?
  ) -> Deviation {
    reading("W5", mistake) { part in
      guard part.isInteger, let number = part.json?.number else { return part.json }
      return change(number).map(JSONValue.number) ?? 0.5
    }
  }

  private static func literal(_ mistake: String, allows: @escaping @Sendable (String) -> Bool) -> Deviation {
    reading("W5", mistake) { part in
      guard part.isInteger, part.json?.number != nil, let literal = part.literal else { return part.json }
      return allows(literal) ? part.json : 0.5
    }
  }

  /// Each text, read as another; nil is an error.
  private static func text(_ mistake: String, _ change: @escaping @Sendable (String) -> String?) -> Deviation {
    reading("W6", mistake) { part in
      guard part.isText, let text = part.text else { return part.json }
      return change(text).map(JSONValue.string) ?? 0
    }
  }
}

extension ProtocolPart {
  fileprivate var isNameOfCase: Bool { if case .name = shape { true } else { false } }
}
