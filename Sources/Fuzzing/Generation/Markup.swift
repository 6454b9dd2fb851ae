internal import CanonicalJSON
internal import Conformance

/// The elements of XML or HTML in a text, found by a simple scan rather than a real parser.
///
/// An end tag counts only if it matches the last open start tag. A start tag without a matching end
/// tag is ignored unless it ends with `/>`.
struct Markup {
  /// The ranges, in bytes, of an element and its parts.
  struct Element {
    /// The range from the start tag through the end tag.
    let range: Range<Int>
    let startTag: Range<Int>
    /// The ranges of the attributes, each including the white space before its name.
    let attributes: [Range<Int>]
  }

  let utf8: [UInt8]
  private(set) var elements: [Element] = []

  /// Finds the elements of a text, in the order in which they end.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) {
    utf8 = Array(text.utf8)

    var open: [(name: ArraySlice<UInt8>, start: Range<Int>, attributes: [Range<Int>])] = []
    var position = 0
    while let start = utf8[position...].firstIndex(of: UInt8(ascii: "<")) {
      guard let tag = Tag(in: utf8, at: start) else {
        position = start + 1
        continue
      }

      position = tag.range.upperBound
      if tag.isEmpty {
        elements.append(Element(range: tag.range, startTag: tag.range, attributes: tag.attributes))
      } else if !tag.isEnd {
        open.append((tag.name, tag.range, tag.attributes))
      } else if let last = open.last, last.name.elementsEqual(tag.name) {
        open.removeLast()
        let range = last.start.lowerBound..<tag.range.upperBound
        elements.append(Element(range: range, startTag: last.start, attributes: last.attributes))
      }
    }
  }

  /// Returns the text in a range of bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }

  /// Returns the whole text with a range replaced.
  func replacing(_ range: Range<Int>, with replacement: String) -> String {
    String(
      decoding: utf8[..<range.lowerBound] + Array(replacement.utf8) + utf8[range.upperBound...],
      as: UTF8.self
    )
  }

  /// Returns the name of an attribute, including the white space before it.
  func attributeName(_ range: Range<Int>) -> ArraySlice<UInt8> {
    utf8[range].prefix { $0 != UInt8(ascii: "=") }
  }

  /// A start tag, an end tag, or an empty element such as `<br/>`.
  private struct Tag {
    let range: Range<Int>
    let name: ArraySlice<UInt8>
    let attributes: [Range<Int>]
    let isEnd: Bool
    let isEmpty: Bool

    /// Reads the tag that begins with the `<` at `start`. Returns `nil` if there is no name after
    /// it, an attribute has no closing quote, or the tag has no `>`.
    init?(in utf8: [UInt8], at start: Int) {
      var position = start + 1
      guard position < utf8.count else { return nil }

      isEnd = utf8[position] == UInt8(ascii: "/")
      if isEnd { position += 1 }

      let nameStart = position
      func isEndOfName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [UInt8(ascii: ">"), UInt8(ascii: "/")].contains(byte)
      }

      while position < utf8.count, !isEndOfName(utf8[position]) { position += 1 }
      name = utf8[nameStart..<position]
      guard let first = name.first, first >= 0x41 else { return nil }

      guard let attributes = Self.attributes(in: utf8, from: &position) else { return nil }
      self.attributes = attributes

      guard position < utf8.count else { return nil }
      isEmpty = utf8[position - 1] == UInt8(ascii: "/")
      range = start..<position + 1
    }

    /// Returns the attributes up to the next `>`, or `nil` if one of them has no closing quote.
    ///
    /// - Parameter position: The end of the tag's name. It becomes the position of the `>`, or the
    ///   end of the text if there is none.
    private static func attributes(in utf8: [UInt8], from position: inout Int) -> [Range<Int>]? {
      var attributes: [Range<Int>] = []
      while position < utf8.count, utf8[position] != UInt8(ascii: ">") {
        guard utf8[position] <= 0x20 else {
          position += 1
          continue
        }

        let start = position
        while position < utf8.count,
          ![UInt8(ascii: "="), UInt8(ascii: ">")].contains(utf8[position])
        {
          position += 1
        }
        guard position + 1 < utf8.count, utf8[position] == UInt8(ascii: "=") else { continue }

        let quote = utf8[position + 1]
        guard [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote),
          let end = utf8[(position + 2)...].firstIndex(of: quote)
        else { return nil }

        position = end + 1
        attributes.append(start..<position)
      }
      return attributes
    }
  }
}

/// The distinct elements and attributes of texts, in order of appearance.
struct MarkupPool: Sendable {
  private(set) var elements: [String] = []
  private(set) var attributes: [String] = []
  private var seen: Set<TextKey> = []

  /// Adds the elements and attributes of a text, except for those of elements over 2,000 bytes.
  mutating func add(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return }

    let markup = Markup(text)
    for element in markup.elements where element.range.count <= Self.longestElement {
      add(markup.text(element.range), to: \.elements)
      for attribute in element.attributes { add(markup.text(attribute), to: \.attributes) }
    }
  }

  /// Appends a text to a list, unless the pool has it in either list.
  private mutating func add(_ text: String, to list: WritableKeyPath<Self, [String]>) {
    if seen.insert(TextKey(text)).inserted { self[keyPath: list].append(text) }
  }

  /// The most bytes of an element in the pool.
  private static let longestElement = 2_000
}
