import CanonicalJSON
import Conformance
import Testing

struct WrittenFormTests {
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
    (
      #"{"$json": 1, "times": 2}"#,
      ["2:14: an object with '$json' has no member 'times'; known are '$json'"]
    ),
    (
      #"{"$json": 1, "$jsno": 2}"#,
      ["2:14: an object with '$json' has no member '$jsno'; did you mean '$json'?"]
    ),
    (
      #"{"$json": 1, "$literal": 2}"#,
      ["2:14: an object with '$json' has no member '$literal'; known are '$json'"]
    ),
    (
      #"{"$concat": ["a"], "text": 2}"#,
      ["2:20: an object with '$concat' has no member 'text'; known are '$concat'"]
    ),
    (
      #"{"$repeat": "a", "time": 2}"#,
      ["2:18: an object with '$repeat' has no member 'time'; did you mean 'times'?"]
    ),
    (#"{"$repeat": "a"}"#, ["2:1: an object with '$repeat' needs the member 'times'"]),
    (#"{"$repeat": 1, "times": 2}"#, ["2:13: '$repeat' is a string, not a number"]),
    (#"{"$repeat": ["a"], "times": 2}"#, ["2:13: '$repeat' is a string, not an array"]),
    (#"{"$repeat": {"$literal": {}}, "times": 2}"#, ["2:13: '$repeat' is a string, not an object"]),
    (#"{"$concat": "a"}"#, ["2:13: '$concat' is an array of strings, not a string"]),
    (#"{"$concat": {"$concat": []}}"#, ["2:13: '$concat' is an array of strings, not an object"]),
    (
      #"{"$concat": ["a", 1, ["b"], "c"]}"#,
      [
        "2:19: an item of '$concat' is a string, not a number",
        "2:22: an item of '$concat' is a string, not an array",
      ]
    ),
    (#"{"$concat": [{"$literal": 1}]}"#, ["2:14: an item of '$concat' is a string, not a number"]),
    (
      #"[{"a": {"$concat": 1}}, {"$repeat": "a"}]"#,
      [
        "2:20: '$concat' is an array of strings, not a number",
        "2:25: an object with '$repeat' needs the member 'times'",
      ]
    ),
  ])
  func `a form that says nothing is told where it stands`(
    input: String,
    problems: [String]
  ) throws {
    let read = try CaseText(input: input)
    #expect(read.problems == problems)
    #expect(read.diagnostics.allSatisfy { $0.isUnusable })
    #expect(read.testCase == nil)
  }

  @Test(arguments: [
    ("$jsn", "$json"),
    ("$repat", "$repeat"),
    ("$cocnat", "$concat"),
    ("$litral", "$literal"),
  ])
  func `a misspelt form is told, with the way to write a member of that name`(
    name: String,
    form: String
  ) throws {
    let read = try CaseText(input: "{\"a\": [\n {\"\(name)\": 1}]}")
    #expect(
      read.diagnostics.map(\.description) == [
        """
        c.json:3:3: error: '\(name)' is no written form; did you mean '\(form)'?
          note: a member of that name is written {"$literal": {"\(name)": …}}
        """
      ]
    )
    #expect(try resolved("{\"$literal\": {\"\(name)\": 1}}") == .object([name: 1]))
  }

  // MARK: - Limits

  private static let most = 1 << 24

  @Test(arguments: [
    (#"{"$repeat": "a", "times": 16777217}"#, "2:27: 'times' is a whole number from 0 to 16777216"),
    (#"{"$repeat": "é", "times": 8388609}"#, "2:28: 'times' is a whole number from 0 to 8388608"),
    (#"{"$repeat": "", "times": 16777217}"#, "2:26: 'times' is a whole number from 0 to 16777216"),
    (#"{"$repeat": "abc", "times": -1}"#, "2:29: 'times' is a whole number from 0 to 5592405"),
    (#"{"$repeat": "a", "times": 1.5}"#, "2:27: 'times' is a whole number from 0 to 16777216"),
    (#"{"$repeat": "a", "times": "2"}"#, "2:27: 'times' is a whole number from 0 to 16777216"),
    (#"{"$repeat": "a", "times": 1e30}"#, "2:27: 'times' is a whole number from 0 to 16777216"),
    (
      #"{"$repeat": {"$repeat": "a", "times": 16777216}, "times": 2}"#,
      "2:59: 'times' is a whole number from 0 to 1"
    ),
  ])
  func `no text is repeated to more than 16 MiB`(input: String, problem: String) throws {
    #expect(try CaseText(input: input).problems == ["\(problem), so that there are at most 16 MiB"])
  }

  @Test
  func `a text of 16 MiB is none too many, and one byte more is, however it is put together`()
    throws
  {
    let half = #"{"$repeat": "é", "times": 4194304}"#
    for whole in [#"{"$repeat": "a", "times": 16777216}"#, "{\"$concat\": [\(half), \(half)]}"] {
      #expect(try resolved(whole)?.string?.utf8.count == Self.most)
    }
    #expect(
      try CaseText(input: "{\"$concat\": [\(half), \"a\", \(half)]}").problems
        == ["2:13: '$concat' gives more than 16 MiB"]
    )
  }

  @Test func `texts of JSON in texts of JSON don't grow without end`() throws {
    let depth = 60
    let input =
      String(repeating: #"{"$json": "#, count: depth) + #""\"""#
      + String(repeating: "}", count: depth)
    let read = try CaseText(input: input)
    #expect(read.testCase == nil)
    #expect(
      read.problems.count == 1
        && read.problems.allSatisfy { $0.hasSuffix("'$json' gives more than 16 MiB") }
    )
  }

  @Test func `all texts of an input have a limit together`() throws {
    let text = #"{"$repeat": "a", "times": 16777216}"#
    let input = "[\(Array(repeating: text, count: 150).joined(separator: ","))]"
    let read = try CaseText(input: input)
    #expect(read.testCase == nil)
    #expect(read.problems.count == 1)
    #expect(read.problems.first?.hasSuffix("more than 64 MiB of text") == true, "\(read.problems)")
  }

  @Test func `a thousand texts of 16 MiB are told at the first that is too many`() throws {
    let text = #"{"$repeat": "a", "times": 16777216}"#
    let input = "{\"$concat\": [\(Array(repeating: text, count: 1_000).joined(separator: ","))]}"
    #expect(try CaseText(input: input).problems == ["2:13: '$concat' gives more than 16 MiB"])
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
    #expect(try CaseText(input: input(depth)).problems == [])
    let error = #expect(throws: JSONSyntaxError.self) { try CaseText(input: input(depth + 1)) }
    #expect(error?.message == "more than 512 levels of nesting")
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
    #expect(read.problems == [])
    #expect("\(try #require(read.testCase).location(of: try JSONPointer(pointer)))" == place)
  }

  private func resolved(_ input: String) throws -> JSONValue? {
    let read = try CaseText(input: input)
    #expect(read.problems == [])
    return read.testCase?.input
  }
}
