import CanonicalJSON
import Conformance
import Synchronization
import TestSuites
import Testing

struct AuditTests {
  // MARK: - Trials

  @Test func `a full audit lists every case that kills a mutant`() async throws {
    let words = try await AuditedWords()
    let findings = try #require(
      try await words.audit([words.target([.reversed, .short, .null, .silent, .joined])])
    )
    #expect(
      findings.trials.map(\.mutant.mistake) == [
        "words are in reverse", "every word is short", "no words are null", "there is no output",
        "words are joined",
      ]
    )
    #expect(
      findings.trials.map { $0.killers.sorted() } == [
        ["three", "two"], ["long"], ["empty"], ["empty", "long", "three", "two"], ["three", "two"],
      ]
    )
    #expect(findings.killedCount == 5)
    #expect(findings.invalidBaselines.isEmpty)
    #expect(findings.isSound)
  }

  @Test func `an audit that isn't full stops at the first case of the mutant's clause`()
    async throws
  {
    let words = try await AuditedWords()
    let findings = try #require(
      try await words.audit([words.target([.silent, .reversed, .joined])], isFull: false)
    )
    // Every case kills the first mutant, but its clause is R1.
    #expect(findings.trials.map(\.killers) == [["long"], ["two"], ["two"]])
    #expect(findings.isSound)
  }

  @Test func `a mutant that no case kills survives, and the audit isn't sound`() async throws {
    let words = try await AuditedWords()
    let findings = try #require(
      try await words.audit([words.target([.reversed, .short, .null, .harmless])])
    )
    #expect(findings.trials.map(Self.word) == ["killed", "killed", "killed", "survived"])
    #expect(findings.trials.last?.killers == [])
    #expect(findings.killedCount == 3)
    #expect(!findings.isSound)
  }

  @Test func `a mutant that doesn't start is invalid, and the others still run`() async throws {
    let words = try await AuditedWords()
    let findings = try #require(
      try await words.audit([words.target([.dead, .reversed])], isComplete: false)
    )
    #expect(findings.trials.map(Self.word) == ["invalid", "killed"])
    guard case .invalid(let failure) = findings.trials[0].result else { return }
    #expect(failure.kind == .crash)
    #expect(failure.log == ["oh no"])
    #expect(findings.killedCount == 1)
    #expect(!findings.isSound)
  }

  @Test func `an audit without mutants isn't sound`() async throws {
    let words = try await AuditedWords()
    let findings = try #require(try await words.audit([words.target([])], isComplete: false))
    #expect(findings.trials.isEmpty)
    #expect(!findings.isSound)
  }

  @Test(arguments: [1, 2, 7])
  func `trials keep the order of the mutants, and progress counts each`(jobs: Int) async throws {
    let words = try await AuditedWords()
    let mutants = try words.mutants([.reversed, .short, .null, .harmless], of: "program")
    let target = Audit.MutationTarget(implementation: "program", mutants: mutants) { mutant, run in
      // The first mutants take the longest.
      let isFirst = mutant?.mistake == mutants[0].mistake
      if isFirst { try? await Task.sleep(for: .milliseconds(20)) }
      return .success(await run(InProcessImplementation.named("program")))
    }

    let count = Mutex(0)
    let findings = try await words.audit([target], jobs: jobs) { count.withLock { $0 += 1 } }
    #expect(findings?.trials.map(\.mutant.mistake) == mutants.map(\.mistake))
    #expect(count.withLock(\.self) == mutants.count)
  }

  @Test func `an audit that is canceled has no findings`() async throws {
    let words = try await AuditedWords()
    let target = try words.target([.reversed])
    let task = Task {
      // Waits for the cancellation.
      while !Task.isCancelled { await Task.yield() }
      return try await words.audit([target])
    }
    task.cancel()
    #expect(try await task.value == nil)
  }

  // MARK: - Baselines

  @Test func `a case that the unedited implementation fails kills no mutant`() async throws {
    let words = try await AuditedWords()
    let target = try words.target([.reversed, .short]) { request in
      let output = Words.output(of: request.input)
      return .output(request.input["text"] == "seven" ? ["words": []] : output)
    }
    let findings = try #require(try await words.audit([target], isComplete: false))
    #expect(findings.invalidBaselines.map(Self.word) == ["program fails long"])
    #expect(findings.trials.map(Self.word) == ["killed", "survived"])
    #expect(!findings.isSound)
  }

  @Test func `a case without a golden kills no mutant`() async throws {
    let words = try await AuditedWords()
    try words.suite.folder.remove(SuiteFolder.goldenPath("empty"))
    let findings = try #require(
      try await words.audit([words.target([.reversed, .null])], isComplete: false)
    )
    #expect(findings.invalidBaselines.map(Self.word) == ["program fails empty"])
    #expect(findings.trials.map(Self.word) == ["killed", "survived"])
  }

  @Test func `a case that is known to fail isn't run against mutants, and isn't a finding`()
    async throws
  {
    let words = try await AuditedWords()
    let target = try words.target([.reversed, .short, .silent]) { request in
      guard request.input["text"] == "seven" else {
        return .output(Words.output(of: request.input))
      }
      return .failure(ImplementationFailure("exited with status 3", .crash))
    }
    let known = KnownFailure(of: "program", "words/long", FailurePin(.crash), reason: "r")
    let findings = try #require(
      try await words.audit([target], isComplete: false, known: [known])
    )
    #expect(findings.invalidBaselines.isEmpty)
    #expect(
      findings.trials.map { $0.killers.sorted() } == [
        ["three", "two"], [], ["empty", "three", "two"],
      ]
    )
  }

  @Test func `an implementation that doesn't start has no trials, and the others still do`()
    async throws
  {
    let words = try await AuditedWords()
    let mutants = try words.mutants([.reversed], of: "dead")
    let dead = Audit.MutationTarget(implementation: "dead", mutants: mutants) { _, _ in
      .failure("exited with status 7")
    }
    let findings = try #require(
      try await words.audit([dead, words.target([.short])], isComplete: false)
    )
    #expect(findings.invalidBaselines.map(Self.word) == ["dead: exited with status 7"])
    #expect(findings.trials.map(\.mutant.implementation.name) == ["program"])
    #expect(findings.trials.map(\.killers) == [["long"]])
    #expect(!findings.isSound)
  }

  @Test func `an implementation that is abandoned has no trials`() async throws {
    let words = try await AuditedWords()
    let target = try words.target([.reversed]) { request in
      request.input["text"] == "" ? .notRun : .output(Words.output(of: request.input))
    }
    let findings = try #require(try await words.audit([target], isComplete: false))
    #expect(findings.trials.isEmpty)
    guard case .failure(let failure)? = findings.invalidBaselines.first?.reason else {
      Issue.record("\(findings.invalidBaselines)")
      return
    }
    #expect(failure.message.contains("1 case"))
    #expect(findings.invalidBaselines.count == 1)
  }

  // MARK: - Rows and clauses

  @Test func `a row counts the mutants that its cases kill, whatever their clause is`()
    async throws
  {
    let words = try await AuditedWords()
    let findings = try #require(
      try await words.audit([words.target([.reversed, .short, .silent, .joined, .harmless])])
    )
    #expect(findings.suite.matrix.rows.map { findings.kills(of: $0) } == [3, 2, 1])
    #expect(
      findings.trials.map { trial in findings.rows(killing: trial).map(\.id.name) } == [
        ["splitting"], ["lengths"], ["splitting", "lengths", "emptiness"], ["splitting"], [],
      ]
    )
  }

  @Test func `a clause counts the killed mutants that break it or a clause that refines it`()
    async throws
  {
    let words = try await AuditedWords()
    let findings = try #require(
      try await words.audit([words.target([.reversed, .short, .silent, .joined, .harmless])])
    )
    let kills = findings.suite.matrix.clauses.map { "\($0.id.name) \(findings.kills(of: $0))" }
    // The mutant without output breaks R1. It is killed by the case of C2, but isn't about C2.
    #expect(kills == ["C1 3", "R1 2", "C2 0", "C3 0"])
    #expect(findings.idleClauses.map(\.id.name) == ["C2"], "C3 can't be tested")
    #expect(findings.idleRows.isEmpty)
  }

  @Test func `a row that kills no mutant is idle, and fails only a strict audit`() async throws {
    let words = try await AuditedWords()
    for isStrict in [false, true] {
      let findings = try #require(
        try await words.audit([words.target([.reversed, .short])], isStrict: isStrict)
      )
      #expect(findings.idleRows.map(\.id.name) == ["emptiness"])
      #expect(findings.idleClauses.map(\.id.name) == ["C2"])
      #expect(findings.isSound == !isStrict)
    }
  }

  @Test func `rows are idle only in a full audit, and clauses only in a complete one`()
    async throws
  {
    let words = try await AuditedWords()
    let target = try words.target([.reversed])
    let quick = try await words.audit([target], isFull: false)
    #expect(quick?.idleRows.map(\.id.name) == [])
    #expect(quick?.idleClauses.map(\.id.name) == ["R1", "C2"])

    let partial = try await words.audit([target], isComplete: false)
    #expect(partial?.idleRows.map(\.id.name) == [])
    #expect(partial?.idleClauses.map(\.id.name) == [])
  }

  // MARK: - Helpers

  private static func word(_ trial: AuditFindings.Trial) -> String {
    switch trial.result {
    case .killed: "killed"
    case .survived: "survived"
    case .invalid: "invalid"
    }
  }

  private static func word(_ baseline: AuditFindings.InvalidBaseline) -> String {
    switch baseline.reason {
    case .failed(let id): "\(baseline.implementation) fails \(id)"
    case .failure(let failure): "\(baseline.implementation): \(failure.message)"
    }
  }
}
