internal import AgentDirectory
internal import CanonicalJSON
internal import Conformance

/// A way to write the XML of a stanza. All spellings of a stanza have the same meaning.
package struct StanzaSpelling: Hashable, Sendable {
  /// The differences from the usual way to write XML.
  struct Traits: OptionSet, Hashable, Sendable {
    static let prefixes = Traits(rawValue: 1 << 0)
    static let doubleQuotes = Traits(rawValue: 1 << 1)
    static let reversedAttributes = Traits(rawValue: 1 << 2)
    static let spaceInTags = Traits(rawValue: 1 << 3)
    static let endTagOfEmpty = Traits(rawValue: 1 << 4)
    static let sections = Traits(rawValue: 1 << 5)
    static let references = Traits(rawValue: 1 << 6)

    /// Each trait by itself, in the order in which simplifications drop them.
    static let each = (0..<7).map { Traits(rawValue: 1 << $0) }

    /// A bit for each trait.
    let rawValue: UInt8
  }

  private let traits: Traits

  /// The spellings that lack one of the traits.
  var simplifications: [StanzaSpelling] {
    Traits.each.filter(traits.contains).map { StanzaSpelling(traits: traits.subtracting($0)) }
  }

  /// Returns the XML of a stanza in this spelling.
  func text(of stanza: StanzaElement) -> String {
    var output = SpelledXML(traits: traits)
    output.write(stanza, defaultNamespace: "jabber:client", depth: 0)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

extension StanzaSpelling {
  /// Creates a spelling with each trait or without it, at random.
  init(using generator: inout SplitMix64) {
    self.init(traits: Traits(Traits.each.filter { _ in generator.number(below: 2) == 0 }))
  }
}

/// The XML of a stanza while it is written.
///
/// It consists of bytes, because a check writes thousands of stanzas: appending to bytes takes a
/// fraction of the time of appending to a string.
private struct SpelledXML {
  let traits: StanzaSpelling.Traits
  private(set) var bytes: [UInt8] = []

  init(traits: StanzaSpelling.Traits) {
    self.traits = traits
    bytes.reserveCapacity(1_024)
  }

  /// Appends an element that is nested at this depth.
  mutating func write(_ element: StanzaElement, defaultNamespace: String, depth: Int) {
    let isPrefixed = traits.contains(.prefixes) && !element.namespace.isEmpty

    append(literal: "<")
    writeName(of: element, isPrefixed: isPrefixed, depth: depth)
    writeAttributes(
      of: element,
      isPrefixed: isPrefixed,
      defaultNamespace: defaultNamespace,
      depth: depth
    )
    if traits.contains(.spaceInTags) { append(literal: " ") }

    guard !element.content.isEmpty || traits.contains(.endTagOfEmpty) else {
      append(literal: "/>")
      return
    }

    append(literal: ">")
    for part in element.content {
      switch part {
      case .text(let text): writeContent(text)
      case .element(let child):
        write(
          child,
          defaultNamespace: isPrefixed ? defaultNamespace : element.namespace,
          depth: depth + 1
        )
      }
    }

    append(literal: "</")
    writeName(of: element, isPrefixed: isPrefixed, depth: depth)
    append(literal: traits.contains(.spaceInTags) ? " >" : ">")
  }

  /// Appends the name of an element in a tag.
  private mutating func writeName(of element: StanzaElement, isPrefixed: Bool, depth: Int) {
    if isPrefixed {
      append(literal: "e")
      append(depth)
      append(literal: ":")
    }
    append(element.name)
  }

  /// Appends the attributes of an element and the declarations of namespaces that it needs.
  private mutating func writeAttributes(
    of element: StanzaElement,
    isPrefixed: Bool,
    defaultNamespace: String,
    depth: Int
  ) {
    let declaresNamespace =
      isPrefixed || !element.namespace.hasSameBytes(as: defaultNamespace)

    /// Appends the declaration of the element's own namespace.
    func writeDeclaration(to output: inout Self) {
      output.beginAttribute(isPrefixed ? "xmlns:e" : "xmlns")
      if isPrefixed { output.append(depth) }
      output.writeValue(element.namespace)
    }

    if declaresNamespace, !traits.contains(.reversedAttributes) { writeDeclaration(to: &self) }
    for position in element.attributes.indices {
      let isReversed = traits.contains(.reversedAttributes)
      let number = isReversed ? element.attributes.count - 1 - position : position
      write(element.attributes[number], number: number)
    }
    if declaresNamespace, traits.contains(.reversedAttributes) { writeDeclaration(to: &self) }
  }

  /// Appends an attribute and, if it needs one, the declaration of its namespace.
  ///
  /// - Parameter number: A number that is unique in the element, for the prefix of the namespace.
  private mutating func write(_ attribute: StanzaElement.Attribute, number: Int) {
    if attribute.namespace.isEmpty {
      beginAttribute(attribute.name)
      writeValue(attribute.value)
      return
    }

    if attribute.namespace.hasSameBytes(as: "http://www.w3.org/XML/1998/namespace") {
      beginAttribute("xml:")
      append(attribute.name)
      writeValue(attribute.value)
      return
    }

    if !traits.contains(.reversedAttributes) { declare(attribute.namespace, number: number) }
    beginAttribute("a")
    append(number)
    append(literal: ":")
    append(attribute.name)
    writeValue(attribute.value)
    if traits.contains(.reversedAttributes) { declare(attribute.namespace, number: number) }
  }

  /// Appends the declaration of an attribute's namespace.
  private mutating func declare(_ namespace: String, number: Int) {
    beginAttribute("xmlns:a")
    append(number)
    writeValue(namespace)
  }

  /// Appends the space before an attribute and the beginning of its name.
  private mutating func beginAttribute(_ name: String) {
    append(literal: traits.contains(.spaceInTags) ? "\n  " : " ")
    append(name)
  }

  /// Appends an attribute value in quotes, after an equals sign.
  private mutating func writeValue(_ value: String) {
    let quote = traits.contains(.doubleQuotes) ? UInt8(ascii: "\"") : UInt8(ascii: "'")
    bytes.append(UInt8(ascii: "="))
    bytes.append(quote)
    writeEscaped(value)
    bytes.append(quote)
  }

  /// Appends character data, as a CDATA section if this spelling has them.
  private mutating func writeContent(_ characters: String) {
    // Use escapes instead of a CDATA section for a CR, because XML parsers turn a bare CR into LF.
    if traits.contains(.sections), !traits.contains(.references), !characters.utf8.contains(0x0D) {
      let parts = characters.split(separator: "]]>", omittingEmptySubsequences: false)
      append("<![CDATA[" + parts.joined(separator: "]]]]><![CDATA[>") + "]]>")
    } else {
      writeEscaped(characters)
    }
  }

  /// Appends a text with references in place of characters that need them.
  private mutating func writeEscaped(_ characters: String) {
    if traits.contains(.references) {
      for scalar in characters.unicodeScalars {
        append(literal: "&#x")
        append(Int(scalar.value), radix: 16)
        append(literal: ";")
      }
      return
    }

    for byte in characters.utf8 {
      // Each of these characters is a single byte of UTF-8, and no part of another character.
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "'"),
        UInt8(ascii: "\""), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        append(literal: "&#")
        append(Int(byte))
        append(literal: ";")
      default: bytes.append(byte)
      }
    }
  }

  /// Appends a text as it is.
  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a literal, which takes less time than a text whose form isn't known.
  private mutating func append(literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a nonnegative number, with lowercase digits.
  private mutating func append(_ number: Int, radix: Int = 10) {
    if number >= radix { append(number / radix, radix: radix) }
    let digit = UInt8(number % radix)
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}
