internal import CanonicalJSON

extension MistakenHistory {
  // H10
  mutating func row(_ id: String) -> JSONValue {
    if mistake == .rowUsesFailure { failures = 0 }
    if mistake == .rowIsGated, profile?.isPremium != true { return .null }
    let isMeant = { [mistake] (session: JSONValue) in
      mistake == .rowByCanonicalID ? session.id == id : session.id.hasSameBytes(as: id)
    }
    guard let session = current.first(where: isMeant) ?? (mistake == .rowIsOfFirst ? current.first : nil) else {
      return .null
    }
    var title = session["scenarioTitle"]?.string ?? ""
    if mistake == .emptyTitleGetsName, title.isEmpty { title = "Unknown" }
    let count = session.lines.count
    return [
      "title": .string(title),
      "lines": .string(mistake == .oneLine && count == 1 ? "1 line" : "\(count) lines"),
      "duration": .string(duration(session["durationSeconds"]?.number?.integer ?? 0)),
      "language": .string(language(session["targetLanguage"]?.string ?? "")),
    ]
  }

  private func duration(_ seconds: Int64) -> String {
    var (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    switch mistake {
    case .secondsArePadded: return "\(minutes)m \((0...9).contains(rest) ? "0" : "")\(rest)s"
    case .hoursAreApart: return seconds < 3_600 ? "\(minutes)m \(rest)s" : "\(minutes / 60)h \(minutes % 60)m \(rest)s"
    case .noZeroMinutes: return minutes == 0 ? "\(rest)s" : "\(minutes)m \(rest)s"
    case .divisionFloors:
      if rest < 0 { (minutes, rest) = (minutes - 1, rest + 60) }
      return "\(minutes)m \(rest)s"
    case .durationHasNoSign: return "\(minutes.magnitude)m \(rest.magnitude)s"
    default: return "\(minutes)m \(rest)s"
    }
  }

  private func language(_ language: String) -> String {
    switch mistake {
    case .languageAsIs: return language
    case .languageOfLocale:
      return String(String.UnicodeScalarView(language.unicodeScalars.map { $0 == "i" ? "\u{130}" : $0 })).uppercased()
    case .languageOnlyASCII:
      return String(
        String.UnicodeScalarView(
          language.unicodeScalars.map { scalar in
            ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 0x20) : scalar
          }))
    case .languageOneToOne:
      return language.unicodeScalars.map { scalar in
        let mapping = scalar.properties.uppercaseMapping
        return mapping.unicodeScalars.count == 1 ? mapping : String(scalar)
      }.joined()
    case .languageIsCut: return String(String.UnicodeScalarView(language.unicodeScalars.prefix(2))).uppercased()
    default:
      return language.unicodeScalars.map(\.properties.uppercaseMapping).joined()
    }
  }
}
