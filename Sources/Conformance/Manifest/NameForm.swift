/// The form of a name. All names are ASCII, so that they need no quotation marks in paths, on
/// command lines and in reports, and two names are equal for `==` exactly if their bytes are.
package enum NameForm: Sendable {
  /// The ids of contracts and operations.
  case contract
  /// The ids of cases, which are file names too.
  case testCase
  /// The names of implementations, and the ids of clauses and rows.
  case any

  /// Names that an implementation can't have, because they mean something else on the command line.
  package static let reserved = ["all", "reference"]

  /// Whether a text has the form.
  package func fits(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 80, isLetterOrDigit(first) else {
      return false
    }

    return name.utf8.allSatisfy { isLetterOrDigit($0) || punctuation.utf8.contains($0) }
  }

  /// Returns the reason why a text can't be such a name, or `nil` if it can.
  ///
  /// - Parameter noun: The kind of name, such as `case id`.
  package func refusal(of name: String, as noun: String) -> String? {
    fits(name) ? nil : "invalid \(noun) '\(name)': use \(self)"
  }

  /// Whether the byte is a digit or a letter of a case that the form allows.
  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    // In ASCII, the bit 0x20 distinguishes a lowercase letter from its uppercase one.
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self == .any ? byte | 0x20 : byte)
  }

  /// The characters that are allowed after the first, in addition to letters and digits.
  private var punctuation: String { self == .contract ? "-" : "_.-" }
}

extension NameForm: CustomStringConvertible {
  package var description: String {
    let letters = self == .any ? "ASCII letters" : "lowercase letters"
    let marks = self == .contract ? "and hyphens" : "hyphens, underscores, and periods"
    return "1 to 80 \(letters), digits, \(marks), starting with a letter or digit"
  }
}
