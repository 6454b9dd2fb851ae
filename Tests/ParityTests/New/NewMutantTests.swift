import Testing

struct NewMutantTests {
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
      output: ["no case kills"]
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
      errors: ["there is a mutant 'R1: text is lost', at \(TemporarySuite.mutants):3:5"]
    )
  }

  @Test(arguments: [
    (["--clause", "R8"], "no clause is called 'R8'; did you mean 'R1'?"),
    (["--clause", "R1", "--implementation", "sh"], "no implementation is called 'sh'"),
    (["--clause", "R1", "--find", "e"], "program/serve.sh has this text "),
    (
      ["--clause", "R1", "--find", "none"],
      "does not have this text; 'find' is a text that the file has once"
    ),
    (
      ["--clause", "R1", "--file", "nowhere"], "'nowhere' can't be read: no such file or directory"
    ),
    (["--clause", "R1", "--replace", "serve"], "'replace' is the same text, so nothing is edited"),
  ])
  func `one that can't be made is refused, and nothing is written`(
    arguments: [String],
    message: String
  ) async throws {
    let suite = try await TemporarySuite.withMutants([])
    let before = try suite.contents()
    try await suite.parity(["new", "mutant", "text is lost"] + options + arguments).expect(
      .exit(64),
      errors: [message]
    )
    #expect(try suite.contents() == before)
  }

  @Test func `where several programs carry out the contract, one has to be named`() async throws {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity(["new", "mutant", "text is lost", "--clause", "R1"] + options).expect(
      .exit(64),
      errors: ["name the program with --implementation; parity.json has none"]
    )
  }
}
