import CanonicalJSON
package import Conformance

/// A suite of `Words` with mutants, each of which is an implementation in process.
///
/// | row | clauses | cases |
/// |---|---|---|
/// | splitting | C1 | `two`, `three` |
/// | lengths | R1, which refines C1 | `long` |
/// | emptiness | C2 | `empty` |
///
/// No case can test the clause C3.
package struct AuditedWords {
  package let suite = SuiteFolder()

  /// Writes the suite and the goldens of its cases.
  package init() async throws {
    try suite.folder.write(Self.manifest, to: SuiteFolder.matrixPath)
    try suite.folder.write(Self.cases, to: SuiteFolder.casesPath)
    try await suite.regenerate()
  }

  private static let manifest = """
    { "contract": "words", "version": "1.0.0", "title": "Words", \(Words.members),
      "caseFiles": ["cases.json"],
      "clauses": [
        { "id": "C1", "text": "Words are split at spaces.", "level": "must" },
        { "id": "R1", "text": "A word of five bytes is long.", "level": "must", "refines": ["C1"] },
        { "id": "C2", "text": "An empty text has no words.", "level": "must" },
        { "id": "C3", "text": "It is fast.", "level": "should" } ],
      "rows": [
        { "id": "splitting", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1"],
          "cases": ["two", "three"] },
        { "id": "lengths", "scenario": "s", "expectedBehavior": "e", "clauses": ["R1"],
          "cases": ["long"] },
        { "id": "emptiness", "scenario": "s", "expectedBehavior": "e", "clauses": ["C2"],
          "cases": ["empty"] } ],
      "untestable": [{ "clause": "C3", "reason": "There is no clock." }] }
    """

  private static let cases = """
    { "cases": [
      { "id": "two", "input": { "text": "a b" } },
      { "id": "three", "input": { "text": "a b c" } },
      { "id": "long", "input": { "text": "seven" } },
      { "id": "empty", "input": { "text": "" } } ] }
    """

  /// A mistake of an implementation.
  package enum Mistake: String, CaseIterable, Sendable {
    /// Breaks C1. The cases `two` and `three` kill it.
    case reversed = "words are in reverse"
    /// Breaks R1. The case `long` kills it.
    case short = "every word is short"
    /// Breaks C2. The case `empty` kills it.
    case null = "no words are null"
    /// Breaks R1. Every case kills it.
    case silent = "there is no output"
    /// Breaks C1, but no case kills it.
    case harmless = "nothing is wrong"
    /// Breaks C2, and doesn't start.
    case dead = "it doesn't start"
    /// Breaks no clause. The cases `two` and `three` kill it.
    case joined = "words are joined"

    /// The clause that the mistake breaks, or `nil` if it is tied to none.
    package var clause: String? {
      switch self {
      case .reversed, .harmless: "C1"
      case .short, .silent: "R1"
      case .null, .dead: "C2"
      case .joined: nil
      }
    }

    /// Returns what an implementation with the mistake answers.
    fileprivate func outcome(of request: Request) -> Outcome {
      let output = Words.output(of: request.input)
      let words = output["words"]?.elements ?? []
      switch self {
      case .harmless, .dead: return .output(output)
      case .reversed: return .output(["words": .array(words.reversed())])
      case .short: return .output(["words": .array(words.map { $0.with("length", "short") })])
      case .null: return .output(words.isEmpty ? ["words": .null] : output)
      case .silent: return .failure(ImplementationFailure("exited with status 1", .crash))
      case .joined: return .output(["words": .array(Array(words.prefix(1)))])
      }
    }
  }

  /// Returns mutants with these mistakes, as `mutants.json` lists them. Each is on a line of its
  /// own, the first one on the second line.
  package func mutants(_ mistakes: [Mistake], of implementation: String) throws -> [Mutant] {
    let lines = mistakes.map { mistake in
      let clause = mistake.clause.map { #""clause": "\#($0)", "# } ?? ""
      return #"{ \#(clause)"mistake": "\#(mistake.rawValue)", "implementation": "#
        + #""\#(implementation)", "file": "f", "find": "a", "replace": "b" }"#
    }
    try suite.folder.write(
      "{ \"mutants\": [\n\(lines.joined(separator: ",\n"))\n] }\n",
      to: MutantsFile.path(of: "words")
    )
    return MutantsFile.load(of: "words", under: suite.folder.root).value
  }

  /// Returns a target with mutants of these mistakes.
  ///
  /// - Parameter unedited: The implementation without a mistake.
  package func target(
    _ mistakes: [Mistake],
    named name: String = "program",
    unedited: @escaping @Sendable (Request) async -> Outcome = {
      .output(Words.output(of: $0.input))
    }
  ) throws -> Audit.MutationTarget {
    let mutants = try mutants(mistakes, of: name)
    return Audit.MutationTarget(implementation: name, mutants: mutants) { mutant, run in
      guard let mutant, let mistake = Mistake(rawValue: mutant.mistake) else {
        return .success(await run(AnsweringImplementation(name: name, body: unedited)))
      }
      if mistake == .dead {
        return .failure(ImplementationFailure("exited with status 7", .crash, log: ["oh no"]))
      }
      return .success(
        await run(AnsweringImplementation(name: name) { mistake.outcome(of: $0) })
      )
    }
  }

  /// Runs an audit.
  ///
  /// - Returns: The findings, or `nil` if the task was canceled.
  package func audit(
    _ targets: [Audit.MutationTarget],
    isFull: Bool = true,
    isComplete: Bool = true,
    isStrict: Bool = false,
    jobs: Int = 2,
    known: [KnownFailure] = [],
    progress: @escaping @Sendable () -> Void = {}
  ) async throws -> AuditFindings? {
    let scope = AuditFindings.Scope(isFull: isFull, isComplete: isComplete, isStrict: isStrict)
    let audit = try Audit(
      try suite.suite(),
      targets: targets,
      scope: scope,
      jobs: jobs,
      knownFailures: KnownFailures(known)
    )
    return await audit.run(progress: progress)
  }
}
