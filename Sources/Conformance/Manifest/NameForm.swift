/// What may be a name. All are ASCII, so that they may stand in paths, on command lines and in
/// reports without a quotation mark, and two are the same for `==` exactly where their bytes are.
package enum NameForm: Sendable {
  /// The ids of contracts and operations.
  case contract
  /// The ids of cases, which are file names too.
  case testCase
  /// The names of implementations, and the ids of clauses and rows.
  case any

  /// Names of implementations that mean something else on the command line.
  package static let reserved = ["all", "reference"]

  package func fits(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 80, isLetterOrDigit(first) else {
      return false
    }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || punctuation.utf8.contains($0) }
  }

  /// Why a text can't be such a name; nil: it can.
  ///
  /// - Parameter noun: what it would be the name of: `a case's id`.
  package func refusal(of name: String, as noun: String) -> String? {
    fits(name) ? nil : "'\(name)' can't be \(noun), which is \(self)"
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self == .any ? byte | 0x20 : byte)
  }

  private var punctuation: String { self == .contract ? "-" : "_.-" }
}

extension NameForm: CustomStringConvertible {
  package var description: String {
    let letters = self == .any ? "A-Z a-z" : "a-z"
    let marks = self == .contract ? "-" : "_ . -"
    return "1 to 80 of \(letters) 0-9 \(marks) that begin with a letter or digit"
  }
}
