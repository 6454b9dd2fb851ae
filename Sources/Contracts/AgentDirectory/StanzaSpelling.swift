internal import AgentDirectory
internal import CanonicalJSON
internal import Conformance

/// A way to write the XML of an element, which says nothing else than any other.
package struct StanzaSpelling: Hashable, Sendable {
  enum Trait: CaseIterable, Sendable {
    case prefixes, doubleQuotes, reversedAttributes, spaceInTags, endTagOfEmpty, sections, references
  }

  private var traits: Set<Trait>

  init(using generator: inout SplitMix64) {
    traits = []
    for trait in Trait.allCases where generator.number(below: 2) == 0 { traits.insert(trait) }
  }

  /// Without one of its traits.
  var simplifications: [StanzaSpelling] {
    Trait.allCases.filter(traits.contains).map { trait in
      var plainer = self
      plainer.traits.remove(trait)
      return plainer
    }
  }

  func text(of stanza: StanzaElement) -> String {
    var output = ""
    write(stanza, defaultNamespace: "jabber:client", depth: 0, to: &output)
    return output
  }

  private func write(_ element: StanzaElement, defaultNamespace: String, depth: Int, to output: inout String) {
    let quote = traits.contains(.doubleQuotes) ? "\"" : "'"
    let isPrefixed = traits.contains(.prefixes) && !element.namespace.isEmpty
    let name = isPrefixed ? "e\(depth):\(element.name)" : element.name
    var attributes: [String] = []
    if isPrefixed {
      attributes.append("xmlns:e\(depth)=\(quote)\(escaped(element.namespace))\(quote)")
    } else if !element.namespace.hasSameBytes(as: defaultNamespace) {
      attributes.append("xmlns=\(quote)\(escaped(element.namespace))\(quote)")
    }
    for (number, attribute) in element.attributes.enumerated() {
      let value = "\(attribute.name)=\(quote)\(escaped(attribute.value))\(quote)"
      if attribute.namespace.isEmpty {
        attributes.append(value)
      } else {
        let prefix = attribute.namespace.hasSameBytes(as: "http://www.w3.org/XML/1998/namespace") ? "xml" : "a\(number)"
        if prefix != "xml" { attributes.append("xmlns:\(prefix)=\(quote)\(escaped(attribute.namespace))\(quote)") }
        attributes.append("\(prefix):\(value)")
      }
    }
    if traits.contains(.reversedAttributes) { attributes.reverse() }
    let space = traits.contains(.spaceInTags) ? "\n  " : " "
    output += "<\(name)" + attributes.map { space + $0 }.joined() + (traits.contains(.spaceInTags) ? " " : "")
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
          child, defaultNamespace: isPrefixed ? defaultNamespace : element.namespace, depth: depth + 1, to: &output)
      }
    }
    output += "</\(name)\(traits.contains(.spaceInTags) ? " " : "")>"
  }

  private static let escapedBytes = Array("&<>'\"\t\n\r".utf8)

  private func content(_ characters: String) -> String {
    // A section would hold a bare CR, which readers turn into LF.
    if traits.contains(.sections), !traits.contains(.references), !characters.utf8.contains(0x0D) {
      let parts = characters.split(separator: "]]>", omittingEmptySubsequences: false)
      return "<![CDATA[" + parts.joined(separator: "]]]]><![CDATA[>") + "]]>"
    }
    return escaped(characters)
  }

  private func escaped(_ characters: String) -> String {
    // Most have nothing to escape.
    guard traits.contains(.references) || characters.utf8.contains(where: { Self.escapedBytes.contains($0) }) else {
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
