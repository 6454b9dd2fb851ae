import Foundation
import Testing

struct NewContractTests {
  @Test
  func `a contract begins with a manifest and a case, in an empty folder and beside others`()
    async throws
  {
    for suite in [try TemporarySuite([:]), try TemporarySuite()] {
      let folder = "Fixtures/reading-list"
      let run = try await suite.parity("new", "contract", "reading-list", "--operation", "sort")
      run.expect(.exit(0))
      run.expectNoErrors()
      #expect(
        run.output == """
          new \(folder)/behavior-matrix.json
          new \(folder)/basics.json
          new parity.json
          new .gitattributes
          next:
            see what is left to fill in: parity lint --contract reading-list
            name the program that answers in parity.json, with "reference": true
            see its outputs and accept them: parity review --contract reading-list

          """,
        run.transcript
      )
      #expect(
        try suite.contents(of: folder).keys.sorted() == ["basics.json", "behavior-matrix.json"],
        "nothing else is written"
      )
    }
  }

  @Test func `lint tells what is left to fill in, and nothing else`() async throws {
    let suite = try TemporarySuite([:])
    try await suite.parity("new", "contract", "reading-list", "--operation", "sort").expect(
      .exit(0)
    )
    let run = try await suite.parity("lint", "--contract", "reading-list")
    run.expect(.exit(1))
    #expect(
      run.output.replacingOccurrences(of: "Fixtures/reading-list/", with: "") == """
        basics.json:3:5: error: the case 'first_case' has no golden
          note: look at its output and accept it: parity review --only reading-list/first_case --contract reading-list
        basics.json:5:22: error: this is still to be filled in: what this case shows, in a sentence
        basics.json:6:18: error: this is still to be filled in: the input of sort
        basics.json:7:17: error: this is still to be filled in: an object with what must come out, worked out by hand
        behavior-matrix.json:2:15: error: reading-list has no reference, so no golden can be recorded
          note: mark a program that carries it out with "reference": true in parity.json
        behavior-matrix.json:4:12: error: this is still to be filled in: a title
        behavior-matrix.json:5:13: error: this is still to be filled in: the document that the contract is made from
        behavior-matrix.json:8:27: error: this is still to be filled in: what must hold, in a sentence
        behavior-matrix.json:14:19: error: this is still to be filled in: when it happens
        behavior-matrix.json:15:27: error: this is still to be filled in: what must come out

        1 case checked, 10 errors

        """,
      run.transcript
    )
  }

  @Test(arguments: [
    (
      "Reading", "sort",
      "'Reading' can't be a contract's id, which is 1 to 80 of a-z 0-9 - that begin with a letter or digit"
    ),
    ("-a", "sort", "'-a' can't be"),
    ("a_b", "sort", "'a_b' can't be a contract's id"),
    ("a.b", "sort", "'a.b' can't be a contract's id"),
    (
      "list", "a b",
      "'a b' can't be an operation's name, which is 1 to 80 of a-z 0-9 - that begin with a letter or digit"
    ),
    ("session-detail", "sort", "Fixtures/session-detail is there already, so nothing was written"),
  ])
  func `a contract that can't be begun changes nothing`(
    id: String,
    operation: String,
    message: String
  ) async throws {
    let suite = try TemporarySuite()
    let before = try suite.contents()
    try await suite.parity("new", "contract", "--operation", operation, "--", id).expect(
      .exit(64),
      errors: ["error: \(message)"]
    )
    #expect(try suite.contents() == before)
  }
}
