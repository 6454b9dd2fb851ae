import MessageSnapshot
import Testing

struct NewMutantTests {
  private let messages = MessageSnapshot("parity new mutant")

  private let options = [
    "--file", "program/serve.sh", "--find", "serve", "--replace", "serve | cat",
  ]

  @Test func `a mutant is added after the others, and not another byte changes`() async throws {
    let suite = try await TemporarySuite.withMutants([])
    try suite.write("{ \"mutants\": []\n}\n", to: TemporarySuite.mutants)
    let run = try await suite.parity(["new", "mutant", "text is lost", "--clause", "R1"] + options)
    run.expect(
      .exit(0),
      output: [
        "new mutant 'R1: text is lost' in \(TemporarySuite.mutants)\n",
        "parity audit --only 'R1: text is lost' --verbose\n",
      ]
    )
    let text = """
      { "mutants": [
        {
          "clause": "R1",
          "mistake": "text is lost",
          "implementation": "shell",
          "file": "program/serve.sh",
          "find": "serve",
          "replace": "serve | cat"
        }
      ]
      }

      """
    #expect(try suite.text(of: TemporarySuite.mutants) == text)
    try await suite.parity("audit", "--only", "R1: text is lost").expect(
      .exit(1),
      message: "a mutant that no case kills",
      in: messages
    )
  }

  @Test func `the first makes the file`() async throws {
    let suite = try await TemporarySuite.withMutants([])
    try suite.remove(TemporarySuite.mutants)
    try await suite.parity(["new", "mutant", "text is lost", "--clause", "R1"] + options).expect(
      .exit(0)
    )
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity(["new", "mutant", "text is lost", "--clause", "R1"] + options).expect(
      .exit(64),
      message: "a mutant that is there already",
      in: messages,
      errors: ["\(TemporarySuite.mutants):3:5"]
    )
  }

  @Test(arguments: [
    (["--clause", "R8"], "an unknown clause", "'R1'"),
    (["--clause", "R1", "--implementation", "sh"], "an unknown implementation", "'sh'"),
    (["--clause", "R1", "--find", "e"], "a text that the file has repeatedly", "program/serve.sh"),
    (["--clause", "R1", "--find", "none"], "a text that the file lacks", "'find'"),
    (["--clause", "R1", "--file", "nowhere"], "a file that is missing", "'nowhere'"),
    (["--clause", "R1", "--replace", "serve"], "a replacement that is the same", "'replace'"),
  ])
  func `one that can't be made is refused, and nothing is written`(
    arguments: [String],
    message: String,
    value: String
  ) async throws {
    let suite = try await TemporarySuite.withMutants([])
    let before = try suite.contents()
    try await suite.parity(["new", "mutant", "text is lost"] + options + arguments).expect(
      .exit(64),
      message: message,
      in: messages,
      errors: [value]
    )
    #expect(try suite.contents() == before)
  }

  @Test func `a contract without an implementation has no source to edit`() async throws {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity(["new", "mutant", "text is lost", "--clause", "R1"] + options).expect(
      .exit(64),
      message: "no implementation of the contract",
      in: messages,
      errors: ["parity.json", "'session-detail'"]
    )
  }

  @Test func `of several implementations that run the file, one has to be named`() async throws {
    let suite = try await TemporarySuite.withMutants([])
    let entry = #""contracts": ["session-detail"], "command": ["sh", "program/serve.sh"]"#
    try suite.list(#"{ "name": "one", \#(entry) }"#, #"{ "name": "two", \#(entry) }"#)
    try await suite.parity(["new", "mutant", "text is lost", "--clause", "R1"] + options).expect(
      .exit(64),
      message: "several implementations of the contract",
      in: messages,
      errors: ["one, two", "--implementation"]
    )
  }

  @Test func `the suggested command quotes the name of the mutant`() async throws {
    let suite = try await TemporarySuite.withMutants([])
    try await suite.parity(["new", "mutant", "it isn't kept", "--clause", "R1"] + options).expect(
      .exit(0),
      output: [#"parity audit --only 'R1: it isn'\''t kept' --verbose"#]
    )
  }
}
