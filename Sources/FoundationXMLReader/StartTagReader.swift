/// Reads the start tags of a text that `XMLParser` found to be well-formed up to the end of each.
struct StartTagReader {
  private var cursor: ByteCursor

  init(_ document: [UInt8]) { cursor = ByteCursor(document) }

  /// Returns the next start tag, or `nil` if there is none.
  mutating func next() -> StartTag? {
    while cursor.skip(to: "<") {
      if cursor.skip("<![CDATA[") {
        _ = cursor.skip(past: "]]>")
      } else if !cursor.skip("</"), cursor.skip("<") {
        return tag()
      }
    }
    return nil
  }

  /// Returns the tag whose name is next.
  private mutating func tag() -> StartTag? {
    let name = cursor.take {
      !$0.isWhiteSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
    }
    var tag = StartTag(name: String(decoding: name, as: UTF8.self))

    cursor.skipWhiteSpace()
    while !cursor.isAt("/"), !cursor.isAt(">") {
      guard let attribute = attribute() else { return nil }
      tag.attributes.append(attribute)
      cursor.skipWhiteSpace()
    }

    return tag
  }

  /// Returns the attribute whose name is next.
  private mutating func attribute() -> StartTag.Attribute? {
    let name = cursor.take { !$0.isWhiteSpace && $0 != UInt8(ascii: "=") }
    cursor.skipWhiteSpace()
    guard cursor.skip("=") else { return nil }
    cursor.skipWhiteSpace()

    guard let written = cursor.takeQuoted(), let value = Self.value(written) else { return nil }
    return StartTag.Attribute(name: String(decoding: name, as: UTF8.self), value: value)
  }

  /// Returns the value of an attribute: white space becomes spaces, and references are resolved.
  private static func value(_ written: ArraySlice<UInt8>) -> String? {
    var value: [UInt8] = []
    value.reserveCapacity(written.count)
    var rest = written

    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "&"):
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
          let character = character(String(decoding: rest[..<end], as: UTF8.self))
        else { return nil }
        value.append(contentsOf: String(character).utf8)
        rest = rest[(end + 1)...]
      case _ where byte.isWhiteSpace: value.append(0x20)
      default: value.append(byte)
      }
    }

    return String(decoding: value, as: UTF8.self)
  }

  /// Returns the character that a reference represents, given the text between `&` and `;`.
  private static func character(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "apos": return "'"
    case "quot": return "\""
    default: break
    }

    let value =
      if reference.hasPrefix("#x") {
        UInt32(reference.dropFirst(2), radix: 16)
      } else {
        UInt32(reference.dropFirst(1))
      }
    return value.flatMap(Unicode.Scalar.init)
  }
}

/// A start tag with its names as written.
struct StartTag {
  /// An attribute or a namespace declaration.
  struct Attribute {
    let name: String
    /// The value, with resolved references.
    let value: String
  }

  let name: String
  var attributes: [Attribute] = []
}
