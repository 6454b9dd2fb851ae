internal import CanonicalJSON
internal import Conformance

/// Mutates texts: breaks them, repeats them, swaps in lookalike characters, and moves numbers to
/// the limits of their ranges.
///
/// It uses no Unicode tables, so the results are the same on every platform.
struct TextMutation {
  let corpus: InputCorpus
  let tokens: [String]

  /// Returns a mutation of a text.
  ///
  /// - Parameter text: The text at the place.
  func mutated(_ text: String, using generator: inout SplitMix64) -> String {
    if text.utf8.contains(UInt8(ascii: "<")), !generator.isOne(in: 4),
      let changed = mutatedMarkup(Markup(text), using: &generator)
    {
      return changed
    }
    var pieces = pieces(of: text, using: &generator)
    switch generator.number(below: 14) {
    case 0, 12: return replacingDigits(in: text, using: &generator)
    case 1, 2:
      pieces.insert(special(&generator)[...], at: generator.number(below: pieces.count + 1))
    case 3: if !pieces.isEmpty { pieces.remove(at: generator.number(below: pieces.count)) }
    case 4:
      if let piece = generator.element(of: pieces) {
        pieces.insert(piece, at: generator.number(below: pieces.count))
      }
    case 5:
      if !pieces.isEmpty {
        pieces.swapAt(generator.number(below: pieces.count), generator.number(below: pieces.count))
      }
    case 6:
      let others = self.pieces(of: other(using: &generator), using: &generator)
      if let piece = generator.element(of: others) {
        let index = generator.number(below: pieces.count + 1)
        pieces.replaceSubrange(
          index..<min(index + generator.number(below: 2), pieces.count),
          with: [piece]
        )
      }
    case 7: return padded(text, using: &generator)
    case 8:
      return generator.isOne(in: 2)
        ? text.changingCase(upper: generator.isOne(in: 2)) : lookalike(text, &generator)
    case 9: return text.repeated(toLength: generator.element(of: Self.lengths) ?? 1)
    case 10: return ""
    case 11: pieces.removeSubrange(generator.number(below: pieces.count + 1)...)
    default: return other(using: &generator)
    }
    return pieces.joined()
  }

  /// Returns another text from the same place, or from any place.
  private func other(using generator: inout SplitMix64) -> String {
    let tree =
      generator.isOne(in: 8)
      ? corpus.anyValue(using: &generator) : corpus.value(at: tokens, using: &generator)
    return switch tree.form {
    case .text(let text): text
    default: tree.value.string ?? tree.value.canonicalText()
    }
  }

  // MARK: - Pieces

  /// Returns the text split into lines, into words and the signs between them, or into scalars.
  private func pieces(of text: String, using generator: inout SplitMix64) -> [Substring] {
    let level = generator.number(below: 6)
    let scalars = text.unicodeScalars
    var pieces: [Substring] = []
    var start = scalars.startIndex
    var last: Kind?

    for index in scalars.indices {
      let kind = Kind(scalars[index])
      let isBorder =
        switch level {
        case 0: true
        case 1, 2: last == .lineEnd && kind != .lineEnd
        default: last != kind || kind == .sign
        }
      if isBorder, index > start {
        pieces.append(text[start..<index])
        start = index
      }
      last = kind
    }

    return text.isEmpty ? pieces : pieces + [text[start...]]
  }

