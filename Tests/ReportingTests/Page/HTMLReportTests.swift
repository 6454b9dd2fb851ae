import CanonicalJSON
import Conformance
import Reporting
import SystemPackage
import TestSuites
import Testing

struct HTMLReportTests {
  private let suite = SuiteFolder()

  /// A text that tries to be markup, a script, the end of its string, or invisible characters.
  private static let hostile =
    #"</script><script>alert(1)</script><!--<script><img src=x onerror="alert(1)">]]>'"\"#
    + "\u{1B}[31m\u{0}\u{7F}\u{2028}\u{2029}\u{202E}\u{FEFF}\u{FFFE}\u{E000}\r"

  @Test func `the page refers to nothing outside of itself`() async throws {
    try suite.write([])
    let page = HTMLReport(of: try await suite.check()).text
    for reference in [
      "://", "src=", "href=", "url(", "@import", "import(", "fetch(", "XMLHttpRequest", "<link",
      "<img",
    ] {
      #expect(!page.contains(reference), "\(reference) fetches")
    }
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
    #expect(!page.contains("unsafe-"))
  }

  @Test func `the page never makes markup of texts`() async throws {
    try suite.write([])
    let page = HTMLReport(of: try await suite.check()).text
    for maker in [
      "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "srcdoc",
    ] {
      #expect(!page.contains(maker), "\(maker) makes markup or script")
    }
    #expect(page.contains("require-trusted-types-for 'script'"), "a browser refuses it as well")
  }

