internal import CanonicalJSON

/// Plays the steps of a history, as the rules say but for one mistake; without one, exactly as they say.
///
/// It shares nothing with the reference library, so that each tells of errors in the other.
struct MistakenHistory {
  struct Profile {
    var isPremium: Bool
    var language = ""
    var nativeLanguage = ""
  }

  struct Running {
    var state: JSONValue
    var start: Int64
    var profile: Profile?
  }

  let mistake: HistoryMistake?
  let startTime: Int64
  var now: Int64
  var profile: Profile?
  var lastPremium = false
  var wasEverPremium = false
  var running: Running?
  /// In the order of saving.
  var saved: [JSONValue] = []
  /// What a subscriber was sent last.
  var current: [JSONValue] = []
  var failures = 0
  var emissions = 0
  var isSubscribed = true

  // What only mistakes bring back.
  var failedSaves: [JSONValue] = []
  var deleted: [JSONValue] = []
  var cleared: [JSONValue] = []
  var firstSaved: [String] = []

  init(_ mistake: HistoryMistake?, now: Int64) {
    self.mistake = mistake
    startTime = now
    self.now = now
    if mistake == .firstListCounts { emissions = 1 }
  }

  /// The output for an input.
  static func output(of input: JSONValue, mistake: HistoryMistake?) -> JSONValue {
    var history = MistakenHistory(mistake, now: input["now"]?.number?.integer ?? 0)
    let results = (input["steps"]?.elements ?? []).map { step in
      step.object?.first.map { history.take($0.key, $0.value) } ?? .null
    }
    let emissions = mistake == .listsCoalesce ? min(1, history.emissions) : history.emissions
    return [
      "results": .array(results), "history": .array(history.current), "emissions": .number(JSONNumber(emissions)),
    ]
  }

  private mutating func take(_ step: String, _ argument: JSONValue) -> JSONValue {
    switch step {
    case "updateProfile": updateProfile(argument)
    case "startSession": start(argument)
    case "endSession": return end()
    case "save":
      let profile = argument["profile"].flatMap { self.profile(of: $0, isSaving: true) }
      return save(argument["session"] ?? .null, as: profile)
    case "getSessions": return getSessions()
    case "delete": return delete(argument.string ?? "")
    case "clear": return clear()
    case "advance": now += argument.number?.integer ?? 0
    case "failNext": failures = mistake == .failuresAddUp ? failures + 1 : 1
    case "row": return row(argument.string ?? "")
    default: reopen()
    }
    return .null
  }

  // MARK: - H1

  private mutating func updateProfile(_ members: JSONValue) {
    if mistake == .updateUsesFailure { failures = 0 }
    let wasPremium = profile?.isPremium ?? false
    if members == .null { lastPremium = wasPremium }
    profile = profile(of: members, isSaving: false)
    let isPremium = profile?.isPremium ?? false
    wasEverPremium = wasEverPremium || isPremium
    if (mistake == .downgradeClears && profile != nil && wasPremium && !isPremium)
      || (mistake == .removalClears && profile == nil)
    {
      saved = []
      publish("clear")
    }
  }

  private func profile(of members: JSONValue, isSaving: Bool) -> Profile? {
    guard members != .null else { return nil }
    var isPremium = mistake == .premiumByDefault
    if mistake == .newProfileStaysPremium, !isSaving { isPremium = lastPremium }
    if mistake == .savingProfileInherits, isSaving { isPremium = profile?.isPremium ?? false }
    var changed = isSaving ? Profile(isPremium: isPremium) : profile ?? Profile(isPremium: isPremium)
    changed.isPremium = members["isPremium"]?.bool ?? changed.isPremium
    changed.language = members["currentTargetLanguage"]?.string ?? changed.language
    changed.nativeLanguage = members["nativeLanguage"]?.string ?? changed.nativeLanguage
    return changed
  }

  // MARK: - H2, H4