  /// The kind of a character. Words and runs of white space stay in one piece.
  private enum Kind {
    case word, space, lineEnd, sign

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "\n", "\r": self = .lineEnd
      case " ", "\t": self = .space
      case "0"..."9", "a"..."z", "A"..."Z", "_": self = .word
      default: self = scalar.value < 0x80 ? .sign : .word
      }
    }
  }

  // MARK: - Changes

  /// Returns the text with a run of digits replaced by a neighboring number or a boundary value.
  private func replacingDigits(in text: String, using generator: inout SplitMix64) -> String {
    var scalars = Array(text.unicodeScalars)
    let runs = scalars.indices.filter { index in
      ("0"..."9").contains(scalars[index])
        && (index == 0 || !("0"..."9").contains(scalars[index - 1]))
    }
    guard let start = generator.element(of: runs) else { return padded(text, using: &generator) }

    let end = scalars[start...].firstIndex { !("0"..."9").contains($0) } ?? scalars.endIndex
    let digits = String(String.UnicodeScalarView(scalars[start..<end]))

    let boundary =
      switch generator.number(below: 4) {
      case 0: Int(digits).map { "\($0 &+ 1)" } ?? digits
      case 1: Int(digits).map { "\(max(0, $0 &- 1))" } ?? digits
      default: generator.element(of: Self.boundaryDigits) ?? digits
      }

    // Usually keep the width, since formats with a fixed width refuse any other.
    let isPadded = boundary.utf8.count < digits.utf8.count && !generator.isOne(in: 4)
    let padding =
      isPadded ? String(repeating: "0", count: digits.utf8.count - boundary.utf8.count) : ""

    scalars.replaceSubrange(start..<end, with: (padding + boundary).unicodeScalars)
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns the text with white space before it, after it, or both.
  private func padded(_ text: String, using generator: inout SplitMix64) -> String {
    let space = generator.element(of: Self.spaces) ?? " "
    return switch generator.number(below: 3) {
    case 0: space + text
    case 1: text + space
    default: space + text + space
    }
  }

  /// Returns the text with one character replaced by one that looks like it.
  private func lookalike(_ text: String, _ generator: inout SplitMix64) -> String {
    var scalars = text.unicodeScalars.map { String($0) }
    let known = scalars.indices.filter { Self.lookalikes[scalars[$0]] != nil }
    guard let index = generator.element(of: known),
      let other = generator.element(of: Self.lookalikes[scalars[index]] ?? [])
    else { return text + special(&generator) }

    scalars[index] = other
    return scalars.joined()
  }

  /// Returns a random text from `specials`.
  private func special(_ generator: inout SplitMix64) -> String {
    generator.element(of: Self.specials) ?? ""
  }

  // MARK: - Markup

  /// Returns the text with a change to one of its elements, or `nil` if the chosen change isn't
  /// possible.
  private func mutatedMarkup(_ markup: Markup, using generator: inout SplitMix64) -> String? {
    guard let element = generator.element(of: markup.elements) else { return nil }
    let text = markup.text(element.range)
    let other = generator.element(of: markup.elements) ?? element
    let attribute = generator.element(of: element.attributes)
    switch generator.number(below: 14) {
    case 0: return markup.replacing(element.range, with: text + text)
    case 1: return markup.replacing(element.range, with: "")
    case 2: return markup.replacing(element.range, with: markup.text(other.range))
    case 3:
      let new = generator.element(of: corpus.markup.elements) ?? text
      return markup.replacing(element.range, with: generator.isOne(in: 2) ? new + text : text + new)
    case 4:
      return markup.replacing(
        element.range,
        with: generator.element(of: corpus.markup.elements) ?? ""
      )
    case 5:
      // Add an empty copy of the element, with one or all attributes removed, before or after it.
      let bare = self.bare(element, of: markup, using: &generator)
      return markup.replacing(
        element.range,
        with: generator.isOne(in: 2) ? bare + text : text + bare
      )
    case 6:
      // Insert it into another element.
      let end = other.startTag.upperBound
      return markup.replacing(end..<end, with: text)
    case 7, 8:
      guard let attribute, let new = sameNamed(attribute, in: markup, using: &generator) else {
        return nil
      }
      return markup.replacing(attribute, with: new)
    case 9: return attribute.map { markup.replacing($0, with: "") }
    case 10:
      let end =
        element.startTag.upperBound - (markup.text(element.startTag).hasSuffix("/>") ? 2 : 1)
      return markup.replacing(
        end..<end,
        with: generator.element(of: corpus.markup.attributes) ?? ""
      )
    case 11:
      return attribute.map {
        markup.replacing($0, with: generator.element(of: corpus.markup.attributes) ?? "")
      }
    case 12:
      guard let attribute else { return nil }
      let name = markup.attributeName(attribute).count + 2
      let value = attribute.lowerBound + name..<attribute.upperBound - 1
      let plain = TextMutation(corpus: corpus, tokens: []).mutated(
        markup.text(value),
        using: &generator
      )
      return markup.replacing(value, with: plain)
    default:
      guard !markup.text(element.startTag).hasSuffix("/>") else { return nil }
      let end =
        markup.utf8[..<element.range.upperBound].lastIndex(of: UInt8(ascii: "<"))
        ?? element.startTag.upperBound
      guard end >= element.startTag.upperBound else { return nil }
      let content = element.startTag.upperBound..<end
      let old = markup.text(content)
      guard !old.utf8.contains(UInt8(ascii: "<")) else {
        return markup.replacing(content, with: "")
      }
      return markup.replacing(content, with: mutated(old, using: &generator))
    }
  }

  /// Returns the start tag of an element as an empty element, with one or all of its attributes
  /// removed.
  private func bare(
    _ element: Markup.Element,
    of markup: Markup,
    using generator: inout SplitMix64
  ) -> String {
    var tag = markup.utf8[element.startTag]
    if let attribute = generator.element(of: element.attributes) {
      // Attributes end before the `>`, so the tag keeps it.
      tag.removeSubrange(
        generator.isOne(in: 2)
          ? attribute
          : (element.attributes[0]
            .lowerBound..<element.attributes[element.attributes.count - 1].upperBound)
      )
    }
    let text = String(decoding: tag, as: UTF8.self)
    return text.hasSuffix("/>") ? text : "\(text.dropLast())/>"
  }

  /// Returns an attribute of the same name from the text or the corpus, or `nil` if there is none.
  private func sameNamed(
    _ attribute: Range<Int>,
    in markup: Markup,
    using generator: inout SplitMix64
  ) -> String? {
    let name = markup.attributeName(attribute)
    let own = markup.elements.flatMap(\.attributes).filter {
      markup.attributeName($0).elementsEqual(name)
    }
    if generator.isOne(in: 2), let other = generator.element(of: own) { return markup.text(other) }
    return generator.element(of: corpus.markup.attributes.filter { $0.utf8.starts(with: name) })
  }
}

