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
    let (address, resource) = text[...].utf8.cut(at: UInt8(ascii: "/"))
    let (first, second) = address.cut(at: UInt8(ascii: "@"))

    var domain = second ?? first
    // RFC 7622, section 3.2
    if domain.last == UInt8(ascii: ".") { domain = domain.dropLast() }
    let local = second == nil ? nil : first

    guard local.map(\.isLocalpart) ?? true, domain.isDomain, resource.map(\.isResource) ?? true
    else { return nil }

    let prefix = local.map { "\(Self.lowercased($0))@" } ?? ""
    self.address = TextKey(prefix + Self.lowercased(domain))
    self.resource = resource.map { TextKey(String(decoding: $0, as: UTF8.self)) }
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

  /// Returns the text of these bytes, with A to Z in lower case.
  private static func lowercased(_ bytes: Substring.UTF8View) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension Substring.UTF8View {
  /// Returns the bytes before and after the first occurrence of a byte, or all of them and `nil`.
  fileprivate func cut(at byte: UInt8) -> (Substring.UTF8View, Substring.UTF8View?) {
    guard let place = firstIndex(of: byte) else { return (self, nil) }
    return (self[..<place], self[index(after: place)...])
  }

  /// Whether the bytes are valid as a localpart (RFC 7622, section 3.3).
  fileprivate var isLocalpart: Bool {
    isPart && allSatisfy { !Self.reserved.contains($0) } && !hasSpaceOrControl
  }

  /// Whether the bytes are valid as a domain: a name, or an IP address in brackets.
  fileprivate var isDomain: Bool {
    guard isPart, !hasSpaceOrControl else { return false }
    if first == UInt8(ascii: "["), last == UInt8(ascii: "]") {
      return count > 2 && dropFirst().dropLast().allSatisfy { Self.address.contains($0) }
    }
    return allSatisfy {
      !Self.reserved.contains($0) && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]")
    }
  }

  /// Whether the bytes are valid as a resource (RFC 7622, section 3.4).
  fileprivate var isResource: Bool {
    isPart
      && Substring(self).unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.isAllowedInXML
      }
  }

  /// Whether the length is valid: 1 to 1,023 bytes (RFC 7622, section 3).
  private var isPart: Bool { (1...1_023).contains(count) }

  /// Whether there is white space, a control character, or a character that XML doesn't allow.
  private var hasSpaceOrControl: Bool {
    guard contains(where: { $0 >= 0x80 }) else {
      return contains { $0 <= UInt8(ascii: " ") || $0 == 0x7F }
    }
    return Substring(self).unicodeScalars.contains {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control || !$0.isAllowedInXML
    }
  }

  /// The characters that RFC 7622, section 3.3.1 doesn't allow in a localpart.
  private static let reserved = Array("\"&'/:<>@".utf8)
  /// The characters of an IP address in brackets.
  private static let address = Set("0123456789abcdefABCDEF:.".utf8)
}
