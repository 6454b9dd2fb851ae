internal import CanonicalJSON

/// Replaces what a recording should not carry into a repository: secrets, e-mail addresses, home
/// folders.
///
/// It goes by form, so it can neither find everything nor be sure of what it finds; whoever
/// publishes a case reads it.
package struct Redaction: Sendable {
  package enum Kind: Hashable, Sendable {
    case secret
    case address
    case home
  }

  package struct Replacement: Sendable {
    package let kind: Kind
    package let original: String
    package let placeholder: String
    package fileprivate(set) var count: Int

    /// For a report: a secret is told by its beginning and length alone.
    package var excerpt: String {
      guard kind == .secret else { return original }
      let bytes = Array(original.utf8)
      return "\(String(decoding: bytes.prefix(6), as: UTF8.self))… (\(bytes.count) bytes)"
    }
  }

  /// In order of first appearance.
  package private(set) var replacements: [Replacement] = []
  private var positions: [TextKey: Int] = [:]

  package init() {}

  /// The same text with the same placeholder for the same original, wherever it stands.
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
