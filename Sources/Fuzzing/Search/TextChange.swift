package import CanonicalJSON
internal import Conformance

/// One way in which a text differs from another, such as a part that one of them lacks.
package enum TextChange: Hashable, Sendable {
  case removed(Part)
  case added(Part)
  /// Words that are equal except for case.
  case letterCase
  /// Words that are equal after Unicode normalization.
  case normalization

  /// The kind of text that was added or removed.
  package enum Part: Hashable, Sendable {
    /// A value of an enumeration in the manifest, such as `assistant`.
    case label(TextKey)
    /// Any other word.
    case word
    /// White space, punctuation or a control character.
    case mark(Unicode.Scalar)
    /// Any other character, by its general category.
    case symbol(Unicode.GeneralCategory)
  }

  /// The most changes to report for one text.
  private static let most = 12

  /// Returns the changes from one text to another, without duplicates.
  ///
  /// White space and marks next to a changed word don't count.
  ///
  /// - Parameters:
  ///   - expected: The expected text.
  ///   - actual: The text to compare with it.
  ///   - labels: The values of enumerations. Each counts as a word of its own.
  package static func all(
    from expected: String,
    to actual: String,
    labels: Set<TextKey>
  ) -> [TextChange] {
    if let change = changeOfLabel(from: expected, to: actual, labels) { return change }

    let difference = TextDifference(expected: expected, actual: actual)
    let before = tokens(of: difference.expected.part)
    let after = tokens(of: difference.actual.part)
    let matches =
      commonSubsequence(before.count, after.count) { before[$0] == after[$1] } ?? []

    let found = gaps(between: matches, before.count, after.count).flatMap { gap in
      changes(from: before[gap.expected], to: after[gap.actual])
    }
    return Array(found.distinct(by: \.self).prefix(most))
  }

  /// Returns the change if either text is a label as a whole, or `nil` if neither is.
  private static func changeOfLabel(
    from expected: String,
    to actual: String,
    _ labels: Set<TextKey>
  ) -> [TextChange]? {
    func isLabel(_ text: String) -> Bool { labels.contains(TextKey(text)) }
    guard isLabel(expected) || isLabel(actual) else { return nil }

    func part(_ text: String) -> Part { isLabel(text) ? .label(TextKey(text)) : .word }
    return (expected.isEmpty ? [] : [.removed(part(expected))])
      + (actual.isEmpty ? [] : [.added(part(actual))])
  }

  /// Returns the changes in one gap between the tokens that both texts have.
  private static func changes(
    from expected: ArraySlice<Token>,
    to actual: ArraySlice<Token>
  ) -> [TextChange] {
    let removed = Token.parts(of: expected)
    let added = Token.parts(of: actual)
    if removed == [.word], added == [.word] {
      let before = Token.text(of: expected)
      let after = Token.text(of: actual)
      if before.lowercased().hasSameBytes(as: after.lowercased()) { return [.letterCase] }
      if before == after { return [.normalization] }
    }

    return removed.map { .removed($0) } + added.map { .added($0) }
  }

  // MARK: - Tokens

  /// A word, or a character that isn't part of one.
  private enum Token: Hashable {
    case word(TextKey)
    case mark(Unicode.Scalar)

    /// Returns a word if the tokens contain one, otherwise each kind of mark once.
    static func parts(of tokens: ArraySlice<Token>) -> [Part] {
      let hasWord = tokens.contains {
        if case .word = $0 {
          true
        } else {
          false
        }
      }
      if hasWord { return [.word] }

      return tokens.compactMap(\.part).distinct(by: \.self)
    }

    /// Returns the part of the compared text that the tokens were read from.
    static func text(of tokens: ArraySlice<Token>) -> String {
      tokens.map { token in
        switch token {
        case .word(let word): word.text
        case .mark(let scalar): String(scalar)
        }
      }.joined()
    }

    /// The part that a mark counts as, or `nil` for a word.
    private var part: Part? {
      guard case .mark(let scalar) = self else { return nil }
      let properties = scalar.properties
      let isMark =
        scalar.isASCII || properties.isWhitespace || properties.isDash || properties.isQuotationMark
      return isMark ? .mark(scalar) : .symbol(properties.generalCategory)
    }
  }

  /// The most tokens to compare of long texts.
  private static let mostTokens = 4_096

  /// Returns the words of a text and the characters between them, up to `mostTokens`.
  private static func tokens(of text: Substring) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    func endWord() {
      if !word.isEmpty { tokens.append(.word(TextKey(word))) }
      word = ""
    }

    for scalar in text.unicodeScalars {
      guard tokens.count < mostTokens else { break }
      if scalar.isWordPart {
        word.unicodeScalars.append(scalar)
      } else {
        endWord()
        tokens.append(.mark(scalar))
      }
    }
    endWord()
    return tokens
  }
}

extension Unicode.Scalar {
  fileprivate var isWordPart: Bool {
    if isASCII { return self == "_" || ("0"..."9").contains(self) || properties.isAlphabetic }
    return isCombining || properties.isAlphabetic || properties.numericType != nil
  }
}
