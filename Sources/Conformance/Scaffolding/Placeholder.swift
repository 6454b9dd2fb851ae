internal import CanonicalJSON

/// The placeholder for text that the author still has to write.
///
/// `parity new` leaves placeholders, and `parity lint` reports each of them.
package enum Placeholder {
  package static let mark = "FILL IN:"

  /// Returns a placeholder that says what to write.
  package static func text(_ what: String) -> String { "\(mark) \(what)" }

  /// Returns whether a text is a placeholder.
  static func isPlaceholder(_ text: String) -> Bool { text.utf8.starts(with: mark.utf8) }

  /// Reports every key and string of the file that is a placeholder.
  static func report(in file: SourceFile) { report(file.root, in: file) }

  /// Reports the placeholders in a value. Keys count too.
  private static func report(_ node: JSONNode, in file: SourceFile) {
    switch node.kind {
    case .string:
      guard let text = node.string, isPlaceholder(text) else { return }

      let what = String(
        Substring(text.utf8.dropFirst(mark.utf8.count).drop { $0 == UInt8(ascii: " ") })
      )
      let message = "placeholder to replace" + (what.isEmpty ? "" : ": \(what)")
      file.take([finding(.fillIn, what, message, at: file.location(of: node))])
    case .array:
      for element in node.elements { report(element, in: file) }
    case .object:
      for member in node.members {
        report(member.key, in: file)
        report(member.value, in: file)
      }
    case .null, .bool, .number: break
    }
  }

  /// Returns whether the bytes contain the mark.
  ///
  /// This is cheaper than a walk through the file, which it avoids for files without placeholders.
  static func mayContainMark(in bytes: [UInt8]) -> Bool {
    let mark = Array(mark.utf8)
    var rest = bytes[...]
    while let start = rest.firstIndex(of: mark[0]) {
      if bytes[start...].starts(with: mark) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }
}
