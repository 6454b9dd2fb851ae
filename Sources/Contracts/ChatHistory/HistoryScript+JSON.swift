internal import CanonicalJSON
internal import ChatHistory
internal import Conformance

extension HistoryScript.Step {
  /// Reads a step, which is an object with one member.
  ///
  /// - Throws: `InputRefusal` if the step isn't known or its value doesn't follow the contract.
  init(_ value: InputValue) throws(InputRefusal) {
    let (name, argument) = try value.step([
      "updateProfile", "startSession", "endSession", "save", "getSessions", "delete", "clear",
      "advance", "failNext", "row", "screen", "detail", "reopen",
    ])

    switch name {
    case "updateProfile":
      self = .updateProfile(try UserProfile.change(argument))
    case "startSession":
      self = .startSession(try SessionState(argument))
    case "save":
      _ = try argument.object(["session", "profile"])
      let session = try HistorySession(try argument.required("session"))
      let change = try UserProfile.change(try argument.required("profile"))
      self = .save(session, change.map { $0(UserProfile(id: "")) })
    case "delete":
      self = .delete(try argument.text())
    case "row":
      self = .row(try argument.text())
    case "detail":
      self = .detail(try argument.text())
    case "advance":
      self = .advance(try argument.integer())
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
        case "screen": .screen
        default: .reopen
        }
    }
  }
}

extension UserProfile {
  /// The closure for `updateProfile` and `save`, which sets the members that are present.
  fileprivate typealias Change = @Sendable (UserProfile) -> UserProfile

  /// Reads the members of a profile, or `nil` for null.
  fileprivate static func change(_ value: InputValue) throws(InputRefusal) -> Change? {
    if value.value == .null { return nil }
    _ = try value.object([
      "id", "displayName", "nativeLanguage", "targetLanguages", "currentTargetLanguage",
      "interests", "learningGoals", "dailyGoalMinutes", "voiceSpeed", "showTranslations",
      "isPremium", "onboardingCompleted", "createdAt", "lastActiveAt",
    ])

    let id = try value["id"]?.text()
    let displayName = try value["displayName"]?.text()
    let nativeLanguage = try value["nativeLanguage"]?.text()
    let targetLanguages = try value.texts("targetLanguages")
    let currentTargetLanguage = try value["currentTargetLanguage"]?.text()
    let interests = try value.texts("interests")
    let learningGoals = try value.texts("learningGoals")
    let dailyGoalMinutes = try value["dailyGoalMinutes"]?.integer()
    let voiceSpeed = try value["voiceSpeed"]?.text()
    let showTranslations = try value["showTranslations"]?.text()
    let isPremium = try value["isPremium"]?.bool()
    let onboardingCompleted = try value["onboardingCompleted"]?.bool()
    let createdAt = try value["createdAt"]?.integer()
    let lastActiveAt = try value["lastActiveAt"]?.integer()

    return { profile in
      profile.doCopy(
        id: id,
        displayName: displayName,
        nativeLanguage: nativeLanguage,
        targetLanguages: targetLanguages,
        currentTargetLanguage: currentTargetLanguage,
        interests: interests,
        learningGoals: learningGoals,
        dailyGoalMinutes: dailyGoalMinutes.map { Int($0) },
        voiceSpeed: voiceSpeed.map { VoiceSpeed(rawValue: $0) },
        showTranslations: showTranslations.map { TranslationDisplay(rawValue: $0) },
        isPremium: isPremium,
        onboardingCompleted: onboardingCompleted,
        createdAt: createdAt,
        lastActiveAt: lastActiveAt
      )
    }
  }
}

extension InputValue {
  /// Returns the texts of an array, or `nil` if the member is missing.
  fileprivate func texts(_ key: String) throws(InputRefusal) -> [String]? {
    guard self[key] != nil else { return nil }
    return try list(key) { item throws(InputRefusal) in try item.text() }
  }
}

extension SessionState {
  /// Reads the value of `startSession`. Every member can be missing.
  fileprivate init(_ value: InputValue) throws(InputRefusal) {
    _ = try value.object(["scenario", "stats", "dialogHistory"])

    self.init(
      scenario: try value["scenario"].map { scenario throws(InputRefusal) in
        SessionState.Scenario(name: try scenario.object(["name"])["name"]?.text())
      },
      stats: try value["stats"].map { stats throws(InputRefusal) in
        _ = try stats.object(["sessionId", "startedAt"])
        return SessionStats(
          sessionId: try stats["sessionId"]?.text(),
          startedAt: try stats["startedAt"]?.integer()
        )
      },
      dialogHistory: value["dialogHistory"] == nil
        ? []
        : try value.list("dialogHistory", DialogLine.init)
    )
  }
}

extension HistorySession {
  /// Reads a session to save. Every member is required.
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
  /// Reads a line of a dialog. The speaker and the time can be missing.
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
  /// Creates a session with all of its lines.
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

  /// Creates a line of a session, without the members that it lacks.
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

  /// Creates the texts of a row.
  ///
  /// - Parameter sessionID: The session id to include, or `nil` to include none.
  init(_ row: HistoryRowContent, sessionID: String? = nil) {
    self = .object([
      "sessionId": sessionID.map(JSONValue.string),
      "title": .string(row.title),
      "lines": .string(row.lines),
      "duration": .string(row.duration),
      "language": .string(row.language),
    ])
  }

  /// Creates what the history screen shows. Only an empty list or a list with rows has a title.
  init(_ screen: HistoryScreenContent) {
    self =
      switch screen {
      case .upsell:
        ["screen": "upsell"]
      case .empty:
        [
          "screen": "empty",
          "title": .string(HistoryScreenContent.title),
          "emptyTitle": .string(HistoryScreenContent.emptyTitle),
          "emptyText": .string(HistoryScreenContent.emptyText),
        ]
      case .list(let rows):
        [
          "screen": "list",
          "title": .string(HistoryScreenContent.title),
          "rows": .array(rows.map { JSONValue($0, sessionID: $0.sessionId) }),
        ]
      }
  }

  /// Creates the texts that the screen of one session shows.
  init(_ detail: HistoryDetailContent) {
    self = [
      "title": .string(detail.title),
      "header": .array(detail.header.map(JSONValue.string)),
      "transcript": .array(
        detail.transcript.map { line in
          [
            "roleName": .string(line.roleName),
            "textNative": .string(line.textNative),
            "textTranslated": .string(line.textTranslated),
          ]
        }
      ),
    ]
  }

  /// Creates the session that was saved, or the reason why none was.
  init(_ result: HistorySaveResult) {
    self =
      switch result {
      case .Success(let session): ["success": JSONValue(session)]
      case .Error(let reason): JSONValue(reason)
      }
  }

  /// Creates the error that a step returns in place of its result.
  init(_ reason: HistoryErrorReason) {
    self = ["error": .string(reason.rawValue)]
  }

  private static func integer(_ integer: Int64) -> JSONValue {
    .number(JSONNumber(Int(integer)))
  }
}
