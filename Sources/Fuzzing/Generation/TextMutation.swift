internal import CanonicalJSON
internal import Conformance

/// Mutates texts: breaks them, repeats them, swaps in lookalike characters, and moves numbers to
/// the limits of their ranges.
///
/// It uses no Unicode tables, so the results are the same on every platform.
struct TextMutation {
  /// The source of other texts, elements and attributes.
  let corpus: InputCorpus
  /// The tokens that lead to the text in its input, or no tokens if it isn't a value of its own.
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
    switch Self.mutations.choice(using: &generator) {
    case .replaceDigits:
      return replacingDigits(in: text, using: &generator)
    case .insertSpecial:
      pieces.insert(special(&generator)[...], at: generator.number(below: pieces.count + 1))
    case .removePiece:
      if !pieces.isEmpty { pieces.remove(at: generator.number(below: pieces.count)) }
    case .repeatPiece:
      if let piece = generator.element(of: pieces) {
        pieces.insert(piece, at: generator.number(below: pieces.count))
      }
    case .swapPieces:
      if !pieces.isEmpty {
        let first = generator.number(below: pieces.count)
        let second = generator.number(below: pieces.count)
        pieces.swapAt(first, second)
      }
    case .insertPieceOfOther:
      insertPieceOfOther(into: &pieces, using: &generator)
    case .pad:
      return padded(text, using: &generator)
    case .changeCase:
      guard generator.isOne(in: 2) else { return lookalike(text, &generator) }
      return text.changingCase(upper: generator.isOne(in: 2))
    case .changeLength:
      return text.repeated(toLength: generator.element(of: Self.lengths) ?? 1)
    case .empty:
      return ""
    case .cutEnd:
      pieces.removeSubrange(generator.number(below: pieces.count + 1)...)
    case .replace:
      return other(using: &generator)
    }
    return pieces.joined()
  }

  /// A change to a text, whatever its format is.
  private enum Mutation {
    case replaceDigits
    case insertSpecial
    case removePiece
    case repeatPiece
    case swapPieces
    /// Insert a piece of another text, or replace a piece by it.
    case insertPieceOfOther
    /// Add white space around the text.
    case pad
    /// Change the case of all letters, or replace one character by one that looks like it.
    case changeCase
    /// Repeat or cut the text to a length at a common limit.
    case changeLength
    case empty
    case cutEnd
    /// Use another text instead.
    case replace
  }

  private static let mutations: WeightedTable<Mutation> = [
    .replaceDigits: 1,
    .insertSpecial: 2,
    .removePiece: 1,
    .repeatPiece: 1,
    .swapPieces: 1,
    .insertPieceOfOther: 1,
    .pad: 1,
    .changeCase: 1,
    .changeLength: 1,
    .empty: 1,
    .cutEnd: 1,
    .replaceDigits: 1,
    .replace: 1,
  ]

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

  /// The kind of a character. If a text is split into words, neighbors of the same kind stay
  /// together, except for signs.
  private enum Kind {
    case word
    case space
    case lineEnd
    case sign

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

  /// Inserts a piece of another text at a random position. In half of the cases, it replaces the
  /// piece at that position.
  private func insertPieceOfOther(
    into pieces: inout [Substring],
    using generator: inout SplitMix64
  ) {
    let others = self.pieces(of: other(using: &generator), using: &generator)
    guard let piece = generator.element(of: others) else { return }

    let start = generator.number(below: pieces.count + 1)
    let end = min(start + generator.number(below: 2), pieces.count)
    pieces.replaceSubrange(start..<end, with: [piece])
  }

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
    let missing = digits.utf8.count - boundary.utf8.count
    let isPadded = missing > 0 && !generator.isOne(in: 4)
    let padding = isPadded ? String(repeating: "0", count: missing) : ""

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

    let range = element.range
    let text = markup.text(range)
    let other = generator.element(of: markup.elements) ?? element
    let attribute = generator.element(of: element.attributes)

    switch Self.markupMutations.choice(using: &generator) {
    case .repeatElement:
      return markup.replacing(range, with: text + text)
    case .removeElement:
      return markup.replacing(range, with: "")
    case .replaceByOther:
      return markup.replacing(range, with: markup.text(other.range))
    case .insertFromCorpus:
      let new = generator.element(of: corpus.markup.elements) ?? text
      return markup.replacing(range, with: generator.isOne(in: 2) ? new + text : text + new)
    case .replaceFromCorpus:
      let new = generator.element(of: corpus.markup.elements) ?? ""
      return markup.replacing(range, with: new)
    case .insertBareCopy:
      let bare = self.bare(element, of: markup, using: &generator)
      return markup.replacing(range, with: generator.isOne(in: 2) ? bare + text : text + bare)
    case .insertIntoOther:
      let end = other.startTag.upperBound
      return markup.replacing(end..<end, with: text)
    case .replaceAttributeBySameNamed:
      guard let attribute, let new = sameNamed(attribute, in: markup, using: &generator) else {
        return nil
      }
      return markup.replacing(attribute, with: new)
    case .removeAttribute:
      guard let attribute else { return nil }
      return markup.replacing(attribute, with: "")
    case .addAttribute:
      return addingAttribute(to: element, of: markup, using: &generator)
    case .replaceAttribute:
      guard let attribute else { return nil }
      let new = generator.element(of: corpus.markup.attributes) ?? ""
      return markup.replacing(attribute, with: new)
    case .mutateAttributeValue:
      guard let attribute else { return nil }
      return mutatingValue(of: attribute, in: markup, using: &generator)
    case .mutateContent:
      return mutatingContent(of: element, in: markup, using: &generator)
    }
  }

  /// A change to an element of markup.
  private enum MarkupMutation {
    case repeatElement
    case removeElement
    /// Replace it by another element of the same text.
    case replaceByOther
    /// Insert an element of the corpus before or after it.
    case insertFromCorpus
    case replaceFromCorpus
    /// Insert an empty copy of it, with one or all attributes removed, before or after it.
    case insertBareCopy
    case insertIntoOther
    case replaceAttributeBySameNamed
    case removeAttribute
    /// Add an attribute of the corpus.
    case addAttribute
    /// Replace an attribute by any attribute of the corpus.
    case replaceAttribute
    case mutateAttributeValue
    case mutateContent
  }

  private static let markupMutations: WeightedTable<MarkupMutation> = [
    .repeatElement: 1,
    .removeElement: 1,
    .replaceByOther: 1,
    .insertFromCorpus: 1,
    .replaceFromCorpus: 1,
    .insertBareCopy: 1,
    .insertIntoOther: 1,
    .replaceAttributeBySameNamed: 2,
    .removeAttribute: 1,
    .addAttribute: 1,
    .replaceAttribute: 1,
    .mutateAttributeValue: 1,
    .mutateContent: 1,
  ]

  /// Returns the text with an attribute of the corpus at the end of an element's start tag.
  private func addingAttribute(
    to element: Markup.Element,
    of markup: Markup,
    using generator: inout SplitMix64
  ) -> String {
    let isEmptyElement = markup.text(element.startTag).hasSuffix("/>")
    let end = element.startTag.upperBound - (isEmptyElement ? 2 : 1)
    let new = generator.element(of: corpus.markup.attributes) ?? ""
    return markup.replacing(end..<end, with: new)
  }

  /// Returns the text with the value of an attribute mutated.
  private func mutatingValue(
    of attribute: Range<Int>,
    in markup: Markup,
    using generator: inout SplitMix64
  ) -> String {
    // Skip the `=` and the opening quote, and leave out the closing quote.
    let start = attribute.lowerBound + markup.attributeName(attribute).count + 2
    let value = start..<attribute.upperBound - 1

    let mutation = TextMutation(corpus: corpus, tokens: [])
    let new = mutation.mutated(markup.text(value), using: &generator)
    return markup.replacing(value, with: new)
  }

  /// Returns the text with the content of an element mutated, or removed if it contains markup.
  /// Returns `nil` if the element has no content by its form, such as `<br/>`.
  private func mutatingContent(
    of element: Markup.Element,
    in markup: Markup,
    using generator: inout SplitMix64
  ) -> String? {
    let start = element.startTag.upperBound
    guard !markup.text(element.startTag).hasSuffix("/>") else { return nil }
    let endTag = markup.utf8[..<element.range.upperBound].lastIndex(of: UInt8(ascii: "<"))
    let end = endTag ?? start
    guard end >= start else { return nil }

    let content = start..<end
    let old = markup.text(content)
    guard !old.utf8.contains(UInt8(ascii: "<")) else { return markup.replacing(content, with: "") }
    return markup.replacing(content, with: mutated(old, using: &generator))
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
      let first = element.attributes[0]
      let last = element.attributes[element.attributes.count - 1]
      let all = first.lowerBound..<last.upperBound
      // Attributes end before the `>`, so the tag keeps it.
      tag.removeSubrange(generator.isOne(in: 2) ? attribute : all)
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
    "0", "00", "1", "01", "9", "09", "10",
    "12", "13",  // Months
    "23", "24",  // Hours
    "28", "29", "30", "31", "32",  // Days
    "59", "60", "61",  // Minutes and seconds
    "99", "100",
    "127", "128", "255", "256",  // 8 bits
    "0000", "1900", "1969", "1970", "2000", "2023", "2024", "2100", "9999", "10000",  // Years
    "32767", "65535", "65536",  // 16 bits
    "2147483647", "2147483648", "4294967296",  // 32 bits
    "9007199254740991", "9007199254740993",  // Doubles
    "9223372036854775807", "9223372036854775808", "18446744073709551616",  // 64 bits
  ]

  /// White space to add around a text. Not all of it is white space in every language or format.
  private static let spaces = [
    " ", "\n", "\t", "\r",
    "\u{A0}", "\u{B}", "\u{C}", "\u{85}",
    "\u{2003}", "\u{3000}", "\u{FEFF}",
  ]

  /// Lengths in scalars around common limits.
  private static let lengths = [2, 64, 128, 254, 255, 256, 257, 512, 1_025]

  /// Text that has a meaning in some format, is invisible, or isn't allowed in XML.
  private static let specials = [
    "\0", "\u{1}", "\u{7F}", "\u{80}",  // Control characters
    "\u{AD}", "\u{200B}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{FEFF}",  // Invisible ones
    "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}",  // Replacements and noncharacters
    "\u{1F600}",  // Two units of UTF-16
    "e\u{301}", "\u{E9}", "\u{301}",  // Composition
    "\u{DF}", "\u{130}", "\u{FB01}", "\u{3A3}",  // Letters whose other case is irregular
    "\u{661}",  // A digit outside of ASCII
    "\u{D7FF}", "\u{E000}",  // The neighbors of surrogates
    "\"", "'", "\\",
    "/", "//", "@", ":", "::", ";", ",", ".", "..",
    "-", "+", "*", "#", "$",
    "%", "%41",  // URLs
    "&", "&amp;", "&lt;", "&#0;", "&#x1F600;", "&#xD800;",  // References in markup
    "<", ">", "<!--", "-->", "<![CDATA[", "]]>", "<?x?>",  // Markup
    "=", "?", "!", "~", "`", "|",
    "(", ")", "[", "]", "{", "}",
    "\n", "\r", "\r\n", "\n\n", "\t", " ",
    "\\ud800", "\\udc00", "\\u0000", "\\n",  // Escapes
    "e5", "1e400", "-0", ".0", "0",  // Numbers
    "null", "true",
    "Z", "+00:00", "-23:59", "T",  // Times
    "data:", "id:", "event:", "retry:",  // Fields of server-sent events
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
