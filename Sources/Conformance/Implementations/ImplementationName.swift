/// What an implementation may be called.
package enum ImplementationName {
  package static let form = "1 to 80 of A-Z a-z 0-9 _ . - that begin with a letter or digit"

  /// Names that mean something else on the command line.
  package static let reserved = ["all", "reference"]

  package static func isValid(_ name: String) -> Bool {
    PlainName.isValid(name) { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }
}
