import Conformance
import Testing

/// Tests of a case with something wrong in it. Its contract consists only of a manifest.
struct BadCaseTests {
  @Test(
    arguments: [
      (
        #""operation": "parse""#, #""operation": "prase""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:31: error: date-range has no operation 'prase'; known are parse, format",
        ]
      ),
      (
        #""operation": "parse", "#, "",
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:3: error: a case of date-range names its operation: parse, format",
        ]
      ),
      (
        #""operation": "parse""#, #""operation": "format""#,
        [
          "ranges.json:3:17: error: 'expect' has no member 'rangeCount'; did you mean 'lineCount'?",
          "ranges.json:3:34: error: 'expect' has no member 'kinds'; known are 'lineCount', 'at', 'absent'",
        ]
      ),
      (
        #""rangeCount": 1"#, #""lineCount": 1"#,
        [
          "ranges.json:3:17: error: 'expect' has no member 'lineCount'; did you mean 'rangeCount'?"
        ]
      ),
      (
        #""rangeCount": 1"#, #""rangeCount": 1.5"#,
        [
          "ranges.json:3:31: error: 'rangeCount' is a count, a whole number from 0"
        ]
      ),
      (
        #"["open"]"#, #"["opne", "shut", 1]"#,
        [
          "ranges.json:3:44: error: 'kinds' knows no 'opne'; did you mean 'open'? known are open, closed",
          "ranges.json:3:52: error: 'kinds' knows no 'shut'; known are open, closed",
          "ranges.json:3:60: error: an item of 'kinds' is a string, not a number",
        ]
      ),
      (#"["open"]"#, #""open""#, ["ranges.json:3:43: error: 'kinds' is an array, not a string"]),
      (
        #""/ranges/0": {"#, #""ranges/0": {"#,
        ["ranges.json:3:61: error: a JSON pointer is empty or starts with '/'"]
      ),
      (
        #"["/error"]"#, #"["error"]"#,
        ["ranges.json:3:102: error: a JSON pointer is empty or starts with '/'"]
      ),
      (
        #"{ "holidays": [1, 2, 1], "days": [] }"#, #"{ "$jsno": [1, 2, 1] }"#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:51: error: '$jsno' is no written form; did you mean '$json'?\n  note: a member of "
            + "that name is written {\"$literal\": {\"$jsno\": …}}",
        ]
      ),
      (
        #""input""#, #""inputs""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:3: error: a case needs the member 'input'",
          "ranges.json:2:40: error: a case has no member 'inputs'; did you mean 'input'?",
        ]
      ),
      (
        #""id": "one""#, #""id": "One""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'; did you mean 'One'?",
          "ranges.json:2:3: error: the case 'One' belongs to no row\n  note: name it in the 'cases' of a row "
            + "in behavior-matrix.json",
          "ranges.json:2:11: error: 'One' can't be a case's id, which is 1 to 80 of a-z 0-9 _ . - that begin "
            + "with a letter or digit",
        ]
      ),
      (
        #""id": "one""#, #""id": "two""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:3: error: the case 'two' belongs to no row\n  note: name it in the 'cases' of a row "
            + "in behavior-matrix.json",
        ]
      ),
      (
        #"[1, 2, 1]"#, #"[1, 2, 1"#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:79: error: expected ',' or ']' after an array element, found ':'",
        ]
      ),
    ] as [(String, String, [String])]
  )
  func `a case that says nothing is told where it stands`(
    old: String,
    new: String,
    problems: [String]
  ) throws {
    var contract = DateRange()
    try contract.replace(old, with: new, in: \.cases)
    let found = try contract.problems()
    #expect(found == problems)
  }
}
