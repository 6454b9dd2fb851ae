import CanonicalJSON
import Conformance
import Contracts
import Testing

struct ChatHistoryInputTests {
  @Test func `a good input stays as it is`() throws {
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
    let (input, messages) = try load(text)
    #expect(messages == [])
    #expect(input == (try JSONDocument(parsing: text)).root.value)
  }

  @Test(arguments: [
    (#"[]"#, "an input is an object, not an array"),
    (#"{}"#, "an input needs the member 'steps'"),
    (#"{"steps": {}}"#, "'steps' is an array, not an object"),
    (#"{"now": 0.5, "steps": []}"#, "'now' is a whole number that fits in a signed 64-bit integer"),
    (#"{"steps": [1]}"#, "a step is an object, not a number"),
    (#"{"steps": [{}]}"#, "a step has exactly one of 'updateProfile', 'startSession'"),
    (#"{"steps": [{"clear": true, "reopen": true}]}"#, "a step has exactly one of 'updateProfile', 'startSession'"),
    (#"{"steps": [{"cleer": true}]}"#, "a step has no member 'cleer'; did you mean 'clear'?"),
    (#"{"steps": [{"clear": false}]}"#, "'clear' has to be true, not false"),
    (#"{"steps": [{"delete": 1}]}"#, "'delete' is a string, not a number"),
    (#"{"steps": [{"advance": "1"}]}"#, "'advance' is a whole number that fits in a signed 64-bit integer"),
    (#"{"steps": [{"advance": 9223372036854775808}]}"#, "'advance' is a whole number that fits in a signed 64-bit"),
    (
      #"{"now": 9223372036854775807, "steps": [{"advance": 1}]}"#,
      "'advance' leads to a time that is no signed 64-bit integer"
    ),
    (#"{"steps": [{"failNext": "featureLocked"}]}"#, "'failNext' is \"networkError\", the one failure that"),
    (#"{"steps": [{"updateProfile": 1}]}"#, "'updateProfile' is an object or null, not a number"),
    (#"{"steps": [{"updateProfile": {"isPremium": "yes"}}]}"#, "'isPremium' is true or false, not a string"),
    (#"{"steps": [{"updateProfile": {"id": null}}]}"#, "'id' is a string, not null"),
    (#"{"steps": [{"startSession": []}]}"#, "'startSession' is an object, not an array"),
    (#"{"steps": [{"startSession": {"scenario": null}}]}"#, "'scenario' is an object, not null"),
    (#"{"steps": [{"startSession": {"stats": {"startedAt": "1"}}}]}"#, "'startedAt' is a whole number that fits"),
    (#"{"steps": [{"startSession": {"dialogHistory": [1]}}]}"#, "a line is an object, not a number"),
    (#"{"steps": [{"save": {"session": null}}]}"#, "'save' needs the member 'profile'"),
    (#"{"steps": [{"save": {"session": null, "profile": null}}]}"#, "'session' is an object, not null"),
    (
      #"{"steps": [{"startSession": {"dialogHistory": [{"id": "", "roleName": "", "textNative": ""}]}}]}"#,
      "a line needs the member 'textTranslated'"
    ),
  ])
  func `an input that is none is told`(json: String, message: String) throws {
    let (input, messages) = try load(json)
    #expect(input == nil)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(message) }, "\(messages)")
  }

  @Test func `everything that is wrong with a session is told`() throws {
    let (input, messages) = try load(
      #"{"steps": [{"save": {"profile": {}, "session": {"sessionId": 1, "timestamp": "1", "dialogLines": {}}}}]}"#)
    #expect(input == nil)
    #expect(
      messages.sorted() == [
        "'dialogLines' is an array, not an object", "'session' needs the member 'durationSeconds'",
        "'session' needs the member 'scenarioTitle'", "'session' needs the member 'targetLanguage'",
        "'sessionId' is a string, not a number",
        "'timestamp' is a whole number that fits in a signed 64-bit integer",
      ])
  }

  private func load(_ json: String) throws -> (input: JSONValue?, messages: [String]) {
    let file = SourceFile(path: "case.json", document: try JSONDocument(parsing: json))
    let input = ChatHistoryContract().input(.input(file.root), operation: "history", in: file)
    return (input, file.diagnostics.map(\.message))
  }
}
