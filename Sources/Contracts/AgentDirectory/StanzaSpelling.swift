internal import AgentDirectory
internal import CanonicalJSON
internal import Conformance

/// A way to write the XML of an element, which says nothing else than any other.
struct StanzaSpelling: Hashable, Sendable {
  var hasPrefixes: Bool
  var hasDoubleQuotes: Bool
  var attributesAreReversed: Bool
  var hasSpaceInTags: Bool
  var emptyHasEndTag: Bool
  var text: Text

  enum Text: Int, Hashable, CaseIterable, Sendable {
    case plain, sections, references
  }

  init(using generator: inout SplitMix64) {
    hasPrefixes = generator.number(below: 2) == 0
    hasDoubleQuotes = generator.number(below: 2) == 0
    attributesAreReversed = generator.number(below: 2) == 0
    hasSpaceInTags = generator.number(below: 2) == 0
    emptyHasEndTag = generator.number(below: 2) == 0
    text = Text.allCases[generator.number(below: Text.allCases.count)]
  }

  var simplifications: [StanzaSpelling] {
    let switches: [WritableKeyPath<StanzaSpelling, Bool>] = [
      \.hasPrefixes, \.hasDoubleQuotes, \.attributesAreReversed, \.hasSpaceInTags, \.emptyHasEndTag,
    ]
    let plainer = switches.filter { self[keyPath: $0] }.map { key in
      var plainer = self
      plainer[keyPath: key] = false
      return plainer
    }
    guard text != .plain else { return plainer }
    var plain = self
    plain.text = .plain
    return plainer + [plain]
  }

  func text(of stanza: StanzaElement) -> String {
    var output = ""
    write(stanza, defaultNamespace: "jabber:client", depth: 0, to: &output)
    return output
  }

  private func write(_ element: StanzaElement, defaultNamespace: String, depth: Int, to output: inout String) {
    let quote = hasDoubleQuotes ? "\"" : "'"
    let isPrefixed = hasPrefixes && !element.namespace.isEmpty
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
    if attributesAreReversed { attributes.reverse() }
    let space = hasSpaceInTags ? "\n  " : " "
    output += "<\(name)" + attributes.map { space + $0 }.joined() + (hasSpaceInTags ? " " : "")
    guard !element.content.isEmpty || emptyHasEndTag else {
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
    output += "</\(name)\(hasSpaceInTags ? " " : "")>"
  }

  private static let escapedBytes = Array("&<>'\"\t\n\r".utf8)

  private func content(_ characters: String) -> String {
    // A section would hold a bare CR, which readers turn into LF.
    if text == .sections, !characters.utf8.contains(0x0D) {
      let parts = characters.split(separator: "]]>", omittingEmptySubsequences: false)
      return "<![CDATA[" + parts.joined(separator: "]]]]><![CDATA[>") + "]]>"
    }
    return escaped(characters)
  }

  private func escaped(_ characters: String) -> String {
    // Most have nothing to escape.
    guard text == .references || characters.utf8.contains(where: { Self.escapedBytes.contains($0) }) else {
      return characters
    }
    var output = ""
    for scalar in characters.unicodeScalars {
      switch scalar {
      case _ where text == .references: output += "&#x\(String(scalar.value, radix: 16));"
      case "&", "<", ">", "'", "\"", "\t", "\n", "\r": output += "&#\(scalar.value);"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
