/// The form of names that may stand in paths, on command lines and in reports without a quotation mark.
enum PlainName {
  /// 1 to 80 letters, digits, `_`, `.` and `-`, of which the first is a letter or digit.
  static func isValid(_ text: String, isLetter: (UInt8) -> Bool) -> Bool {
    func isLetterOrDigit(_ byte: UInt8) -> Bool {
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard let first = text.utf8.first, text.utf8.count <= 80, isLetterOrDigit(first) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || "_.-".utf8.contains($0) }
  }
}
