import CanonicalJSON
import Conformance
import Contracts
import Testing

struct ChatHistoryInputTests {
  @Test func `steps of every kind are taken`() throws {
    let text = #"""
      {"now": -1, "steps": [
        {"updateProfile": null}, {"updateProfile": {"isPremium": true, "id": "", "nativeLanguage": "en"}},
        {"startSession": {"scenario": {}, "stats": {"startedAt": 9223372036854775807}, "dialogHistory": []}},
        {"endSession": true}, {"getSessions": true}, {"delete": ""}, {"clear": true}, {"advance": -5.0},
        {"failNext": "networkError"}, {"row": "a"}, {"reopen": true},
        {"save": {"profile": null, "session": {"sessionId": "", "scenarioTitle": "", "timestamp": 0,
          "targetLanguage": "", "durationSeconds": -1, "dialogLines": [
            {"id": "", "roleName": "", "textNative": "", "textTranslated": "", "speakerId": "", "timestamp": 1}]}}}
      ]}
      """#
    #expect(try refusal(text) == nil)
  }

  @Test(arguments: [
    (#"[]"#, ": an input is an object, not an array"),
    (#"{}"#, ": an input needs the member 'steps'"),
    (#"{"steps": {}}"#, "/steps: 'steps' is an array, not an object"),
    (
      #"{"now": 0.5, "steps": []}"#,
      "/now: 'now' is a whole number that fits in a signed 64-bit integer"
    ),
    (
      #"{"then": 1, "steps": []}"#, "/then: an input has no member 'then'; known are 'now', 'steps'"
    ),
  ])
  func `an input that is none is told`(json: String, message: String) throws {
    #expect(try refusal(json) == message)
  }

  private static let oneOf = """
    an item of 'steps' has exactly one of 'updateProfile', 'startSession', 'endSession', 'save', 'getSessions', \
    'delete', 'clear', 'advance', 'failNext', 'row', 'reopen'
    """

  @Test(arguments: [
    ("1", ": an item of 'steps' is an object, not a number"),
    ("{}", ": \(oneOf)"),
    (#"{"clear": true, "reopen": true}"#, ": \(oneOf)"),
    (
      #"{"cleer": true}"#, "/cleer: an item of 'steps' has no member 'cleer'; did you mean 'clear'?"
    ),
    (#"{"clear": false}"#, "/clear: 'clear' has to be true, not false"),
    (#"{"delete": 1}"#, "/delete: 'delete' is a string, not a number"),
    (
      #"{"advance": "1"}"#,
      "/advance: 'advance' is a whole number that fits in a signed 64-bit integer"
    ),
    (
      #"{"advance": 9223372036854775808}"#,
      "/advance: 'advance' is a whole number that fits in a signed 64-bit integer"
    ),
    (
      #"{"advance": 9223372036854775807}"#,
      "/advance: 'advance' leads to a time that is no signed 64-bit integer"
    ),
    (
      #"{"failNext": "featureLocked"}"#,
      "/failNext: 'failNext' is \"networkError\", the one failure that a repository can be made to have"
    ),
    (#"{"updateProfile": 1}"#, "/updateProfile: 'updateProfile' is an object, not a number"),
    (
      #"{"updateProfile": {"isPremium": "yes"}}"#,
      "/updateProfile/isPremium: 'isPremium' is true or false, not a string"
    ),
    (#"{"updateProfile": {"id": null}}"#, "/updateProfile/id: 'id' is a string, not null"),
    (#"{"startSession": []}"#, "/startSession: 'startSession' is an object, not an array"),
    (
      #"{"startSession": {"scenario": null}}"#,
      "/startSession/scenario: 'scenario' is an object, not null"
    ),
    (
      #"{"startSession": {"stats": {"startedAt": "1"}}}"#,
      "/startSession/stats/startedAt: 'startedAt' is a whole number that fits in a signed 64-bit integer"
    ),
    (
      #"{"startSession": {"dialogHistory": [1]}}"#,
      "/startSession/dialogHistory/0: an item of 'dialogHistory' is an object, not a number"
    ),
    (
      #"{"startSession": {"dialogHistory": [{"id": "", "roleName": "", "textNative": ""}]}}"#,
      "/startSession/dialogHistory/0: an item of 'dialogHistory' needs the member 'textTranslated'"
    ),
    (
      #"{"save": {"session": null, "profile": null}}"#,
      "/save/session: 'session' is an object, not null"
    ),
    (#"{"save": {"profile": null}}"#, "/save: 'save' needs the member 'session'"),
  ])
  func `a step that is none is told`(step: String, message: String) throws {
    #expect(
      try refusal(#"{"now": 1, "steps": [{"advance": 0}, \#(step)]}"#) == "/steps/1\(message)"
    )
  }

  @Test(arguments: [
    ("sessionId", "1", "/sessionId: 'sessionId' is a string, not a number"),
    ("scenarioTitle", nil, ": 'session' needs the member 'scenarioTitle'"),
    ("targetLanguage", nil, ": 'session' needs the member 'targetLanguage'"),
    ("durationSeconds", nil, ": 'session' needs the member 'durationSeconds'"),
    (
      "timestamp", "\"1\"",
      "/timestamp: 'timestamp' is a whole number that fits in a signed 64-bit integer"
    ),
    ("dialogLines", "{}", "/dialogLines: 'dialogLines' is an array, not an object"),
  ])
  func `a session that is none is told`(member: String, value: String?, message: String) throws {
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
    #expect(
      try refusal(#"{"steps": [{"save": {"profile": {}, "session": {\#(members)}}}]}"#)
        == "/steps/0/save/session\(message)"
    )
  }

  @Test func `a session is saved with a profile, if only null`() throws {
    let session = """
      {"sessionId": "", "scenarioTitle": "", "timestamp": 0, "targetLanguage": "", "durationSeconds": -1, \
      "dialogLines": []}
      """
    #expect(
      try refusal(#"{"steps": [{"save": {"session": \#(session)}}]}"#)
        == "/steps/0/save: 'save' needs the member 'profile'"
    )
  }

  private func refusal(_ json: String) throws -> String? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .chatHistory,
      "history"
    )
  }
}
