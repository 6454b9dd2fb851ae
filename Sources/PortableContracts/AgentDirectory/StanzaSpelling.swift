internal import AgentDirectory
internal import CanonicalJSON
internal import Conformance

/// A way to write the XML of a stanza. All spellings of a stanza have the same meaning.
package struct StanzaSpelling: Hashable, Sendable {
  /// A difference from the usual way to write XML.
  enum Trait: CaseIterable, Sendable {
    case prefixes, doubleQuotes, reversedAttributes, spaceInTags, endTagOfEmpty, sections,
      references
  }

  private let traits: Set<Trait>

  /// The spellings that lack one of the traits.
  var simplifications: [StanzaSpelling] {
    Trait.allCases.filter(traits.contains).map { StanzaSpelling(traits: traits.subtracting([$0])) }
  }

  /// Returns the XML of a stanza in this spelling.
  func text(of stanza: StanzaElement) -> String {
    var output = ""
    write(stanza, defaultNamespace: "jabber:client", depth: 0, to: &output)
    return output
  }

  /// Appends an element that is nested at this depth.
  private func write(
    _ element: StanzaElement,
    defaultNamespace: String,
    depth: Int,
    to output: inout String
  ) {
    let isPrefixed = traits.contains(.prefixes) && !element.namespace.isEmpty
    let name = isPrefixed ? "e\(depth):\(element.name)" : element.name

    var attributes: [String] = []
    if isPrefixed {
      attributes.append("xmlns:e\(depth)=\(quoted(element.namespace))")
    } else if !element.namespace.hasSameBytes(as: defaultNamespace) {
      attributes.append("xmlns=\(quoted(element.namespace))")
    }

    for (number, attribute) in element.attributes.enumerated() {
      attributes += written(attribute, number: number)
    }
    if traits.contains(.reversedAttributes) { attributes.reverse() }

    let space = traits.contains(.spaceInTags) ? "\n  " : " "
    output +=
      "<\(name)" + attributes.map { space + $0 }.joined()
      + (traits.contains(.spaceInTags) ? " " : "")

    guard !element.content.isEmpty || traits.contains(.endTagOfEmpty) else {
      output += "/>"
      return
    }

    output += ">"
    for part in element.content {
      switch part {
      case .text(let text): output += content(text)
      case .element(let child):
        write(
          child,
          defaultNamespace: isPrefixed ? defaultNamespace : element.namespace,
          depth: depth + 1,
          to: &output
        )
      }
    }
    output += "</\(name)\(traits.contains(.spaceInTags) ? " " : "")>"
  }

  /// Returns an attribute, after the declaration of its namespace if it needs one.
  ///
  /// - Parameter number: A number that is unique in the element, for the prefix of the namespace.
  private func written(_ attribute: StanzaElement.Attribute, number: Int) -> [String] {
    let assignment = "\(attribute.name)=\(quoted(attribute.value))"
    if attribute.namespace.isEmpty { return [assignment] }
    if attribute.namespace.hasSameBytes(as: "http://www.w3.org/XML/1998/namespace") {
      return ["xml:\(assignment)"]
    }
    return ["xmlns:a\(number)=\(quoted(attribute.namespace))", "a\(number):\(assignment)"]
  }

  /// The bytes that can't always be written as they are, in attribute values or in character data.
  private static let escapedBytes = Array("&<>'\"\t\n\r".utf8)

  /// Returns an attribute value in quotes.
  private func quoted(_ value: String) -> String {
    let quote = traits.contains(.doubleQuotes) ? "\"" : "'"
    return quote + escaped(value) + quote
  }

  /// Returns character data, as a CDATA section if this spelling has them.
  private func content(_ characters: String) -> String {
    // Use escapes instead of a CDATA section for a CR, because XML parsers turn a bare CR into LF.
    if traits.contains(.sections), !traits.contains(.references), !characters.utf8.contains(0x0D) {
      let parts = characters.split(separator: "]]>", omittingEmptySubsequences: false)
      return "<![CDATA[" + parts.joined(separator: "]]]]><![CDATA[>") + "]]>"
    }
    return escaped(characters)
  }

  /// Returns a text with references in place of characters that need them.
  private func escaped(_ characters: String) -> String {
    // Fast path: most text has nothing to escape.
    guard
      traits.contains(.references)
        || characters.utf8.contains(where: { Self.escapedBytes.contains($0) })
    else {
      return characters
    }

    var output = ""
    for scalar in characters.unicodeScalars {
      switch scalar {
      case _ where traits.contains(.references): output += "&#x\(String(scalar.value, radix: 16));"
      case "&", "<", ">", "'", "\"", "\t", "\n", "\r": output += "&#\(scalar.value);"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

extension StanzaSpelling {
  /// Creates a spelling with each trait or without it, at random.
  init(using generator: inout SplitMix64) {
    self.init(traits: Set(Trait.allCases.filter { _ in generator.number(below: 2) == 0 }))
  }
}
