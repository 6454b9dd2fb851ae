internal import CanonicalJSON

extension StanzaElement {
  /// The XML of the element, for a stream whose default namespace is `jabber:client`.
  ///
  /// Characters that XML doesn't allow are written as U+FFFD.
  public var xml: String {
    var output = ""
    write(to: &output, defaultNamespace: Namespace.client)
    return output
  }

  /// Appends the XML of the element, given the default namespace at this place.
  private func write(to output: inout String, defaultNamespace: String) {
    output += "<\(name)"
    if !namespace.hasSameBytes(as: defaultNamespace) {
      output += " xmlns='\(namespace.escapedForXML)'"
    }

    for (number, attribute) in attributes.enumerated() {
      output += " "
      if attribute.namespace.hasSameBytes(as: Namespace.xml) {
        output += "xml:"
      } else if !attribute.namespace.isEmpty {
        // Each attribute has its own prefix, which is declared right before it.
        output += "xmlns:n\(number)='\(attribute.namespace.escapedForXML)' n\(number):"
      }
      output += "\(attribute.name)='\(attribute.value.escapedForXML)'"
    }

    guard !content.isEmpty else {
      output += "/>"
      return
    }

    output += ">"
    for part in content {
      switch part {
      case .text(let text): output += text.escapedForXML
      case .element(let child): child.write(to: &output, defaultNamespace: namespace)
      }
    }

    output += "</\(name)>"
  }
}

extension String {
  /// The text with each character that XML 1.0 doesn't allow replaced by U+FFFD.
  var allowedInXML: String {
    guard unicodeScalars.contains(where: { !$0.isAllowedInXML }) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.isAllowedInXML ? $0 : "\u{FFFD}" })
    )
  }

  /// The text with markup characters, tabs, LFs and CRs escaped. Otherwise parsers convert a CR to
  /// an LF, and in attributes tabs, LFs and CRs to spaces.
  fileprivate var escapedForXML: String {
    var escaped = ""
    for scalar in allowedInXML.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "'": escaped += "&apos;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// Whether the scalar matches the production `Char` of XML 1.0.
  var isAllowedInXML: Bool {
    switch value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
