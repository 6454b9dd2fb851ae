internal import CanonicalJSON
internal import ChatHistory
internal import Conformance

extension HistoryScript.Step {
  init(_ value: InputValue) throws(InputRefusal) {
    let (name, argument) = try value.step([
      "updateProfile", "startSession", "endSession", "save", "getSessions", "delete", "clear",
      "advance", "failNext", "row", "reopen",
    ])
    switch name {
    case "updateProfile": self = .updateProfile(try UserProfile.change(argument))
    case "startSession": self = .startSession(try SessionState(argument))
    case "save":
      _ = try argument.object(["session", "profile"])
      let session = try HistorySession(try argument.required("session"))
      self = .save(
        session,
        try UserProfile.change(try argument.required("profile")).map(UserProfile.init)
      )
    case "delete": self = .delete(try argument.text())
    case "row": self = .row(try argument.text())
    case "advance": self = .advance(try argument.integer())
    case "failNext":
      guard argument.value.string?.hasSameBytes(as: "networkError") == true else {
        throw argument.refusal(
          "must be \"networkError\", the only failure that can be simulated"
        )
      }
      self = .failNext
    default:
      try argument.requireTrue()
      self =
        switch name {
        case "endSession": .endSession
        case "getSessions": .getSessions
        case "clear": .clear
        default: .reopen
        }
    }
  }
}

extension UserProfile {
  fileprivate init(_ change: (inout UserProfile) -> Void) {
    self.init()
    change(&self)
  }

  /// Returns a closure that sets the members which are present, or `nil` for null.
  fileprivate static func change(_ value: InputValue) throws(InputRefusal) -> (
    @Sendable (inout UserProfile) -> Void
  )? {
    if value.value == .null { return nil }
    _ = try value.object([
      "id", "displayName", "nativeLanguage", "currentTargetLanguage", "isPremium",
    ])
    let id = try value["id"]?.text()
    let displayName = try value["displayName"]?.text()
    let native = try value["nativeLanguage"]?.text()
    let target = try value["currentTargetLanguage"]?.text()
    let isPremium = try value["isPremium"]?.bool()
    return { profile in
      profile.id = id ?? profile.id
      profile.displayName = displayName ?? profile.displayName
      profile.nativeLanguage = native ?? profile.nativeLanguage
      profile.currentTargetLanguage = target ?? profile.currentTargetLanguage
      profile.isPremium = isPremium ?? profile.isPremium
    }
  }
}

extension SessionState {
  fileprivate init(_ value: InputValue) throws(InputRefusal) {
    _ = try value.object(["scenario", "stats", "dialogHistory"])
    self.init(
      scenario: try value["scenario"].map { scenario throws(InputRefusal) in
        Scenario(name: try scenario.object(["name"])["name"]?.text())
      },
      stats: try value["stats"].map { stats throws(InputRefusal) in
        _ = try stats.object(["sessionId", "startedAt"])
        return SessionStats(
          sessionId: try stats["sessionId"]?.text(),
          startedAt: try stats["startedAt"]?.integer()
        )
      },
      dialogHistory: value["dialogHistory"] == nil
        ? [] : try value.list("dialogHistory", DialogLine.init)
    )
  }
}

extension HistorySession {
  fileprivate init(_ value: InputValue) throws(InputRefusal) {
    _ = try value.object([
      "sessionId", "scenarioTitle", "targetLanguage", "timestamp", "durationSeconds", "dialogLines",
    ])
    self.init(
      sessionId: try value.required("sessionId").text(),
      scenarioTitle: try value.required("scenarioTitle").text(),
      timestamp: try value.required("timestamp").integer(),
      targetLanguage: try value.required("targetLanguage").text(),
      durationSeconds: try value.required("durationSeconds").integer(),
      dialogLines: try value.list("dialogLines", DialogLine.init)
    )
  }
}

extension DialogLine {
  fileprivate init(_ value: InputValue) throws(InputRefusal) {
    _ = try value.object([
      "id", "roleName", "textNative", "textTranslated", "speakerId", "timestamp",
    ])
    self.init(
      id: try value.required("id").text(),
      speakerId: try value["speakerId"]?.text(),
      roleName: try value.required("roleName").text(),
      textNative: try value.required("textNative").text(),
      textTranslated: try value.required("textTranslated").text(),
      timestamp: try value["timestamp"]?.integer()
    )
  }
}

extension JSONValue {
  init(_ session: HistorySession) {
    self = [
      "sessionId": .string(session.sessionId),
      "scenarioTitle": .string(session.scenarioTitle),
      "timestamp": .integer(session.timestamp),
      "targetLanguage": .string(session.targetLanguage),
      "durationSeconds": .integer(session.durationSeconds),
      "dialogLines": .array(session.dialogLines.map { JSONValue($0) }),
    ]
  }

  private init(_ line: DialogLine) {
    self = .object([
      "id": .string(line.id),
      "roleName": .string(line.roleName),
      "textNative": .string(line.textNative),
      "textTranslated": .string(line.textTranslated),
      "speakerId": line.speakerId.map(JSONValue.string),
      "timestamp": line.timestamp.map(JSONValue.integer),
    ])
  }

  init(_ row: HistoryRow) {
    self = [
      "title": .string(row.title),
      "lines": .string(row.lines),
      "duration": .string(row.duration),
      "language": .string(row.language),
    ]
  }

  private static func integer(_ integer: Int64) -> JSONValue { .number(JSONNumber(Int(integer))) }
}
