import Foundation
import MessageSnapshot
import Testing

/// Tests of findings that are printed as one entry because there are many of a kind.
struct GroupedFindingTests {
  private let messages = MessageSnapshot("parity lint, many findings")
  private static let count = 12
  private static let file = "\(TemporarySuite.fixtures)/many.json"

  private func golden(_ number: Int) -> String { Sample.golden(of: "case_\(number)") }

  /// Returns a suite of many cases with their goldens.
  private func recorded() async throws -> TemporarySuite {
    try await .recorded(Sample.many(Self.count, saying: "hello"))
  }

  @Test func `many cases without a golden are one entry with three examples and one command`()
    async throws
  {
    let suite = try TemporarySuite(Sample.many(Self.count, saying: "hello"))
    let run = try await suite.parity("lint")
    run.expect(
      .exit(1),
      message: "many cases without a golden",
      in: messages,
      output: ["\(TemporarySuite.fixtures): error: \(Self.count) "]
    )
    #expect(run.entries == 1, run.transcript)
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("  \(Self.file):") } == 3)
    #expect(run.lastLine == "\(Self.count) cases checked, \(Self.count) errors")

    let review = try await suite.follow("review", of: run)
    review.expect(.exit(1), output: ["\(Self.count) changes pending"])
  }

  @Test func `a verbose lint prints each finding`() async throws {
    let suite = try TemporarySuite(Sample.many(Self.count, saying: "hello"))
    let run = try await suite.parity("lint", "--verbose")
    run.expect(.exit(1))
    #expect(run.entries == Self.count, run.transcript)
    #expect(run.lastLine == "\(Self.count) cases checked, \(Self.count) errors")
  }

  @Test func `three findings are printed each`() async throws {
    let suite = try await recorded()
    for number in 1...3 { try suite.remove(golden(number)) }
    let run = try await suite.parity("lint")
    run.expect(.exit(1))
    #expect(run.entries == 3, run.transcript)
  }

  @Test func `findings of different contracts are different entries`() async throws {
    let suite = try TemporarySuite(Sample.many(Self.count, saying: "hello"))
    try suite.addSecondContract()
    let run = try await suite.parity("lint")
    run.expect(.exit(1))
    #expect(run.entries == 2, run.transcript)
    #expect(run.lastLine.contains(" \(Self.count + 1) errors"), run.transcript)
  }

  @Test func `reports keep every finding`() async throws {
    let suite = try await recorded()
    try suite.remove(TemporarySuite.lock)
    let run = try await suite.parity(
      "check",
      "--report",
      "json=report.json",
      "--report",
      "junit=report.xml"
    )
    run.expect(.exit(1), output: ["\(TemporarySuite.goldens): error: \(Self.count) "])
    #expect(run.entries == 1, run.transcript)

    let report = try JSONSerialization.jsonObject(
      with: Data(try suite.text(of: "report.json").utf8)
    )
    let findings = (report as? [String: Any])?["diagnostics"] as? [Any]
    #expect(findings?.count == Self.count)
    let junit = try suite.text(of: "report.xml")
    for number in 1...Self.count { #expect(junit.contains("\(golden(number)): ")) }
  }

  // MARK: - Advice

  @Test func `the advice for goldens without a lock entry settles them`() async throws {
    let suite = try await recorded()
    let lock = try suite.text(of: TemporarySuite.lock)
    try suite.remove(TemporarySuite.lock)
    try await expectSettled(suite, by: "regenerate", as: "many goldens without a lock entry")
    #expect(try suite.text(of: TemporarySuite.lock) == lock)
  }

  @Test func `the advice for changed inputs settles them`() async throws {
    let suite = try await recorded()
    for (path, text) in Sample.many(Self.count, saying: "goodbye") {
      try suite.write(text, to: path)
    }
    let run = try await suite.parity("lint")
    run.expect(.exit(1), message: "many changed inputs", in: messages)
    #expect(run.entries == 1, run.transcript)

    try await suite.follow("regenerate", of: run).expect(.exit(0))
    try suite.replace("2.0.0", with: "3.0.0", in: Sample.matrix)
    try await suite.parity("lint").expect(.exit(0))
  }

  @Test func `the advice for unused goldens settles them`() async throws {
    let suite = try await recorded()
    for (path, text) in Sample.many(2, saying: "hello") { try suite.write(text, to: path) }
    try await expectSettled(suite, by: "regenerate", as: "many unused goldens")
  }

  @Test func `the advice for goldens that were edited by hand lists all of them`() async throws {
    let suite = try await recorded()
    for number in 1...Self.count {
      try suite.replace("hello", with: "hallo", in: golden(number))
    }
    let run = try await suite.parity("lint")
    run.expect(.exit(1), message: "many goldens that were edited by hand", in: messages)
    #expect(run.entries == 1, run.transcript)
    let review = try await suite.follow("review", of: run)
    review.expect(.exit(1), output: ["\(Self.count) changes pending"])
  }

  @Test func `what can't be understood in many places is printed once`() async throws {
    let suite = try await recorded()
    try suite.replace(#","expect":"#, with: #","expekt":{},"expect":"#, in: Self.file)
    for command in ["lint", "check", "review", "regenerate"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: ["\(TemporarySuite.fixtures): error: "])
      #expect(run.entries == 1, run.transcript)
    }
    let run = try await suite.parity("lint", "--verbose")
    #expect(run.entries == Self.count, run.transcript)
  }

  @Test func `ten findings that each say something of their own are printed each`() async throws {
    let suite = try await recorded()
    for (count, entries) in [(10, 10), (11, 1)] {
      let names = (1...count).map { "\"unknown_\($0)\"" }.joined(separator: ",")
      try suite.write(
        (Sample.many(Self.count, saying: "hello")[Sample.matrix] ?? "")
          .replacingOccurrences(of: #""cases":["#, with: #""cases":[\#(names),"#),
        to: Sample.matrix
      )
      let run = try await suite.parity("lint")
      run.expect(.exit(1))
      #expect(run.entries == entries, run.transcript)
      #expect(run.output.contains("'unknown_10'"), run.transcript)
    }
  }

  /// Expects one entry, and no finding after its command.
  private func expectSettled(
    _ suite: TemporarySuite,
    by command: String,
    as name: String
  ) async throws {
    let run = try await suite.parity("lint")
    run.expect(.exit(1), message: name, in: messages)
    #expect(run.entries <= 2, run.transcript)
    try await suite.follow(command, of: run).expect(.exit(0))
    try await suite.parity("lint").expect(.exit(0))
  }
}

extension ProgramRun {
  /// The number of errors and warnings that were printed as entries.
  fileprivate var entries: Int {
    output.split(separator: "\n").count { $0.contains(": error: ") || $0.contains(": warning: ") }
  }
}
