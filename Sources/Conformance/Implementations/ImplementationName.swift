/// What an implementation may be called.
package enum ImplementationName {
  package static let form = "1 to 80 of A-Z a-z 0-9 _ . - that begin with a letter or digit"

  /// Names that mean something else on the command line.
  package static let reserved = ["all", "reference"]

  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.count <= 80, isLetterOrDigit(first) else { return false }
    return bytes.allSatisfy { isLetterOrDigit($0) || "_.-".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