  @Test func `nothing that a case or an implementation says becomes markup or script`() async throws
  {
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
      #expect(page.count(of: "<script") == 3, "the report, its cases and the page's own")
      #expect(page.count(of: "</script") == 3)
      #expect(!page.contains("<img") && !page.contains("<!--"))
      let unseen = page.unicodeScalars.filter { scalar in
        scalar != "\n"
          && (scalar.value < 0x20
            || "\u{7F}\u{2028}\u{2029}\u{202E}\u{FEFF}".unicodeScalars.contains(scalar))
      }
      #expect(unseen.isEmpty, "what can't be seen is escaped")
    }
  }

  @Test func `the same findings give the same page`() async throws {
    let findings = try await changed()
    #expect(HTMLReport(of: findings).text.hasSameBytes(as: HTMLReport(of: findings).text))
    #expect(
      !HTMLReport(of: findings).text.contains(suite.folder.root.string),
      "the page tells where it was made"
    )
  }

  @Test func `the page holds the report in parts, with what passed as well`() async throws {
    let report = try await changed().report(showingPassed: true)
    let page = HTMLReport(report).text
    let suite = try #require(try page.data("report")["suites"]?.elements?.first)
    #expect(suite["ids"] == ["a", "b"])
    #expect(suite["results"] == ["fp"], "a letter for each case")
    #expect(suite["rows"]?.elements?.first?["cases"] == [0, 1], "the cases by number")
    let cases = try #require(try page.data("cases-0-0").elements)
    #expect(cases.map { $0["input"] } == [#"{"text":"one two"}"#, #"{"text":"one"}"#])
    #expect(cases.map { $0["location"]?.elements?.count } == [3, 3], "file, line and column")
    let verdicts = cases.map { $0["verdicts"]?.elements?.map { $0["implementation"] } }
    #expect(verdicts == [["reference"], nil], "none of what has passed")
  }

  @Test func `a value that several cases have is on the page once`() async throws {
    let word = "abcdefghijklmnopqrstuvwxyz"
    // The first word looks like a reference of a packed text.
    let texts = ["&0,9; \(word)", "\(word) \(word) é", "\(word)é"]
    try suite.write(texts.enumerated().map { .words("c\($0)", $1) })
    try await suite.regenerate()
    let page = HTMLReport(try await suite.check().report(showingPassed: true)).text
    #expect(page.count(of: word) == 1)

    let cases = try #require(try page.data("cases-0-0").elements)
    for (text, written) in zip(texts, cases) {
      let input: JSONValue = ["text": .string(text)]
      #expect(written["input"]?.string == input.canonicalText())
      #expect(written["golden"]?.string == Words.output(of: input).canonicalText())
    }
  }

  @Test func `a difference on the page has its values and the place that expects one`() async throws
  {
    let page = HTMLReport(of: try await changed()).text
    let cases = try #require(try page.data("cases-0-0").elements)
    let failures = try #require(cases[0]["verdicts"]?.elements?.first?["failures"]?.elements)
    let difference = try #require(failures.first?["differences"]?.elements?.first)
    #expect(difference["facet"] == "wordCount")
    #expect([difference["expected"], difference["actual"]] == ["2", "1"])
    #expect(difference["location"]?["file"] == "Fixtures/words/cases.json")
    #expect(difference["lines"] == nil, "the page renders it")
  }

  @Test func `the page counts the goldens that a second implementation confirms`() async throws {
    try suite.write([.words("a"), .words("b", "one")])
    try await suite.regenerate(Words.changing(named: "z") { $0 }, only: ["a"])
    try await suite.regenerate()
    let page = HTMLReport(of: try await suite.check()).text
    let written = try #require(try page.data("report")["suites"]?.elements?.first)
    #expect([written["confirmed"], written["confirmable"]] == [1, 2])
  }

  @Test func `the title counts a case once, however many implementations ran it`() async throws {
    try suite.write([.words("a"), .words("b", "one")])
    try await suite.regenerate()
    let two = Words(
      implementations: [
        InProcessImplementation.reference,
        InProcessImplementation(name: "z") { .output(Words.output(of: $0.input)) },
      ]
    )
    let page = HTMLReport(of: try await suite.check(two)).text
    #expect(page.contains("<title>Parity: 2 of 2 cases passed</title>"))
  }

  @Test
  func `where the values are too many, those of cases that passed are left out first`() async throws
  {
    let text = String(repeating: "x", count: 65_000)
    try suite.write((1...150).map { .words("c\($0)", "\($0) \(text)") })
    try await suite.regenerate()
    let findings = try await suite.check(
      Words.answering { input in
        .output(input["text"]?.string?.hasPrefix("150") == true ? [:] : Words.output(of: input))
      }
    )
    let report = findings.report(showingPassed: true).jsonReport
    let told = try JSONDocument(parsing: report).root.value
    let cases = try #require(told["suites"]?.elements?.first?["cases"]?.elements)
    #expect(cases.first?["input"]?.string?.contains(text) == true)
    #expect(cases[148]["input"] == nil && cases[148]["golden"] == nil)
    #expect(cases[149]["input"]?.string?.contains(text) == true, "this one failed")
  }

  @Test func `what else is wrong is on the page`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/stray")
    let findings = try await suite.check().with(incident: "it broke")
    let page = HTMLReport(of: findings).text
    #expect(page.contains(try #require(findings.diagnostics.first).message))
    #expect(page.contains("it broke"))
    #expect(page.contains(#""exitCode":1"#))
  }

  // MARK: -

  /// Returns findings on two cases, of which the first lacks its second word.
  private func changed() async throws -> Findings {
    try suite.write([.words("a", expect: ["wordCount": 2]), .words("b", "one")])
    try await suite.regenerate()
    return try await suite.check(
      Words.changing { output in
        ["words": .array(Array((output["words"]?.elements ?? []).prefix(1)))]
      }
    )
  }
}

extension HTMLReport {
  fileprivate init(of findings: Findings) { self.init(findings.report) }
}

extension Findings {
  fileprivate func with(incident message: String) -> Findings {
    let failure = ImplementationFailure(message, log: [message])
    return Findings(
      suites: suites,
      diagnostics: diagnostics,
      verdicts: verdicts,
      skipped: skipped,
      incidents: [Incident(.flaky(cases: [message]), of: message, failure)]
    )
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
