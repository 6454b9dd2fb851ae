import CanonicalJSON
import Conformance
import Foundation
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct AuditReportTests {
  private let messages = MessageSnapshot("Audit reports")
  private let words: AuditedWords

  /// One mutant that is killed, one that survives, one that doesn't start, and one that is tied to
  /// no clause.
  private static let mixed: [AuditedWords.Mistake] = [.reversed, .harmless, .dead, .joined]
  /// A mutant of each clause that a case can test.
  private static let complete: [AuditedWords.Mistake] = [.reversed, .short, .null]

  init() async throws { words = try await AuditedWords() }

  private func findings(
    _ mistakes: [AuditedWords.Mistake],
    isFull: Bool = true,
    isComplete: Bool = true,
    isStrict: Bool = false
  ) async throws -> AuditFindings {
    try #require(
      try await words.audit(
        [words.target(mistakes)],
        isFull: isFull,
        isComplete: isComplete,
        isStrict: isStrict
      )
    )
  }

  /// Returns the location and severity of each finding: `FILE:LINE:COLUMN: error`.
  private static func places(_ findings: AuditFindings) -> [String] {
    let contract = [findings].json["contracts"]?.elements?.first
    return contract?["findings"]?.elements?.map { finding in
      let parts = (finding.string ?? "").components(separatedBy: ": ")
      let place = (parts.first ?? "").split(separator: "/").last ?? ""
      return "\(place) \(parts.dropFirst().first ?? "")"
    } ?? []
  }

  // MARK: - JSON

  @Test func `JSON has each mutant with its result and the cases that kill it`() async throws {
    let json = [try await findings(Self.mixed)].json
    let contracts = try #require(json["contracts"]?.elements)
    #expect(contracts.map { $0["contract"] } == ["words"])
    let mutants = try #require(contracts[0]["mutants"]?.elements)
    #expect(mutants.map { $0["mistake"]?.string } == Self.mixed.map(\.rawValue))
    #expect(mutants.map { $0["result"] } == ["killed", "survived", "invalid", "killed"])
    #expect(mutants.map { $0["cases"] } == [["two", "three"], nil, nil, ["two", "three"]])
    #expect(mutants.map { $0["clause"] } == ["C1", "C1", "C2", nil])
    #expect(mutants.map { $0["message"] } == [nil, nil, "exited with status 7", nil])
    #expect(mutants.map { $0["implementation"] } == ["program", "program", "program", "program"])
    let path = MutantsFile.path(of: "words")
    #expect(mutants.map { $0["location"] } == (2...5).map { .string("\(path):\($0):1") })
  }

  @Test func `findings are in order of file and position`() async throws {
    #expect(
      Self.places(try await findings(Self.mixed)) == [
        "behavior-matrix.json:5:13 warning",
        "behavior-matrix.json:6:13 warning",
        "behavior-matrix.json:11:13 warning",
        "behavior-matrix.json:13:13 warning",
        "mutants.json:3:1 error",
        "mutants.json:4:1 error",
      ]
    )
  }

  @Test func `a row or clause without a killed mutant is an error only in a strict audit`()
    async throws
  {
    let strict = try await findings([.reversed, .short], isStrict: true)
    #expect(
      Self.places(strict) == [
        "behavior-matrix.json:6:13 error", "behavior-matrix.json:13:13 error",
      ]
    )
    let quick = try await findings([.reversed, .short], isFull: false)
    #expect(Self.places(quick) == ["behavior-matrix.json:6:13 warning"])
  }

  @Test func `without a mutant no clause is a finding`() async throws {
    #expect(Self.places(try await findings([], isFull: false)) == [])
  }

  @Test func `an unfit implementation is a finding before the mutants`() async throws {
    try words.suite.folder.remove(SuiteFolder.goldenPath("empty"))
    let findings = try await findings([.harmless], isComplete: false)
    #expect(Self.places(findings) == ["cases.json:5:3 error", "mutants.json:2:1 error"])
  }

  // MARK: - Lines

  @Test func `verbose lines have each mutant with its result before the findings`() async throws {
    let findings = try await findings(Self.mixed)
    let lines = [findings].lines(isVerbose: true)
    messages.expect(lines.plainText, "a mutant of each result, verbosely")
    let words = lines.prefix(8).enumerated().filter { $0.offset.isMultiple(of: 2) }
      .map { $0.element.spans[0].style }
    #expect(words == [.added, .removed, .removed, .added])
    #expect(lines.texts(in: .removed).last?.hasPrefix("FAIL") == true)

    let quiet = [findings].lines(isVerbose: false)
    #expect(quiet.count < lines.count)
    #expect(quiet.last == lines.last)
  }

  @Test func `a full audit names rows, and any other the case as well`() async throws {
    let full = [try await findings([.silent])].lines(isVerbose: true).texts[1]
    let quick = [try await findings([.silent], isFull: false)].lines(isVerbose: true).texts[1]
    #expect(["splitting", "lengths", "emptiness"].allSatisfy(full.contains))
    #expect(!full.contains("long"))
    #expect(quick.contains("long") && quick.contains("lengths") && !quick.contains("splitting"))
  }

  @Test func `the last lines have the counts and the conclusion`() async throws {
    let sound = [try await findings(Self.complete)].lines(isVerbose: false)
    #expect(sound.map { $0.spans[0].text } == ["✓ ", "PASS  "])
    #expect(sound.map { $0.spans[0].style } == [.added, .added])
    messages.expect(sound.plainText, "every mutant is killed")

    let strict = [try await findings([.reversed, .harmless], isStrict: true)]
    let last = strict.lines(isVerbose: false).suffix(2)
    #expect(last.map { $0.spans[0].text } == ["✗ ", "FAIL  "])
    #expect(last.map { $0.spans[0].style } == [.removed, .removed])
    messages.expect(Array(last).plainText, "a strict audit")

    messages.expect(
      [try await findings([], isComplete: false)].lines(isVerbose: false).plainText,
      "no mutants"
    )
  }

  @Test func `several contracts have one conclusion`() async throws {
    let sound = try await findings(Self.complete)
    let weak = try await findings([.reversed, .harmless], isComplete: false)
    let lines = [sound, weak].lines(isVerbose: false)
    #expect(lines.suffix(3).map { $0.spans[0].text } == ["✓ ", "✗ ", "FAIL  "])
    #expect(lines.count { $0.text(color: false).hasPrefix("FAIL") } == 1)
    #expect(lines.texts.last?.contains("1 of 5") == true)
  }

  // MARK: - Markdown

  @Test func `Markdown has a table each for mutants, clauses and rows`() async throws {
    let findings = try await findings(Self.mixed)
    let markdown = [findings].markdown
    messages.expect(markdown, "a mutant of each result, as Markdown")
    #expect(markdown == [findings].markdown)
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    // Each table has two lines above its rows.
    let counts = [4, 4, 3]
    #expect(rows.count == counts.map { 2 + $0 }.reduce(0, +))
    #expect(rows.count { $0.contains("**none**") } == 2)
  }
}
