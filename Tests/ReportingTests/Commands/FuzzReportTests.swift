import CanonicalJSON
import Conformance
import Fuzzing
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct FuzzReportTests {
  private let messages = MessageSnapshot("Reports of fuzzing")
  private let suite = SuiteFolder()

  typealias Answer = @Sendable (JSONValue) throws -> JSONValue

  init() throws { try suite.write([.words("a")]) }

  /// Compares an implementation with one that returns the input.
  private static func findings(
    _ corpus: [JSONValue] = [["a": "x", "b": 1], ["a": "y y", "c": [true]]],
    inputs: Int = 400,
    shrinkingLimit: Duration? = nil,
    reference: @escaping Answer = { $0 },
    _ other: @escaping Answer
  ) async -> Fuzzer.Findings {
    let fuzzer = Fuzzer(
      contract: "words",
      operation: ContractOperation("split"),
      generator: InputGenerator(corpus: InputCorpus(corpus), seed: 0, name: "words/split"),
      implementations: (
        InProcessImplementation(name: "reference") { try reference($0.input) },
        InProcessImplementation(name: "other") { try other($0.input) }
      ),
      deciding: nil,
      shrinkingLimit: shrinkingLimit
    )
    return await fuzzer.run(inputs: inputs, until: nil, jobs: 1) {}
  }

  private func report(
    _ contract: Words = Words(),
    savedFile: String? = nil,
    verbosity: Verbosity = .normal,
    width: Int = 80
  ) throws -> FuzzReport {
    FuzzReport(
      try suite.suite(contract),
      ContractOperation("split"),
      names: ("reference", "other"),
      options: "--implementation other",
      savedFile: savedFile,
      verbosity: verbosity,
      width: width
    )
  }

  /// Loses the member `b`.
  private static let losing: Answer = { input in input.with("b", nil) }

  /// Refuses inputs with one of many members, each with a message of its own.
  private static let strict: Answer = { input in
    for key in ["a", "b", "c"] where input[key] != nil {
      throw ImplementationFailure("the member \(key) isn't allowed", .error)
    }
    return input
  }

  // MARK: - Causes

  @Test func `no disagreement has no lines`() async throws {
    let findings = await Self.findings { $0 }
    #expect(try report().lines(findings).isEmpty)
    #expect(try report().examples(findings).isEmpty)
  }

  @Test func `a note says that there was no time to minimize the inputs`() async throws {
    let findings = await Self.findings(shrinkingLimit: .microseconds(1)) { try Self.losing($0) }
    messages.expect([try #require(report().lines(findings).last)].plainText, "no time to shrink")
    let inTime = await Self.findings { try Self.losing($0) }
    #expect(inTime.reachedLimit == nil)
  }

  @Test func `a cause has its smallest input, the difference and the command`() async throws {
    let findings = await Self.findings { try Self.losing($0) }
    let lines = try report().lines(findings)
    messages.expect(lines.plainText, "a member that is lost")
    #expect(lines.texts(in: .heading).count == 1)
    let commands = Set(lines.texts(in: .command))
    #expect(commands == ["parity run words/split --implementation other"])
    #expect(lines.contains { $0.isVerbatim && $0.text(color: false).contains(#"{"b":"#) })
  }

  @Test func `each cause is numbered, and failures name the implementation`() async throws {
    let findings = await Self.findings { try Self.strict($0) }
    let lines = try report().lines(findings)
    let headings = lines.texts(in: .heading)
    #expect(headings.map { $0.prefix(2) } == ["1.", "2.", "3."])
    #expect(headings.allSatisfy { $0.contains("other: ") })
    #expect(lines.texts(in: .removed).count == 3)
  }

  @Test func `examples are the printed inputs, the smallest of each cause first`() async throws {
    let findings = await Self.findings { try Self.strict($0) }
    let examples = try report().examples(findings)
    #expect(examples.count == 3)
    #expect(Set(examples.map(\.number)).count == 3)
    let inputs = try report().lines(findings).filter(\.isVerbatim).texts
    for (input, example) in zip(inputs, examples) {
      #expect(input.trimmingPrefix("    ") == example.input.value.writtenText())
    }
  }

  @Test func `three inputs of a cause are printed, and all of them verbosely`() async throws {
    // Each of the members is lost, and each of them shows the same cause at another place.
    let members = ["one", "two", "three", "four", "five"]
    let corpus = members.map { JSONValue.object([$0: [["x": 1]]]) }
    let findings = await Self.findings(corpus, inputs: 600) { input in
      .object(
        JSONObject(
          (input.object ?? [:]).map { member in
            (member.key, member.value == [["x": 1]] ? [["x": 2]] : member.value)
          }
        )
      )
    }
    let shown = try report().examples(findings)
    let all = try report(verbosity: .verbose).examples(findings)
    #expect(all.count >= shown.count)
    #expect(all.count == findings.divergences.count)
    let hidden = try report().lines(findings).texts.filter { $0.contains("--verbose") }
    #expect(hidden.isEmpty == (all.count == shown.count))
  }

  // MARK: - Commands

  @Test func `a narrow report has the command on a line of its own`() async throws {
    let findings = await Self.findings { try Self.losing($0) }
    let wide = try report(width: 200).lines(findings)
    let narrow = try report(width: 40).lines(findings)
    #expect(narrow.count > wide.count)
    let command = try #require(narrow.first { $0.text(color: false).contains("parity run") })
    #expect(command.isVerbatim)
    #expect(command.text(color: false).hasPrefix("    printf "))
    #expect(narrow.texts(in: .command) == wide.texts(in: .command))
  }

  @Test(arguments: [(nil, "--save"), ("found.json", "found.json")] as [(String?, String)])
  func `a long input is cut, and the report says where the whole one is`(
    file: String?,
    advice: String
  ) async throws {
    let text = String(repeating: "long ", count: 2_000)
    let findings = await Self.findings([.string(text)], inputs: 20) { input in
      input.string?.utf8.count ?? 0 > 9_000 ? 0 : input
    }
    let lines = try report(savedFile: file).lines(findings)
    #expect(lines.texts.contains { $0.contains("re-run") && $0.contains(advice) })
    #expect(lines.texts(in: .command).isEmpty)
    #expect(lines.texts.allSatisfy { $0.utf8.count < 1_000 })
    let whole = try report(savedFile: file, verbosity: .verbose).lines(findings)
    #expect(whole.texts.contains { $0.utf8.count > 9_000 })
  }

  @Test func `an input with keys of case files is sent as it is`() async throws {
    let findings = await Self.findings([["payloads": [1]]], inputs: 60) { input in
      input["payloads"] == nil ? input : 0
    }
    let recording = Recording(member: "payloads", target: "rows") { payload, _ in .object(payload) }
    let raw = try report(Words(recording: recording)).lines(findings).texts(in: .command)
    #expect(raw.first?.contains(" --raw ") == true, "\(raw)")
    let plain = try report().lines(findings).texts(in: .command)
    #expect(plain.first?.contains(" --raw ") == false, "\(plain)")
  }

  // MARK: - Conclusions

  @Test func `the conclusion has the counts, and the style of the result`() async throws {
    let same = await Self.findings { $0 }
    let different = await Self.findings { try Self.losing($0) }
    func line(_ findings: Fuzzer.Findings, _ end: FuzzReport.End) throws -> StyledLine {
      try report().conclusion(findings, seed: 7, end)
    }

    let lines = [
      try line(same, .complete), try line(same, .interrupted), try line(same, .programFailed),
      try line(different, .complete), try line(different, .interrupted),
      try line(different, .programFailed),
    ]
    #expect(
      lines.map { $0.spans[0].text.beginning(before: " ") } == [
        "PASS", "INTERRUPTED", "FAIL", "FAIL", "INTERRUPTED", "FAIL",
      ]
    )
    #expect(
      lines.map { $0.spans[0].style } == [
        .added, .removed, .removed, .removed, .removed, .removed,
      ]
    )
    let count = figure(different.disagreeing)
    #expect(different.disagreeing > 0)
    #expect(lines.dropFirst(3).allSatisfy { $0.text(color: false).contains(count) })
    #expect(lines.allSatisfy { $0.text(color: false).contains("seed 7") })
    messages.expect(lines.plainText, "conclusions")
  }

  @Test func `only a verbose conclusion has the inputs per second`() async throws {
    let findings = await Self.findings { $0 }
    let normal = try report().conclusion(findings, seed: 0, .complete).text(color: false)
    let verbose = try report(verbosity: .verbose).conclusion(findings, seed: 0, .complete).text(
      color: false
    )
    #expect(!normal.contains("per second"))
    #expect(verbose.contains("per second"))
  }

  @Test func `a note says that most inputs were refused`() async throws {
    let refusing: Answer = { _ in throw ImplementationFailure("no") }
    let findings = await Self.findings(reference: refusing, refusing)
    #expect(findings.refused == findings.sent)
    let lines = try report().lines(findings)
    #expect(lines.count == 1)
    messages.expect(lines.plainText, "most inputs are refused")
    #expect(try report().lines(await Self.findings { $0 }).isEmpty)
  }

  @Test func `several operations have a conclusion of their own`() {
    let pass = FuzzReport.conclusion(operations: 3, disagreeing: 0)
    let fail = FuzzReport.conclusion(operations: 3, disagreeing: 2)
    #expect(pass.spans.map(\.style) == [.added, .plain])
    #expect(fail.spans.map(\.style) == [.removed, .plain])
    messages.expect([pass, fail].plainText, "several operations")
  }
}

extension String {
  fileprivate func beginning(before character: Character) -> String {
    String(prefix { $0 != character })
  }
}
