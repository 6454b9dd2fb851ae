import Foundation
import MessageSnapshot
import Testing

struct NewContractTests {
  private let messages = MessageSnapshot("parity new contract")

  @Test
  func `a contract begins with a manifest and a case, in an empty folder and beside others`()
    async throws
  {
    for suite in [try TemporarySuite([:]), try TemporarySuite()] {
      let folder = "Fixtures/reading-list"
      let run = try await suite.parity("new", "contract", "reading-list", "--operation", "sort")
      run.expect(
        .exit(0),
        output: [
          "new \(folder)/behavior-matrix.json\nnew \(folder)/basics.json\nnew parity.json\n",
          "parity lint --contract reading-list\n", "parity review --contract reading-list\n",
        ]
      )
      run.expectNoErrors()
      messages.expect(run.report, "a new contract")
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
    let places = [
      "basics.json:3:5", "basics.json:5:22", "basics.json:6:18", "basics.json:7:17",
      "behavior-matrix.json:2:15", "behavior-matrix.json:4:12", "behavior-matrix.json:5:13",
      "behavior-matrix.json:8:27", "behavior-matrix.json:14:19", "behavior-matrix.json:15:27",
    ]
    run.expect(
      .exit(1),
      output: places.map { "Fixtures/reading-list/\($0): error: " }
        + ["1 case checked, 10 errors\n"]
    )
    messages.expect(run.report, "what lint finds in a new contract")
  }

  @Test(arguments: [
    ("Reading", "sort", "an id with a capital letter"),
    ("-a", "sort", "an id that begins with a hyphen"),
    ("a_b", "sort", "an id with an underscore"),
    ("a.b", "sort", "an id with a period"),
    ("list", "a b", "an operation with a space"),
    ("session-detail", "sort", "a contract that is there already"),
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
      message: message,
      in: messages
    )
    #expect(try suite.contents() == before)
  }
}
