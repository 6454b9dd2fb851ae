internal import CanonicalJSON
internal import ChatHistory

extension HistoryScript.Step {
  /// Nil where `value` is not what the loader lets through.
  init?(_ value: JSONValue) {
    guard let member = value.object?.first else { return nil }
    let argument = member.value
    switch member.key {
    case "updateProfile":
      self = .updateProfile(argument == .null ? nil : { @Sendable profile in profile.set(argument) })
    case "startSession": self = .startSession(SessionState(argument))
    case "endSession": self = .endSession
    case "save":
      guard let session = argument["session"].flatMap({ HistorySession($0) }) else { return nil }
      self = .save(session, argument["profile"].flatMap { UserProfile($0) })
    case "getSessions": self = .getSessions
    case "delete": self = .delete(argument.string ?? "")
    case "clear": self = .clear
    case "advance": self = .advance(argument.number?.integer ?? 0)
    case "failNext": self = .failNext
    case "row": self = .row(argument.string ?? "")
    case "reopen": self = .reopen
    default: return nil
    }
  }
}

extension UserProfile {
  /// Sets the members that are there.
  fileprivate mutating func set(_ members: JSONValue) {
    id = members["id"]?.string ?? id
    displayName = members["displayName"]?.string ?? displayName
    nativeLanguage = members["nativeLanguage"]?.string ?? nativeLanguage
    currentTargetLanguage = members["currentTargetLanguage"]?.string ?? currentTargetLanguage
    isPremium = members["isPremium"]?.bool ?? isPremium
  }

  /// Nil for null.
  fileprivate init?(_ value: JSONValue) {
    guard value != .null else { return nil }
    self.init()
    set(value)
  }
}

extension SessionState {
  fileprivate init(_ value: JSONValue) {
    self.init(
      scenario: value["scenario"].map { Scenario(name: $0["name"]?.string) },
      stats: value["stats"].map {
        SessionStats(sessionId: $0["sessionId"]?.string, startedAt: $0["startedAt"]?.number?.integer)
      },
      dialogHistory: (value["dialogHistory"]?.elements ?? []).compactMap { DialogLine($0) })
  }
}

extension HistorySession {
  fileprivate init?(_ value: JSONValue) {
    guard let sessionId = value["sessionId"]?.string, let title = value["scenarioTitle"]?.string,
      let timestamp = value["timestamp"]?.number?.integer, let language = value["targetLanguage"]?.string,
      let seconds = value["durationSeconds"]?.number?.integer, let lines = value["dialogLines"]?.elements
    else { return nil }
    self.init(
      sessionId: sessionId, scenarioTitle: title, timestamp: timestamp, targetLanguage: language,
      durationSeconds: seconds, dialogLines: lines.compactMap { DialogLine($0) })
  }
}

extension DialogLine {
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, let role = value["roleName"]?.string,
      let native = value["textNative"]?.string, let translated = value["textTranslated"]?.string
    else { return nil }
    self.init(
      id: id, speakerId: value["speakerId"]?.string, roleName: role, textNative: native, textTranslated: translated,
      timestamp: value["timestamp"]?.number?.integer)
  }
}

extension JSONValue {
  init(_ session: HistorySession) {
    self = [
      "sessionId": .string(session.sessionId), "scenarioTitle": .string(session.scenarioTitle),
      "timestamp": .integer(session.timestamp), "targetLanguage": .string(session.targetLanguage),
      "durationSeconds": .integer(session.durationSeconds),
      "dialogLines": .array(session.dialogLines.map { JSONValue($0) }),
    ]
  }

  private init(_ line: DialogLine) {
    var object: JSONObject = [
      "id": .string(line.id), "roleName": .string(line.roleName), "textNative": .string(line.textNative),
      "textTranslated": .string(line.textTranslated),
    ]
    object["speakerId"] = line.speakerId.map(JSONValue.string)
    object["timestamp"] = line.timestamp.map(JSONValue.integer)
    self = .object(object)
  }

  init(_ row: HistoryRow) {
    self = [
      "title": .string(row.title), "lines": .string(row.lines), "duration": .string(row.duration),
      "language": .string(row.language),
    ]
  }

  private static func integer(_ integer: Int64) -> JSONValue { .number(JSONNumber(Int(integer))) }
}
