internal import CanonicalJSON
internal import Foundation

extension MistakenHistory {
  // MARK: - H3

  var list: [JSONValue] {
    switch mistake {
    case .orderOfSaving: saved
    case .lastSavedFirst: saved.reversed()
    case .oldestFirst: saved.sorted { $0.time < $1.time }
    case .equalTimesReversed: saved.reversed().sorted { $0.time > $1.time }
    default: saved.sorted(by: comesFirst)
    }
  }

  private func comesFirst(_ first: JSONValue, _ second: JSONValue) -> Bool {
    let times = (first.time, second.time)
    return switch mistake {
    case .timesAsText: TextKey("\(times.1)") < TextKey("\(times.0)")
    case .timesAsDoubles: Double(times.0) > Double(times.1)
    case .timesInSeconds: times.0 / 1_000 > times.1 / 1_000
    case .timesUnsigned: UInt64(bitPattern: times.0) > UInt64(bitPattern: times.1)
    case .timesIn32Bits: Int32(truncatingIfNeeded: times.0) > Int32(truncatingIfNeeded: times.1)
    case .equalTimesByID: times.0 > times.1 || (times.0 == times.1 && TextKey(first.id) < TextKey(second.id))
    default: times.0 > times.1
    }
  }

  // MARK: - H4

  func isSame(_ first: String, _ second: String) -> Bool {
    switch mistake {
    case .idsAreNormalized: first.normalized.hasSameBytes(as: second.normalized)
    case .idsIgnoreCase: first.lowercased().hasSameBytes(as: second.lowercased())
    case .idsAreTrimmed: first.withoutSpaceAround.hasSameBytes(as: second.withoutSpaceAround)
    case .idsEndAtNUL: first.untilNUL.hasSameBytes(as: second.untilNUL)
    default: first.hasSameBytes(as: second)
    }
  }

  // MARK: - H5

  mutating func publish(_ call: String, replaces: Bool = false) {
    let before = current
    let list = list
    if mistake == .updatesOnReading { return }
    current = list
    guard isSubscribed else { return }
    let changes = before != list
    switch mistake {
    case .everyCallEmits: emissions += 1
    case .unchangedDeleteEmits: emissions += changes || call == "delete" ? 1 : 0
    case .unchangedClearEmits: emissions += changes || call == "clear" ? 1 : 0
    case .unchangedSaveEmits: emissions += changes || call == "save" ? 1 : 0
    case .replacingEmitsTwice: emissions += changes ? (replaces ? 2 : 1) : 0
    case .clearingEmitsEach: emissions += call == "clear" ? before.count : changes ? 1 : 0
    case .onlyCountMatters: emissions += before.count == list.count ? 0 : 1
    case .onlyIDsMatter: emissions += before.map { TextKey($0.id) } == list.map { TextKey($0.id) } ? 0 : 1
    case .changesAreCanonical: emissions += before.map(\.normalized) == list.map(\.normalized) ? 0 : 1
    case .deletionsAreSilent: emissions += changes && call != "delete" ? 1 : 0
    case .clearingIsSilent: emissions += changes && call != "clear" ? 1 : 0
    default: emissions += changes ? 1 : 0
    }
  }

  // MARK: - H9

  mutating func reopen() {
    switch mistake {
    case .nothingLasts: saved = []
    case .reopeningOrdersByID: saved.sort { TextKey($0.id) < TextKey($1.id) }
    case .reopeningLosesLast: saved = Array(saved.dropLast())
    case .reopeningUndeletes: saved += deleted
    case .reopeningUnclears: saved += cleared
    case .failedSaveLasts: saved += failedSaves
    case .reopeningUnreplaces:
      let places = firstSaved.map { TextKey($0) }
      saved.sort { (places.firstIndex(of: TextKey($0.id)) ?? 0) < (places.firstIndex(of: TextKey($1.id)) ?? 0) }
    default: saved = saved.map(stored)
    }
    if mistake != .profileLasts { profile = nil }
    if mistake != .sessionLasts { running = nil }
    if mistake != .failureLasts { failures = 0 }
    if mistake == .clockRestarts { now = startTime }
    if mistake == .reopeningEmits { emissions += 1 }
    if mistake == .subscriberIsLost { isSubscribed = false }
    current = list
  }

  private func stored(_ session: JSONValue) -> JSONValue {
    switch mistake {
    case .reopeningNormalizes: return session.normalized
    case .reopeningCutsText:
      return session.mapped {
        .string($0.untilNUL)
      } integer: {
        .number(JSONNumber(Int($0)))
      }
    case .reopeningRounds:
      return session.mapped {
        .string($0)
      } integer: {
        .number(JSONNumber(Int(exactly: Double($0)) ?? Int.max))
      }
    case .reopeningHas32Bits:
      return session.mapped {
        .string($0)
      } integer: {
        .number(JSONNumber(Int(Int32(truncatingIfNeeded: $0))))
      }
    default: break
    }
    guard case .object(var object) = session else { return session }
    var lines = session.lines
    switch mistake {
    case .reopeningOrdersLines: lines.sort { TextKey($0["id"]?.string ?? "") < TextKey($1["id"]?.string ?? "") }
    case .reopeningLosesLines: lines = lines.unique
    case .reopeningFillsAbsent:
      lines = lines.map { line in
        line.setting("speakerId", line["speakerId"] ?? "").setting("timestamp", line["timestamp"] ?? 0)
      }
    case .reopeningDropsEmpty: lines = lines.map { $0["speakerId"] == "" ? $0.setting("speakerId", nil) : $0 }
    default: break
    }
    object["dialogLines"] = .array(lines)
    return .object(object)
  }
}
