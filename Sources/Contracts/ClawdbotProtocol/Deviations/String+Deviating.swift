internal import Foundation

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// `botName` as `bot_name`.
  var snakeCased: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.isUppercase, text.utf8.last.map({ $0 >= UInt8(ascii: "a") }) == true { text += "_" }
      text += scalar.properties.lowercaseMapping
    }
  }

  var composed: String { precomposedStringWithCanonicalMapping }
  var decomposed: String { decomposedStringWithCanonicalMapping }
  var compatible: String { precomposedStringWithCompatibilityMapping }

  /// The text without some of its scalars, or with others in their place.
  func mappingScalars(_ change: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.compactMap(change))
    return String(text)
  }

  /// The text with every occurrence of another replaced, scalar by scalar.
  func replacingText(_ text: String, with other: String) -> String {
    replacingOccurrences(of: text, with: other, options: .literal)
  }
}
