internal import CanonicalJSON

/// An XMPP address: `local@domain/resource`, of which only the domain is required.
///
/// The ASCII letters of the localpart and the domain are lower-cased. Two addresses are equal if
/// the bytes of all their parts are equal; compare `bare` to ignore the resource.
///
/// ```swift
/// JID("Maria@Example.com/Phone")?.description  // maria@example.com/Phone
/// JID("Maria@Example.com/Phone")?.bare         // maria@example.com
/// JID("@example.com")                          // nil
/// ```
public struct JID: Hashable, Sendable, CustomStringConvertible {
  private let address: TextKey
  private var resource: TextKey?

  /// Parses an address by RFC 7622, without the PRECIS tables.
  ///
  /// - Parameter text: The address, such as `local@domain/resource`.
  /// - Returns: `nil` if the text isn't a valid address.
  public init?(_ text: String) {
    let (address, resource) = AddressPart(Array(text.utf8)[...]).cut(at: UInt8(ascii: "/"))
    let (first, second) = address.cut(at: UInt8(ascii: "@"))

    var domain = second ?? first
    // RFC 7622, section 3.2
    if domain.bytes.last == UInt8(ascii: ".") { domain.bytes.removeLast() }
    let local = second == nil ? nil : first

    guard local.map(\.isLocalpart) ?? true, domain.isDomain, resource.map(\.isResource) ?? true
    else { return nil }

    let bare = local.map { $0.lowercased + [UInt8(ascii: "@")] } ?? []
    self.address = TextKey(String(decoding: bare + domain.lowercased, as: UTF8.self))
    self.resource = resource.map { TextKey($0.text) }
  }

  /// The address without its resource.
  public var bare: JID {
    var bare = self
    bare.resource = nil
    return bare
  }
  /// Whether the address has no resource.
  public var isBare: Bool { resource == nil }
  /// The address as text.
  public var description: String { address.text + (resource.map { "/\($0.text)" } ?? "") }
}

/// A part of an address.
///
/// It consists of bytes, because a client parses several addresses for each stanza: a byte of a
/// substring takes several times as long to read.
private struct AddressPart {
  /// The bytes, which are valid UTF-8.
  var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes, with A to Z in lower case.
  var lowercased: [UInt8] { bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }

  /// Returns the bytes before and after the first occurrence of a byte, or all of them and `nil`.
  func cut(at byte: UInt8) -> (AddressPart, AddressPart?) {
    guard let place = bytes.firstIndex(of: byte) else { return (self, nil) }
    return (AddressPart(bytes[..<place]), AddressPart(bytes[(place + 1)...]))
  }

  /// Whether the bytes are valid as a localpart (RFC 7622, section 3.3).
  var isLocalpart: Bool { isPart && !bytes.contains(where: Self.isReserved) && !hasSpaceOrControl }

  /// Whether the bytes are valid as a domain: a name, or an IP address in brackets.
  var isDomain: Bool {
    guard isPart, !hasSpaceOrControl else { return false }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      return bytes.count > 2
        && bytes.dropFirst().dropLast().allSatisfy { Self.address.contains($0) }
    }
    return bytes.allSatisfy {
      !Self.isReserved($0) && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]")
    }
  }

  /// Whether the bytes are valid as a resource (RFC 7622, section 3.4).
  var isResource: Bool {
    isPart
      && text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.isAllowedInXML
      }
  }

  /// Whether the length is valid: 1 to 1,023 bytes (RFC 7622, section 3).
  private var isPart: Bool { (1...1_023).contains(bytes.count) }

  /// Whether there is white space, a control character, or a character that XML doesn't allow.
  private var hasSpaceOrControl: Bool {
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      return bytes.contains { $0 <= UInt8(ascii: " ") || $0 == 0x7F }
    }
    return text.unicodeScalars.contains {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control || !$0.isAllowedInXML
    }
  }

  /// Returns whether RFC 7622, section 3.3.1 doesn't allow a character in a localpart.
  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// The characters of an IP address in brackets.
  private static let address = Set("0123456789abcdefABCDEF:.".utf8)
}
