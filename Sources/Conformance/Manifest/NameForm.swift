/// What may be a name. All are ASCII, so that they may stand in paths, on command lines and in reports without a quotation
/// mark, and two are the same for `==` exactly where their bytes are.
package enum NameForm: Sendable {
  /// The ids of contracts and operations.
  case contract
  /// The ids of cases, which are file names too, and of rows.
  case testCase
  case clause
  case implementation

  /// Names of implementations that mean something else on the command line.
  package static let reserved = ["all", "reference"]

  package func fits(_ name: String) -> Bool {
    guard (1...80).contains(name.utf8.count), let first = name.utf8.first else { return false }
    return (isLetter(first) || self != .clause && isDigit(first))
      && name.utf8.allSatisfy { isLetter($0) || isDigit($0) || punctuation.utf8.contains($0) }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    let hasCapitals = self == .clause || self == .implementation
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(hasCapitals ? byte | 0x20 : byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private var punctuation: String { self == .contract ? "-" : "_.-" }
}

extension NameForm: CustomStringConvertible {
  package var description: String {
    switch self {
    case .contract: "1 to 80 of a-z 0-9 - that begin with a letter or digit"
    case .testCase: "1 to 80 of a-z 0-9 _ . - that begin with a letter or digit"
    case .clause: "1 to 80 of A-Z a-z 0-9 _ . - that begin with a letter"
    case .implementation: "1 to 80 of A-Z a-z 0-9 _ . - that begin with a letter or digit"
    }
  }
}
