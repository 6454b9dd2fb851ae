internal import CanonicalJSON

extension MistakenHistory {
  // MARK: - H6

  mutating func start(_ state: JSONValue) {
    var state = state
    if let running {
      switch mistake {
      case .startingIsIgnored: return
      case .startingSaves: _ = end()
      case .startingMerges:
        for member in running.state.object ?? [:] where state[member.key] == nil {
          state = state.setting(member.key, member.value)
        }
      default: break
      }
    }
    running = Running(state: state, start: now, profile: profile)
  }

  mutating func end() -> JSONValue {
    guard let ended = running ?? emptySession else { return .null }
    if mistake != .endingRunsOn { running = nil }
    guard var profile = profile ?? (mistake == .noProfileIsSaved ? Profile(isPremium: true) : nil) else {
      if mistake == .noProfileRunsOn { running = ended }
      return .null
    }
    if mistake == .premiumAtStart { profile.isPremium = ended.profile?.isPremium ?? false }
    let result = save(session(of: ended, profile), as: profile)
    let isFailure = result == Self.networkError
    let isRefusal = result == Self.featureLocked
    if (mistake == .failureRunsOn && isFailure) || (mistake == .refusalRunsOn && isRefusal) { running = ended }
    let isSilent = (mistake == .failureIsSilent && isFailure) || (mistake == .refusalIsSilent && isRefusal)
    return (isFailure || isRefusal) && !isSilent ? result : .null
  }

  private var emptySession: Running? {
    mistake == .endingWithoutSessionSaves ? Running(state: [:], start: now, profile: profile) : nil
  }

  // MARK: - H7

  private mutating func session(of ended: Running, _ profile: Profile) -> JSONValue {
    var title = ended.state["scenario"]?["name"]?.string ?? (mistake == .missingTitleIsEmpty ? "" : "Unknown")
    if mistake == .emptyTitleIsUnknown, title.isEmpty { title = "Unknown" }
    let startedAt = ended.state["stats"]?["startedAt"]?.number?.integer
    let timestamp =
      switch mistake {
      case .timestampOfStart: ended.start
      case .timestampOfStats: startedAt ?? now
      default: now
      }
    var language =
      switch mistake {
      case .languageOfStart: ended.profile?.language ?? ""
      case .nativeLanguage: profile.nativeLanguage
      default: profile.language
      }
    if mistake == .emptyLanguageIsNative, language.isEmpty { language = profile.nativeLanguage }
    return [
      "sessionId": .string(id(of: ended)), "scenarioTitle": .string(title),
      "timestamp": .number(JSONNumber(Int(timestamp))), "targetLanguage": .string(language),
      "durationSeconds": duration(from: startedAt, ended), "dialogLines": .array(lines(of: ended)),
    ]
  }

  private mutating func id(of ended: Running) -> String {
    if let given = ended.state["stats"]?["sessionId"]?.string, mistake != .idIsAlwaysMade,
      mistake == .emptyIDIsGiven || !given.isEmpty
    {
      return mistake == .givenIDIsNumbered ? numbered(given) : given
    }
    if mistake == .idUsesFailure { failures = 0 }
    return switch mistake {
    case .idInSeconds: numbered("session_\(now / 1_000)")
    case .idOfStart: numbered("session_\(ended.start)")
    default: numbered("session_\(now)")
    }
  }

  private func numbered(_ id: String) -> String {
    let taken = current.map(\.id)
    let isTaken =
      mistake == .takenInAnyForm ? taken.contains { $0.hasPrefix(id) } : taken.contains { $0.hasSameBytes(as: id) }
    guard isTaken, mistake != .takenIDIsReplaced else { return id }
    if mistake == .numberStaysTwo { return "\(id)_2" }
    if mistake == .numberIsCount { return "\(id)_\(taken.count + 1)" }
    if mistake == .numberIsLast {
      let numbers = taken.filter { $0.hasPrefix("\(id)_") }.compactMap { Int($0.dropFirst(id.utf8.count + 1)) }
      return "\(id)_\((numbers.max() ?? 1) + 1)"
    }
    var number = mistake == .numbersFromOne ? 1 : 2
    while taken.contains(where: { $0.hasSameBytes(as: "\(id)_\(number)") }) { number += 1 }
    return "\(id)_\(number)"
  }

  private func duration(from startedAt: Int64?, _ ended: Running) -> JSONValue {
    var startedAt = startedAt
    if mistake == .zeroStartIsNone, startedAt == 0 { startedAt = nil }
    if startedAt == nil, mistake == .durationOfStart { startedAt = ended.start }
    if startedAt == nil, mistake == .durationSinceEpoch { startedAt = 0 }
    guard let startedAt else { return 0 }
    let exact = Int128(now) - Int128(startedAt)
    let milliseconds = mistake == .durationIsUnbounded ? exact : Int128(Int64(clamping: exact))
    let seconds: Int128 =
      switch mistake {
      case .durationIsRounded: max(0, milliseconds + 500) / 1_000
      case .durationIsRoundedUp: max(0, milliseconds + 999) / 1_000
      case .durationInMilliseconds: max(0, milliseconds)
      case .durationIsNegative: milliseconds / 1_000
      case .durationIsAbsolute: abs(milliseconds) / 1_000
      case .durationWraps: max(0, Int128(Int64(truncatingIfNeeded: exact))) / 1_000
      default: max(0, milliseconds) / 1_000
      }
    return JSONNumber(seconds.description).map(JSONValue.number) ?? .null
  }

  private func lines(of ended: Running) -> [JSONValue] {
    let lines = ended.state["dialogHistory"]?.elements ?? []
    return switch mistake {
    case .linesReversed: lines.reversed()
    case .linesByTime:
      lines.sorted { ($0["timestamp"]?.number?.integer ?? 0) < ($1["timestamp"]?.number?.integer ?? 0) }
    case .lastLineOnly: lines.suffix(1)
    case .linesUnique: lines.unique
    case .emptyLinesDropped: lines.filter { $0["textNative"] != "" }
    case .speakersDropped: lines.map { $0.setting("speakerId", nil) }
    case .lineTimesDropped: lines.map { $0.setting("timestamp", nil) }
    case .absentIsNull:
      lines.map { $0.setting("speakerId", $0["speakerId"] ?? .null).setting("timestamp", $0["timestamp"] ?? .null) }
    default: lines
    }
  }
}
