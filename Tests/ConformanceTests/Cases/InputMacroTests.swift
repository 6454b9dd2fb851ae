import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct WrittenFormTests {
  private let messages = MessageSnapshot("Written forms")

  @Test(
    arguments: [
      (#"{"$json": {"b": [true, null], "a": "\u00e9\n"}}"#, #"{"a":"é\n","b":[true,null]}"#),
      (#"{"$json": "text"}"#, #""text""#),
      (
        #"{"$json": [1.0, 1e2, 0.10, 12345678901234567890, 1e-400]}"#,
        "[1,100,0.1,12345678901234567890,1e-400]"
      ),
      (#"{"$repeat": "ab", "times": 3}"#, "ababab"),
      (#"{"times": 5.0, "$repeat": "é"}"#, "ééééé"),
      (#"{"$repeat": "ab", "times": 0}"#, ""),
      (#"{"$repeat": "", "times": 16777216}"#, ""),
      (#"{"$concat": ["a", "", "\u0301"]}"#, "a\u{301}"),
      (#"{"$concat": []}"#, ""),
    ] as [(String, JSONValue)]
  )
  func `a form stands for a text`(input: String, value: JSONValue) throws {
    #expect(try resolved(input) == value)
  }

  @Test(
    arguments: [
      (#"{"$json": {"a": {"$repeat": "x", "times": 2}}}"#, #"{"a":"xx"}"#),
      (#"{"$json": {"$json": {"$json": []}}}"#, #""\"[]\"""#),
      (#"{"$repeat": {"$json": [1]}, "times": 2}"#, "[1][1]"),
      (#"{"$repeat": {"$repeat": "a", "times": 2}, "times": 3}"#, "aaaaaa"),
      (
        #"{"$concat": [{"$repeat": "a", "times": 2}, {"$json": {}}, {"$concat": ["b", "c"]}]}"#,
        "aa{}bc"
      ),
      (#"{"$json": {"$literal": {"$json": 1}}}"#, #"{"$json":1}"#),
      (#"[[{"a": {"$concat": ["x", "y"]}}], {"$json": 1}]"#, [[["a": "xy"]], "1"]),
    ] as [(String, JSONValue)]
  )
  func `forms stand in forms, objects and arrays`(input: String, value: JSONValue) throws {
    #expect(try resolved(input) == value)
  }

  @Test(
    arguments: [
      (#"{"$literal": {"$json": {"$repeat": 1}}}"#, ["$json": ["$repeat": 1]]),
      (#"{"$literal": {"$literal": {"$jsn": 1}}}"#, ["$literal": ["$jsn": 1]]),
      (#"{"$literal": 1.5}"#, 1.5),
    ] as [(String, JSONValue)]
  )
  func `what is literal stands for itself, with all that is in it`(
    input: String,
    value: JSONValue
  ) throws {
    #expect(try resolved(input) == value)
  }

  @Test(arguments: [
    #"{"json": 1, "repeat": "a", "times": 3, "concat": [], "literal": null}"#,
    ##"{"$": 1, "$type": {"$ref": "#/x"}}"##,
    #"{"text": "$json"}"#, #"["$concat", "$repeat"]"#, #"{}"#, #"[]"#, #"null"#,
  ])
  func `everything else stands for itself`(input: String) throws {
    #expect(try resolved(input) == (try JSONDocument(parsing: input).root.value))
  }

  // MARK: - Invalid forms

  @Test(arguments: [
    (#"{"$json": 1, "times": 2}"#, [14], "'$json' with another member"),
    (#"{"$json": 1, "$jsno": 2}"#, [14], "'$json' with a misspelt member"),
    (#"{"$json": 1, "$literal": 2}"#, [14], "'$json' beside '$literal'"),
    (#"{"$concat": ["a"], "text": 2}"#, [20], "'$concat' with another member"),
    (#"{"$repeat": "a", "time": 2}"#, [18], "'$repeat' with a misspelt member"),
    (#"{"$repeat": "a"}"#, [1], "'$repeat' without 'times'"),
    (#"{"$repeat": 1, "times": 2}"#, [13], "'$repeat' of a number"),
    (#"{"$repeat": ["a"], "times": 2}"#, [13], "'$repeat' of an array"),
    (#"{"$repeat": {"$literal": {}}, "times": 2}"#, [13], "'$repeat' of a literal"),
    (#"{"$concat": "a"}"#, [13], "'$concat' of a string"),
    (#"{"$concat": {"$concat": []}}"#, [13], "'$concat' of a form"),
    (#"{"$concat": ["a", 1, ["b"], "c"]}"#, [19, 22], "'$concat' of other things"),
    (#"{"$concat": [{"$literal": 1}]}"#, [14], "'$concat' of a literal"),
    (#"[{"a": {"$concat": 1}}, {"$repeat": "a"}]"#, [20, 25], "two forms"),
  ])
  func `a form that says nothing is told where it stands`(
    input: String,
    columns: [Int],
    entry: String
  ) throws {
    let read = try CaseText(input: input)
    messages.expect(read.diagnostics, entry, at: columns.map { "c.json:2:\($0) error" })
    #expect(read.diagnostics.allSatisfy { $0.isUnusable })
    #expect(read.testCase == nil)
  }

  @Test(arguments: [
    ("$jsn", "$json"),
    ("$repat", "$repeat"),
    ("$cocnat", "$concat"),
    ("$litral", "$literal"),
    ("$ffile", "$file"),
  ])
  func `a misspelt form is told, with the way to write a member of that name`(
    name: String,
    form: String
  ) throws {
    let read = try CaseText(input: "{\"a\": [\n {\"\(name)\": 1}]}")
    #expect(read.diagnostics.places == ["c.json:3:3 error"])
    let texts = read.diagnostics.map {
      $0.description.replacing(name, with: "NAME").replacing("'\(form)'", with: "'FORM'")
    }
    messages.expect(texts, "a misspelt form")
    #expect(try resolved("{\"$literal\": {\"\(name)\": 1}}") == .object([name: 1]))
  }

  // MARK: - Limits

  private static let most = 1 << 24

  @Test(arguments: [
    (#"{"$repeat": "a", "times": 16777217}"#, 27, 16777216),
    (#"{"$repeat": "é", "times": 8388609}"#, 28, 8388608),
    (#"{"$repeat": "", "times": 16777217}"#, 26, 16777216),
    (#"{"$repeat": "abc", "times": -1}"#, 29, 5592405),
    (#"{"$repeat": "a", "times": 1.5}"#, 27, 16777216),
    (#"{"$repeat": "a", "times": "2"}"#, 27, 16777216),
    (#"{"$repeat": "a", "times": 1e30}"#, 27, 16777216),
    (#"{"$repeat": {"$repeat": "a", "times": 16777216}, "times": 2}"#, 59, 1),
  ])
  func `no text is repeated to more than 16 MiB`(input: String, column: Int, limit: Int) throws {
    let diagnostics = try CaseText(input: input).diagnostics
    #expect(diagnostics.places == ["c.json:2:\(column) error"])
    let texts = diagnostics.map { $0.message.replacing(" \(limit),", with: " LIMIT,") }
    messages.expect(texts, "a count that is none, or too large")
  }

  @Test
  func `a text of 16 MiB is none too many, and one byte more is, however it is put together`()
    throws
  {
    let half = #"{"$repeat": "é", "times": 4194304}"#
    for whole in [#"{"$repeat": "a", "times": 16777216}"#, "{\"$concat\": [\(half), \(half)]}"] {
      #expect(try resolved(whole)?.string?.utf8.count == Self.most)
    }
    messages.expect(
      try CaseText(input: "{\"$concat\": [\(half), \"a\", \(half)]}").diagnostics,
      "texts that are too long together",
      at: ["c.json:2:13 error"]
    )
  }

  @Test func `texts of JSON in texts of JSON don't grow without end`() throws {
    let depth = 60
    let input =
      String(repeating: #"{"$json": "#, count: depth) + #""\"""#
      + String(repeating: "}", count: depth)
    let read = try CaseText(input: input)
    #expect(read.testCase == nil)
    #expect(read.diagnostics.count == 1)
    messages.expect(read.diagnostics.map(\.message), "JSON in JSON that is too long")
  }

  @Test func `all texts of an input have a limit together`() throws {
    let text = #"{"$repeat": "a", "times": 16777216}"#
    let input = "[\(Array(repeating: text, count: 150).joined(separator: ","))]"
    let read = try CaseText(input: input)
    #expect(read.testCase == nil)
    #expect(read.diagnostics.count == 1)
    messages.expect(read.diagnostics.map(\.message), "an input with too much text")
  }

  @Test func `a thousand texts of 16 MiB are told at the first that is too many`() throws {
    let text = #"{"$repeat": "a", "times": 16777216}"#
    let input = "{\"$concat\": [\(Array(repeating: text, count: 1_000).joined(separator: ","))]}"
    messages.expect(
      try CaseText(input: input).diagnostics,
      "texts that are too long together",
      at: ["c.json:2:13 error"]
    )
  }

  // MARK: - Nesting

  @Test(arguments: [0, 1, 250, 499])
  func `500 levels are read on any thread, with and without forms`(formLevel: Int) throws {
    let depth = 500
    let plain = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let formed =
      String(repeating: "[", count: formLevel) + #"{"$literal": "#
      + String(repeating: "[", count: depth - formLevel)
      + String(repeating: "]", count: depth - formLevel) + "}"
      + String(repeating: "]", count: formLevel)
    let members =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    let texts =
      String(repeating: #"{"$json":"#, count: formLevel) + "1"
      + String(repeating: "}", count: formLevel)
    // A text within a text doubles its escapes.
    let inputs = [plain, formed, members] + (formLevel <= 1 ? [texts] : [])
    // There are many cases, so that they are spread over all cores.
    let cases = (0..<120).map { "{\"id\": \"c\($0)\", \"input\": \(inputs[$0 % inputs.count])}" }
    let document = try JSONDocument(parsing: "{\"cases\": [\(cases.joined(separator: ","))]}")
    let file = SourceFile(path: "c.json", document: document)
    let read = CaseFile.cases(in: file, of: try Words().contract)
    #expect(file.diagnostics.map(\.message) == [])
    #expect(read.count == cases.count)
    let deepest = JSONPointer(tokens: Array(repeating: "0", count: depth - 1))
    #expect(read[0].location(of: deepest).position?.line == 1)
    #expect(read[0].input[deepest] == [])
    if formLevel == 0 { #expect(read[1].input == read[0].input) }
  }

  @Test func `an input is as deep as its file lets it be`() throws {
    // The case file adds three levels around the input.
    let depth = 509
    let input = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try CaseText(input: input(depth)).diagnostics == [])
    let error = #expect(throws: JSONSyntaxError.self) { try CaseText(input: input(depth + 1)) }
    #expect(error?.reason == .nestingTooDeep)
  }

  // MARK: - Locations

  @Test(arguments: [
    ("", "c.json:2:1"),
    ("/a", "c.json:3:7"),
    ("/a/0", "c.json:3:8"),
    ("/a/2", "c.json:3:7"),
    ("/b", "c.json:4:7"),
    ("/b/c/0", "c.json:4:7"),
    ("/l", "c.json:5:20"),
    ("/l/$json/1", "c.json:5:34"),
    ("/l/x", "c.json:5:20"),
    ("/n/0/r", "c.json:6:14"),
    ("/n/0/r/1", "c.json:6:14"),
    ("/é", "c.json:7:8"),
    ("/e\u{301}", "c.json:2:1"),
    ("/nowhere/at/all", "c.json:2:1"),
  ])
  func `a part of an input has the place where it is written`(
    pointer: String,
    place: String
  ) throws {
    let read = try CaseText(
      input: #"""
        {
         "a": [1, 2],
         "b": {"$json": {"c": [3]}},
         "l": {"$literal": {"$json": [1, 2]}},
         "n": [{"r": {"$repeat": "x", "times": 2}}],
         "é": {"$concat": []}}
        """#
    )
    #expect(read.diagnostics == [])
    #expect("\(try #require(read.testCase).location(of: try JSONPointer(pointer)))" == place)
  }

  private func resolved(_ input: String) throws -> JSONValue? {
    let read = try CaseText(input: input)
    #expect(read.diagnostics == [])
    return read.testCase?.input
  }
}
