/// Reads the value of a `retry` field, as the rules say but for one mistake.
struct MistakenRetry {
  private let mistake: ParsingMistake?

  init(_ mistake: ParsingMistake?) {
    self.mistake = mistake
  }

  private static let most: Int64 = 1 << 53 - 1

  func milliseconds(_ value: String) -> Int64? {
    var digits = Array(value.unicodeScalars)
    switch mistake {
    case .retryByPrefix: digits = Array(digits.prefix(while: isDigit))
    case .retryWithSign: if digits.first == "+" { digits.removeFirst() }
    case .retryIsTrimmed: digits = digits.filter { !$0.properties.isWhitespace }
    case .retryInAnyDigits: digits = value.compactMap(\.wholeNumberValue).flatMap { "\($0)".unicodeScalars }
    default: break
    }
    if digits.isEmpty { return mistake == .emptyRetryIsZero ? 0 : nil }
    guard digits.allSatisfy(isDigit) else { return nil }
    let number = Int64(String(String.UnicodeScalarView(digits)))
    switch mistake {
    case .retryHasNoLimit: return number
    case .retryIsClamped: return min(number ?? .max, Self.most)
    case .retryInSeconds: return number.flatMap { $0 <= Self.most / 1_000 ? $0 * 1_000 : nil }
    default: return number.flatMap { $0 <= Self.most ? $0 : nil }
    }
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
