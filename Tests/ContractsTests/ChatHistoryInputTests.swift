import CanonicalJSON
import Conformance
import Contracts
import MessageSnapshot
import Testing

struct ChatHistoryInputTests {
  private let messages = MessageSnapshot("Inputs of chat-history")

  @Test func `steps of every kind are accepted`() throws {
    let text = #"""
      {"now": -1, "steps": [
        {"updateProfile": null}, {"updateProfile": {"isPremium": true, "id": "", "nativeLanguage": "en"}},
        {"startSession": {"scenario": {}, "stats": {"startedAt": 9223372036854775807}, "dialogHistory": []}},
        {"endSession": true}, {"getSessions": true}, {"delete": ""}, {"clear": true}, {"advance": -5.0},
        {"failNext": "networkError"}, {"row": "a"}, {"screen": true}, {"detail": ""}, {"reopen": true},
        {"updateProfile": {
          "targetLanguages": ["es"], "currentTargetLanguage": "es", "interests": [],
          "learningGoals": [""], "dailyGoalMinutes": 15.0, "voiceSpeed": "normal",
          "showTranslations": "onTap", "onboardingCompleted": true, "createdAt": 1,
          "lastActiveAt": -9223372036854775808
        }},
        {"save": {"profile": null, "session": {"sessionId": "", "scenarioTitle": "", "timestamp": 0,
          "targetLanguage": "", "durationSeconds": -1, "dialogLines": [
            {"id": "", "roleName": "", "textNative": "", "textTranslated": "", "speakerId": "", "timestamp": 1}]}}}
      ]}
      """#
    #expect(try refusal(text) == nil)
  }

  @Test(arguments: [
    (#"[]"#, "", "an input that is an array"),
    (#"{}"#, "", "an input without steps"),
    (#"{"steps": {}}"#, "/steps", "steps that are an object"),
    (#"{"now": 0.5, "steps": []}"#, "/now", "a time with a fraction"),
    (#"{"then": 1, "steps": []}"#, "/then", "a misspelt time"),
  ])
  func `an invalid input is refused`(json: String, pointer: String, entry: String) throws {
    messages.expect(try refusal(json), entry, at: pointer)
  }

  @Test(arguments: [
    ("1", "", "a step that is a number"),
    ("{}", "", "a step that is empty"),
    (#"{"clear": true, "reopen": true}"#, "", "two steps in one"),
    (#"{"cleer": true}"#, "/cleer", "a misspelt step"),
    (#"{"clear": false}"#, "/clear", "'clear' that is false"),
    (#"{"delete": 1}"#, "/delete", "'delete' that is a number"),
    (#"{"advance": "1"}"#, "/advance", "'advance' that is a string"),
    (#"{"advance": 9223372036854775808}"#, "/advance", "'advance' beyond 64 bits"),
    (#"{"advance": 9223372036854775807}"#, "/advance", "'advance' to a time beyond 64 bits"),
    (#"{"failNext": "featureLocked"}"#, "/failNext", "an unknown failure"),
    (#"{"updateProfile": 1}"#, "/updateProfile", "'updateProfile' that is a number"),
    (
      #"{"updateProfile": {"isPremium": "yes"}}"#, "/updateProfile/isPremium",
      "'isPremium' that is a string"
    ),
    (#"{"updateProfile": {"id": null}}"#, "/updateProfile/id", "'id' that is null"),
    (#"{"updateProfile": {"plan": 1}}"#, "/updateProfile/plan", "an unknown member of a profile"),
    (
      #"{"updateProfile": {"interests": "food"}}"#, "/updateProfile/interests",
      "'interests' that are a string"
    ),
    (
      #"{"updateProfile": {"targetLanguages": ["es", 1]}}"#, "/updateProfile/targetLanguages/1",
      "a target language that is a number"
    ),
    (
      #"{"updateProfile": {"dailyGoalMinutes": 0.5}}"#, "/updateProfile/dailyGoalMinutes",
      "'dailyGoalMinutes' with a fraction"
    ),
    (#"{"screen": "history"}"#, "/screen", "'screen' that is a string"),
    (#"{"detail": null}"#, "/detail", "'detail' that is null"),
    (#"{"startSession": []}"#, "/startSession", "'startSession' that is an array"),
    (#"{"startSession": {"scenario": null}}"#, "/startSession/scenario", "'scenario' that is null"),
    (
      #"{"startSession": {"stats": {"startedAt": "1"}}}"#, "/startSession/stats/startedAt",
      "'startedAt' that is a string"
    ),
    (
      #"{"startSession": {"dialogHistory": [1]}}"#, "/startSession/dialogHistory/0",
      "a line that is a number"
    ),
    (
      #"{"startSession": {"dialogHistory": [{"id": "", "roleName": "", "textNative": ""}]}}"#,
      "/startSession/dialogHistory/0", "a line without its translation"
    ),
    (#"{"save": {"session": null, "profile": null}}"#, "/save/session", "'save' of null"),
    (#"{"save": {"profile": null}}"#, "/save", "'save' without a session"),
  ])
  func `an invalid step is refused`(step: String, pointer: String, entry: String) throws {
    messages.expect(
      try refusal(#"{"now": 1, "steps": [{"advance": 0}, \#(step)]}"#),
      entry,
      at: "/steps/1\(pointer)"
    )
  }

  @Test(arguments: [
    ("sessionId", "1", "/sessionId", "a session's id that is a number"),
    ("scenarioTitle", nil, "", "a session without a title"),
    ("targetLanguage", nil, "", "a session without a language"),
    ("durationSeconds", nil, "", "a session without a duration"),
    ("timestamp", "\"1\"", "/timestamp", "a session's time that is a string"),
    ("dialogLines", "{}", "/dialogLines", "a session's lines that are an object"),
  ])
  func `an invalid session is refused`(
    member: String,
    value: String?,
    pointer: String,
    entry: String
  ) throws {
    var session = [
      "sessionId": "\"\"",
      "scenarioTitle": "\"\"",
      "targetLanguage": "\"\"",
      "timestamp": "0",
      "durationSeconds": "1",
      "dialogLines": "[]",
    ]
    session[member] = value
    let members = session.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
    messages.expect(
      try refusal(#"{"steps": [{"save": {"profile": {}, "session": {\#(members)}}}]}"#),
      entry,
      at: "/steps/0/save/session\(pointer)"
    )
  }

  @Test func `a save needs a profile or null`() throws {
    let session = """
      {"sessionId": "", "scenarioTitle": "", "timestamp": 0, "targetLanguage": "", "durationSeconds": -1, \
      "dialogLines": []}
      """
    messages.expect(
      try refusal(#"{"steps": [{"save": {"session": \#(session)}}]}"#),
      "'save' without a profile",
      at: "/steps/0/save"
    )
  }

  private func refusal(_ json: String) throws -> InputRefusal? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .chatHistory,
      "history"
    )
  }
}
