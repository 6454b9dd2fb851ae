import CanonicalJSON
import Conformance
import Reporting
import TestSuites
import Testing

struct ReportPropertyTests {
  private let suite = SuiteFolder()

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a report that is written and read is equal, whatever ran`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed, name: "report")
    let findings = try await findings(using: &generator)
    let orders = OrderIndependence(schedules: 3, seed: generator.next())
    let report = findings.report(
      showingPassed: seed % 2 == 0,
      orders: orders,
      signal: seed % 3 == 0 ? 130 : nil
    )
    let back = try RunRecord(parsingReport: Array(report.jsonReport.utf8))
    #expect(back == report)
    #expect(
      back.jsonReport.hasSameBytes(as: report.jsonReport),
      "equal texts may differ in their bytes"
    )
    for format in ReportFormat.allCases {
      #expect(format.text(of: back) == format.text(of: report), "\(format)")
    }
    let failed = Set(report.results.filter(\.isFailed).map(\.title))
    let caused = report.causes.flatMap { cause in
      cause.cases.map { "\($0) (\(cause.implementation))" }
    }
    #expect(Set(caused) == failed)
    #expect(
      report.causes.reduce(0) { $0 + $1.taken } == failed.count,
      "each failed case is one cause's"
    )
  }

  @Test func `a report keeps what only some runs have`() async throws {
    var generator = SplitMix64(seed: 1, name: "report")
    var record = try await findings(using: &generator).report
    record.provenance = Provenance(
      implementations: [
        .init(name: "one", version: "1.2.3", language: "Kotlin", command: "java -jar 'one.jar'"),
        .init(name: "two", version: nil, language: nil, command: nil),
      ],
      start: "2026-11-26T03:26:14Z",
      milliseconds: 1_234,
      machine: .init(system: "Linux 6.1", architecture: "x86_64", cores: 2)
    )
    record.labels = ["commit": "78e075f", "\u{202E}": "##[error]"]
    record.comparison = RunComparison(before: record, named: "main.json", after: record)
    let first = try #require(record.results.first)
    record.results.append(
      CaseResult(
        caseName: first.caseName,
        implementation: "two",
        origin: .command("node x.mjs"),
        result: .skipped(reason: "no network"),
        duration: .nanoseconds(1_234_567),
        verdictCounts: VerdictCounts(passed: 2, failed: 1)
      )
    )
    let back = try RunRecord(parsingReport: Array(record.jsonReport.utf8))
    #expect(back == record)
    #expect(back.results.last?.duration == .microseconds(1_234))
    for format in ReportFormat.allCases {
      #expect(format.text(of: back) == format.text(of: record), "\(format)")
    }
  }

  @Test func `a failure is the same whatever line of a file it is at`() throws {
    func failures(line: Int) -> [Verdict.Failure] {
      let place = SourceLocation(file: "f", position: TextLocation(line: line, column: 1))
      let violation = Violation(
        subject: .facet("wordCount"),
        expected: 1,
        actual: 2,
        location: place,
        unknownValues: [],
        differences: [Difference(at: JSONPointer(), .changed(expected: 1, actual: 2))]
      )
      let fault = ImplementationFailure("it broke", log: ["line \(line)"], at: place)
      return [.violates([violation]), .noOutput(fault)]
    }
    #expect(failures(line: 1) != failures(line: 2))
    #expect(failures(line: 1).map(\.identity) == failures(line: 2).map(\.identity))
  }

  /// Returns findings on a suite whose cases pass, fail in every way, are known to fail, or aren't
  /// applicable.
  private func findings(using generator: inout SplitMix64) async throws -> Findings {
    let texts = [
      "one", "caf\u{E9}", "cafe\u{301}", "\u{1B}[2J", "\u{202E}\n", "</script>", "##[error]",
      "::error::",
    ]
    let inputs = (0..<14).map { _ in JSONValue.random(keys: ["id", "text", "z"], using: &generator)
    }
    let cases = inputs.enumerated().map { index, input in
      var testCase: JSONObject = ["id": .string("c\(index)"), "input": ["value": input]]
      testCase["description"] = .string(texts.randomElement(using: &generator) ?? "")
      if index % 5 == 1 { testCase["expect"] = ["at": ["/value": input, "/b": 1]] }
      if index % 7 == 3 { testCase["requires"] = ["disk"] }
      return JSONValue.object(testCase)
    }
    try suite.write(cases)
    try await suite.regenerate(Words.answering { .output($0) })
    try suite.folder.remove(SuiteFolder.goldenPath("c2"))
    let outcomes = inputs.map { input -> Outcome in
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: .output(["value": input])
      case 1:
        .failure(
          ImplementationFailure(
            "\(texts)",
            KnownFailure.Kind.allCases.randomElement(using: &generator) ?? .error,
            code: JSONNumber(7),
            log: texts
          )
        )
      default: .output(["value": input.mutated(using: &generator), "b": 2])
      }
    }
    let implementations = ["one", "two"].map { name in
      InProcessImplementation(name: name) { request in
        let index = Int(request.caseName?.dropFirst("words/c".count) ?? "") ?? 0
        return try name == "two" && index % 2 == 0
          ? ["value": inputs[index]] : outcomes[index].value.get()
      }
    }
    let plan = Plan(
      [try suite.suite()],
      implementations: [],
      programs: implementations.map { .init($0, contracts: ["words"]) }
    )
    let pin = outcomes[4].pin
    let known = KnownFailures([
      KnownFailure(of: "one", "words/c4", pin, reason: texts[3], link: texts[5])
    ])
    let found = await Check(plan, lock: suite.lock(), runner: Runner(jobs: 1), knownFailures: known)
      .run()
    let place = SourceLocation(file: texts[4], position: TextLocation(line: 1, column: 2))
    return Findings(
      suites: found.suites,
      diagnostics: found.diagnostics + [
        finding(.fillIn, "name", texts[3], at: place, notes: texts)
      ],
      verdicts: found.verdicts,
      skipped: found.skipped,
      incidents: [
        Incident(.flaky(cases: texts), of: "one", ImplementationFailure(texts[3], log: texts))
      ],
      share: nil,
      planned: found.provenance
    )
  }
}

extension Outcome {
  /// The pin for this outcome in a list of known failures, if it is a failure.
  fileprivate var pin: FailurePin {
    switch value {
    case .success(let output):
      FailurePin(.differs, output: GoldenLock.digest(output.canonicalUTF8()))
    case .failure(let failure):
      FailurePin(failure.kind, code: failure.kind == .error ? failure.code : nil)
    }
  }

  fileprivate var value: Result<JSONValue, ImplementationFailure> {
    switch self {
    case .output(let output): .success(output.value)
    case .failure(let failure): .failure(failure)
    case .skipped(let reason): .failure(ImplementationFailure(reason))
    case .notRun: .failure("it was not run")
    }
  }
}
