import CanonicalJSON
import Conformance
import SystemPackage
import Testing

struct HTMLReportTests {
  private let suite = SuiteFolder()

  /// What would like to be markup, script, the end of its string, or something that nobody sees.
  private static let hostile =
    #"</script><script>alert(1)</script><!--<script><img src=x onerror="alert(1)">]]>'"\"#
    + "\u{1B}[31m\u{0}\u{7F}\u{2028}\u{2029}\u{202E}\u{FEFF}\u{FFFE}\u{E000}\r"

  @Test func `the page refers to nothing outside of itself`() async throws {
    try suite.write([])
    let page = HTMLReport(of: try await suite.check()).text
    for reference in [
      "://", "src=", "href=", "url(", "@import", "import(", "fetch(", "XMLHttpRequest", "<link", "<img",
    ] {
      #expect(!page.contains(reference), "\(reference) fetches")
    }
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
    #expect(!page.contains("unsafe-"))
  }

  @Test func `the page never makes markup of texts`() async throws {
    try suite.write([])
    let page = HTMLReport(of: try await suite.check()).text
    for maker in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "srcdoc"] {
      #expect(!page.contains(maker), "\(maker) makes markup or script")
    }
    #expect(page.contains("require-trusted-types-for 'script'"), "a browser refuses it as well")
  }

  @Test func `nothing that a case or an implementation says becomes markup or script`() async throws {
    try suite.write([
      JSONValue.words("a", Self.hostile).with("description", .string(Self.hostile)),
      .words("b", Self.hostile, expect: ["at": ["/x": .string(Self.hostile)]]),
    ])
    try await suite.regenerate(Words.answering { _ in .output(["x": .string(Self.hostile)]) })
    let changing = Words.answering(named: Self.hostile) { _ in
      .output([Self.hostile: .string(Self.hostile), "x": .string(Self.hostile + "!")])
    }
    let failing = Words.answering(named: Self.hostile) { _ in
      .failure(ImplementationFailure(Self.hostile, log: [Self.hostile]))
    }
    for contract in [changing, failing] {
      let findings = try await suite.check(contract)
      let page = HTMLReport(of: findings.with(incident: Self.hostile)).text
      #expect(page.count(of: "<script") == 2, "the data and the page's own")
      #expect(page.count(of: "</script") == 2)
      #expect(!page.contains("<img") && !page.contains("<!--"))
      let unseen = page.unicodeScalars.filter { scalar in
        scalar != "\n"
          && (scalar.value < 0x20 || "\u{7F}\u{2028}\u{2029}\u{202E}\u{FEFF}".unicodeScalars.contains(scalar))
      }
      #expect(unseen.isEmpty, "what can't be seen is escaped")
    }
  }

  @Test func `the same findings give the same page`() async throws {
    let findings = try await changed()
    #expect(HTMLReport(of: findings).text.hasSameBytes(as: HTMLReport(of: findings).text))
    #expect(!HTMLReport(of: findings).text.contains(suite.folder.root.string), "the page tells where it was made")
  }

  @Test func `a failure carries its input, what is expected, what came back and the difference`() async throws {
    let cases = try data(try await changed())["cases"]?.elements
    let failed = try #require(cases?.first)
    #expect(failed["verdicts"] == "f")
    #expect(failed["location"] == "Fixtures/words/cases.json:3:5")
    let details = try #require(failed["details"])
    #expect(details["input"]?["text"] == "{\n  \"text\": \"one two\"\n}")
    #expect(details["golden"]?["text"]?.string?.contains("\"text\": \"two\"") == true)
    #expect(details["again"] == "parity check --only words/a")
    let group = try #require(details["groups"]?.elements?.first)
    #expect(group["implementations"] == ["reference"])
    #expect(group["output"]?["text"]?.string?.contains("\"text\": \"one\"") == true)
    #expect(group["failures"]?.elements?.compactMap { $0["title"] } == ["not what the case expects", "not the golden"])
    #expect("\(group)".contains(#"["/words/1","strong"]"#), "\(group)")
  }

  @Test func `a case that passes carries what is needed to find it`() async throws {
    let passed = try #require(try data(try await changed())["cases"]?.elements?.last)
    #expect(
      passed == [
        "id": "b", "description": "", "location": "Fixtures/words/cases.json:12:5", "operation": "split",
        "verdicts": "p",
      ])
  }

  @Test func `implementations that fail alike are told together`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let wrong = { @Sendable (name: String, answer: JSONValue) in
      InProcessImplementation(name: name) { _ in .output(answer) }
    }
    let contract = Words(implementations: [
      wrong("x", 1), InProcessImplementation.reference, wrong("y", 1), wrong("z", 2),
    ])
    let details = try data(try await suite.check(contract))["cases"]?.elements?.first?["details"]
    #expect(details?["groups"]?.elements?.compactMap { $0["implementations"] } == [["x", "y"], ["z"]])
  }

  @Test(arguments: [(11, "{\n  \"ab\": \""), (12, "{\n  \"ab\": \"é"), (13, "{\n  \"ab\": \"é")])
  func `a long text is cut between characters, with a note`(limit: Int, shown: String) async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let findings = try await suite.check(Words.changing { _ in ["ab": "ééé"] })
    let details = try data(findings, limits: .init(text: limit + 1))["cases"]?.elements?.first?["details"]
    let output = try #require(details?["groups"]?.elements?.first?["output"])
    #expect(output["text"]?.string == shown)
    #expect(output["note"]?.string?.hasSuffix(" bytes more are left out") == true)
  }

  @Test func `a page has room for so much, and says what is left out`() async throws {
    let page = HTMLReport(of: try await changed(), limits: .init(page: 10)).text
    #expect(page.contains("the page is full; "))
    #expect(page.contains("left out"))
  }

  @Test func `what else is wrong is on the page`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/stray")
    let findings = try await suite.check().with(incident: "it broke")
    let page = HTMLReport(of: findings).text
    #expect(page.contains("is no golden's name"))
    #expect(page.contains("it broke"))
    #expect(page.contains(#""conformant":false"#))
  }

  // MARK: -

  /// Of two cases the first lacks its second word.
  private func changed() async throws -> Findings {
    try suite.write([.words("a", expect: ["wordCount": 2]), .words("b", "one")])
    try await suite.regenerate()
    return try await suite.check(
      Words.changing { output in ["words": .array(Array((output["words"]?.elements ?? []).prefix(1)))] })
  }

  /// What the page's script is given of the first contract.
  private func data(
    _ findings: Findings, limits: HTMLReport.Limits = .init()
  ) throws -> JSONValue {
    let page = HTMLReport(of: findings, limits: limits).text
    let start = try #require(page.firstRange(of: #"id="findings">"#)).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    let value = try JSONDocument(parsing: Array(page[start..<end].utf8)).root.value
    return try #require(value["contracts"]?.elements?.first)
  }
}

extension HTMLReport {
  fileprivate init(of findings: Findings, audits: [AuditFindings] = [], limits: Limits = Limits()) {
    let run = RunReport(findings, harness: "1", exitCode: findings.exitStatus.rawValue)
    self.init(run, audits: audits, limits: limits)
  }
}

extension Findings {
  fileprivate func with(incident message: String) -> Findings {
    let failure = ImplementationFailure(message, log: [message])
    return Findings(
      suites: suites, diagnostics: diagnostics, verdicts: verdicts, skipped: skipped,
      incidents: [Incident(.flaky(cases: [message]), of: message, failure)])
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