extension TextMutation {
  /// Digits at the limits of dates, times and integer types.
  private static let boundaryDigits = [
    "0", "00", "1", "01", "9", "09", "10", "12", "13", "23", "24", "28", "29", "30", "31", "32",
    "59", "60", "61", "99", "100", "127", "128", "255", "256", "0000", "1900", "1969", "1970",
    "2000", "2023", "2024", "2100", "9999", "10000", "32767", "65535", "65536", "2147483647",
    "2147483648", "4294967296", "9007199254740991", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "18446744073709551616",
  ]
  private static let spaces = [
    " ", "\n", "\t", "\r", "\u{A0}", "\u{B}", "\u{C}", "\u{85}", "\u{2003}", "\u{3000}", "\u{FEFF}",
  ]
  private static let lengths = [2, 64, 128, 254, 255, 256, 257, 512, 1_025]
  /// Text that has a meaning in some format, is invisible, or isn't allowed in XML.
  private static let specials = [
    "\0", "\u{1}", "\u{7F}", "\u{80}", "\u{AD}", "\u{200B}", "\u{200D}", "\u{202E}", "\u{2028}",
    "\u{FEFF}", "\u{FFFD}",
    "\u{FFFE}",
    "\u{FFFF}", "\u{10FFFF}", "\u{1F600}", "e\u{301}", "\u{E9}", "\u{301}", "\u{DF}", "\u{130}",
    "\u{FB01}", "\u{3A3}",
    "\u{661}",
    "\u{D7FF}", "\u{E000}", "\"", "'", "\\", "/", "//", "@", ":", "::", ";", ",", ".", "..", "-",
    "+", "*", "#", "$",
    "%", "%41", "&",
    "&amp;", "&lt;", "&#0;", "&#x1F600;", "&#xD800;", "<", ">", "<!--", "-->", "<![CDATA[", "]]>",
    "<?x?>", "=", "?",
    "!", "~", "`", "|",
    "(", ")", "[", "]", "{", "}", "\n", "\r", "\r\n", "\n\n", "\t", " ", "\\ud800", "\\udc00",
    "\\u0000", "\\n", "e5",
    "1e400",
    "-0", ".0", "0", "null", "true", "Z", "+00:00", "-23:59", "T", "data:", "id:", "event:",
    "retry:",
  ]
  /// Characters that look like a character, or that a careless comparison takes for it.
  private static let lookalikes: [String: [String]] = [
    "a": ["\u{430}", "\u{E4}"],
    "e": ["\u{435}", "e\u{301}", "\u{E9}"],
    "i": ["I", "\u{131}", "\u{130}"],
    "I": ["i", "\u{130}"],
    "o": ["\u{43E}", "0"],
    "s": ["\u{17F}", "S"],
    "k": ["\u{212A}", "K"],
    "K": ["\u{212A}"],
    "l": ["1", "I"],
    "-": ["\u{2011}", "_"],
    "_": ["-"],
    "0": ["\u{660}", "O"],
    "1": ["\u{661}", "l"],
    "T": ["t"],
    "t": ["T"],
    "Z": ["z"],
    " ": ["\u{A0}"],
    ".": ["\u{3002}"],
    "\u{E9}": ["e\u{301}"],
    "\u{DF}": ["ss"],
    "A": ["a", "\u{410}"],
    "c": ["C", "\u{441}"],
    "d": ["D"],
    "n": ["N"],
    "r": ["R"],
    "u": ["U"],
    "m": ["M"],
    "p": ["P"],
    "b": ["B"],
    "f": ["F"],
  ]
}

extension String {
  /// Returns the text repeated and cut to a number of scalars. An empty text counts as `x`.
  func repeated(toLength length: Int) -> String {
    var text = isEmpty ? "x" : self
    var count = text.unicodeScalars.count
    while count < length {
      text += text
      count *= 2
    }
    return String(text.unicodeScalars.prefix(length))
  }

  /// Returns the text in upper or lower case. Only ASCII letters change.
  fileprivate func changingCase(upper: Bool) -> String {
    String(
      decoding: utf8.map { byte in
        switch byte {
        case 0x41...0x5A: upper ? byte : byte | 0x20
        case 0x61...0x7A: upper ? byte & ~0x20 : byte
        default: byte
        }
      },
      as: UTF8.self
    )
  }
}