  mutating func save(_ session: JSONValue, as profile: Profile?) -> JSONValue {
    let id = session["sessionId"]?.string ?? ""
    guard maySave(profile) else {
      if mistake == .refusalUsesFailure { failures = 0 }
      if mistake == .refusalDeletes {
        saved = saved.filter { !isSame($0.id, id) }
        publish("save")
      }
      return switch mistake {
      case .refusalIsNetworkError: Self.networkError
      case .refusalIsSuccess: ["success": session]
      default: Self.featureLocked
      }
    }
    if fails("save") {
      switch mistake {
      case .failedSaveStays: insert(session)
      case .failedSaveDeletes: saved = saved.filter { !isSame($0.id, id) }
      default: failedSaves.append(session)
      }
      if mistake == .failedSaveStays || mistake == .failedSaveDeletes { publish("save") }
      return failure
    }
    let isKnown = saved.contains { isSame($0.id, id) }
    insert(session)
    publish("save", replaces: isKnown)
    return ["success": session]
  }

  private func maySave(_ profile: Profile?) -> Bool {
    guard let profile else { return mistake == .noProfileSaves }
    return profile.isPremium || mistake == .nothingIsGated || (mistake == .premiumIsSticky && wasEverPremium)
  }

  private mutating func insert(_ session: JSONValue) {
    var session = session
    let known = saved.firstIndex { isSame($0.id, session.id) }
    if known == nil { firstSaved.append(session.id) }
    if let known {
      switch mistake {
      case .idsRepeat: break
      case .firstSaveStays: return
      case .replacedKeepsPlace:
        saved[known] = session
        return
      default:
        if mistake == .linesAreAppended, case .object(var object) = session {
          object["dialogLines"] = .array(saved[known].lines + session.lines)
          session = .object(object)
        }
        saved.remove(at: known)
      }
    }
    saved.append(session)
  }

  private mutating func delete(_ id: String) -> JSONValue {
    if mistake == .deletingIsGated, profile?.isPremium != true { return Self.featureLocked }
    let isDoomed = { [self] (session: JSONValue) in
      mistake == .deletesByPrefix ? session.id.utf8.starts(with: id.utf8) : isSame(session.id, id)
    }
    let isKnown = saved.contains(where: isDoomed)
    if !(mistake == .unknownIDCannotFail && !isKnown), fails("delete") {
      if mistake == .failedDeleteDeletes {
        saved.removeAll(where: isDoomed)
        publish("delete")
      }
      return failure
    }
    if mistake == .unknownIDIsError, !isKnown { return Self.networkError }
    if mistake == .emptyIDIsIgnored, id.isEmpty { return .null }
    if mistake == .unknownIDClears, !isKnown { saved = [] }
    deleted += saved.filter(isDoomed)
    saved.removeAll(where: isDoomed)
    publish("delete")
    return .null
  }

  private mutating func clear() -> JSONValue {
    if mistake == .clearingIsGated, profile?.isPremium != true { return Self.featureLocked }
    if !(mistake == .emptyClearCannotFail && saved.isEmpty), fails("clear") {
      if mistake == .failedClearClears {
        saved = []
        publish("clear")
      }
      return failure
    }
    cleared += saved
    saved = []
    publish("clear")
    return .null
  }

  private mutating func getSessions() -> JSONValue {
    if mistake == .readingIsGated, profile?.isPremium != true { return Self.featureLocked }
    if mistake != .failedReadGives, fails("getSessions") {
      if mistake == .failedReadIsEmpty { return [] }
      if mistake == .failedReadClears, !current.isEmpty {
        current = []
        emissions += 1
      }
      return failure
    }
    if mistake == .readingEmits || mistake == .everyCallEmits { emissions += 1 }
    if mistake == .updatesOnReading, current != list {
      current = list
      emissions += 1
    }
    return .array(mistake == .getsOrderOfSaving ? saved : list)
  }

  // MARK: - H8

  static let featureLocked: JSONValue = ["error": "featureLocked"]
  static let networkError: JSONValue = ["error": "networkError"]

  private var failure: JSONValue { mistake == .failureIsLocked ? Self.featureLocked : Self.networkError }

  private mutating func fails(_ call: String) -> Bool {
    guard failures > 0, !(mistake == .onlySavesFail && call != "save") else { return false }
    if mistake != .failureStays { failures -= 1 }
    if mistake == .failureEmits { emissions += 1 }
    return true
  }
}
