internal import CanonicalJSON

/// Replaces sensitive text in a recording before it goes into a repository: secrets, e-mail
/// addresses and names of home folders.
///
/// It recognizes text by its form, so it can miss some and can replace text that isn't sensitive.
/// Read a case before you publish it.
package struct Redaction: Sendable {
  /// The kind of sensitive text.
  package enum Kind: Hashable, Sendable {
    case secret
    case address
    case home
  }

  /// A text that was replaced, with its placeholder and the number of times it occurred.
  package struct Replacement: Sendable {
    package let kind: Kind
    package let original: String
    package let placeholder: String
    package fileprivate(set) var count: Int

    /// The original as a report shows it. For a secret, this is only its beginning and length.
    package var excerpt: String {
      guard kind == .secret else { return original }
      let bytes = Array(original.utf8)
      return "\(String(decoding: bytes.prefix(6), as: UTF8.self))… (\(bytes.count) bytes)"
    }
  }

  /// The replacements made so far, in order of first appearance.
  package private(set) var replacements: [Replacement] = []
  /// The indices of the replacements, by kind and original.
  private var positions: [TextKey: Int] = [:]

  package init() {}

  /// Returns the text with sensitive parts replaced. The same original always gets the same
  /// placeholder.
  package mutating func redact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0

    while position < bytes.count {
      guard let found = SensitiveText.first(at: position, in: bytes) else {
        result.append(bytes[position])
        position += 1
        continue
      }

      result += bytes[position..<found.range.lowerBound]
      let original = String(decoding: bytes[found.range], as: UTF8.self)
      result += Array(placeholder(for: original, found.kind).utf8)
      position = found.range.upperBound
    }

    return replacements.isEmpty ? text : String(decoding: result, as: UTF8.self)
  }

  /// Returns the placeholder of an original and counts the occurrence. Placeholders of a kind are
  /// numbered from 1.
  private mutating func placeholder(for original: String, _ kind: Kind) -> String {
    let key = TextKey("\(kind) \(original)")
    if let position = positions[key] {
      replacements[position].count += 1
      return replacements[position].placeholder
    }

    let number = replacements.count { $0.kind == kind } + 1
    let placeholder =
      switch kind {
      case .secret: "SECRET-\(number)"
      case .address: "person-\(number)@example.com"
      case .home: "user\(number)"
      }

    positions[key] = replacements.count
    replacements.append(
      Replacement(kind: kind, original: original, placeholder: placeholder, count: 1)
    )
    return placeholder
  }
}
