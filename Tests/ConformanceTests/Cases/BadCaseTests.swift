import Conformance
import MessageSnapshot
import TestSuites
import Testing

/// Tests of a case with something wrong in it. Its contract consists only of a manifest.
struct BadCaseTests {
  private let messages = MessageSnapshot("Bad cases")

  @Test(
    arguments: [
      (
        #""operation": "parse""#, #""operation": "prase""#,
        ["behavior-matrix.json:13:97 error unknownName one", "ranges.json:2:31 error"],
        "an unknown operation"
      ),
      (
        #""operation": "parse", "#, "",
        ["behavior-matrix.json:13:97 error unknownName one", "ranges.json:2:3 error"],
        "no operation"
      ),
      (
        #""operation": "parse""#, #""operation": "format""#,
        ["ranges.json:3:17 error", "ranges.json:3:34 error"], "the case of another operation"
      ),
      (
        #""rangeCount": 1"#, #""lineCount": 1"#, ["ranges.json:3:17 error"],
        "a facet of another operation"
      ),
      (
        #""rangeCount": 1"#, #""rangeCount": 1.5"#, ["ranges.json:3:31 error"],
        "a count that is no whole number"
      ),
      (
        #"["open"]"#, #"["opne", "shut"]"#,
        ["ranges.json:3:44 error unknownName opne", "ranges.json:3:52 error unknownName shut"],
        "unknown values of a facet"
      ),
      (
        #"["open"]"#, #"["open", 1]"#, ["ranges.json:3:52 error"],
        "a number among the values of a facet"
      ),
      (#"["open"]"#, #""open""#, ["ranges.json:3:43 error"], "a string for a list of values"),
      (
        #""/ranges/0": {"#, #""ranges/0": {"#, ["ranges.json:3:61 error"],
        "a pointer in 'at' without a slash"
      ),
      (
        #"["/error"]"#, #"["error"]"#, ["ranges.json:3:102 error"],
        "a pointer in 'absent' without a slash"
      ),
      (
        #"{ "holidays": [1, 2, 1], "days": [] }"#, #"{ "$jsno": [1, 2, 1] }"#,
        ["behavior-matrix.json:13:97 error unknownName one", "ranges.json:2:51 error"],
        "a misspelt form"
      ),
      (
        #""input""#, #""inputs""#,
        [
          "behavior-matrix.json:13:97 error unknownName one", "ranges.json:2:3 error",
          "ranges.json:2:40 error",
        ], "a misspelt member"
      ),
      (
        #""id": "one""#, #""id": "One""#,
        [
          "behavior-matrix.json:13:97 error unknownName one",
          "ranges.json:2:3 error caseWithoutRow One", "ranges.json:2:11 error",
        ], "an id that is none"
      ),
      (
        #""id": "one""#, #""id": "two""#,
        [
          "behavior-matrix.json:13:97 error unknownName one",
          "ranges.json:2:3 error caseWithoutRow two",
        ], "an id that no row has"
      ),
      (
        #"[1, 2, 1]"#, #"[1, 2, 1"#,
        ["behavior-matrix.json:13:97 error unknownName one", "ranges.json:2:79 error"],
        "a file that is no JSON"
      ),
    ] as [(String, String, [String], String)]
  )
  func `a case that says nothing is told where it stands`(
    old: String,
    new: String,
    places: [String],
    entry: String
  ) throws {
    var contract = DateRange()
    try contract.replace(old, with: new, in: \.cases)
    messages.expect(try contract.problems(), entry, at: places, below: DateRange.fixtures)
  }
}
