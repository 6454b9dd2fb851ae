import CanonicalJSON
import Conformance
import Reporting
import TestSuites
import Testing

struct GalleryTests {
  private let suite = SuiteFolder()

  /// Writes a suite whose manifest has previews.
  ///
  /// - Parameter previews: The names of the cases of the previews.
  private func write(_ cases: [JSONValue], previews: [String]) throws {
    try suite.write(cases)
    let list = previews.enumerated().map { number, name in
      let step = number == 1 ? #", "step": 3"# : ""
      return #"{ "id": "p\#(number)", "title": "T\#(number)", "group": "G", "case": "\#(name)", "#
        + #""state": "s"\#(step) }"#
    }
    let matrix = try #require(try suite.folder.text(SuiteFolder.matrixPath))
    try suite.folder.write(
      matrix.replacing(
        #""title": "Words""#,
        with: #""title": "Words", "previews": [\#(list.joined(separator: ","))]"#
      ),
      to: SuiteFolder.matrixPath
    )
  }

  // MARK: - Previews

  @Test func `previews have the goldens of their cases, in the order of the manifest`()
    async throws
  {
    try write([.words("a", "one"), .words("b", "two")], previews: ["b", "a", "b"])
    try await suite.regenerate()
    let gallery = try Gallery([try suite.suite()])
    #expect(gallery.count == 3)
    #expect(gallery.casesWithoutGoldens.isEmpty)
    let previews = try #require(gallery.sections.first?.previews)
    #expect(previews.map(\.testCase.id) == ["b", "a", "b"])
    #expect(previews.map(\.output) == ["two", "one", "two"].map { Words.output(of: ["text": $0]) })
  }

  @Test func `a case without a golden is named once, and its preview has no output`() async throws {
    try write([.words("a"), .words("b")], previews: ["b", "a", "b"])
    try await suite.regenerate(only: ["a"])
    let gallery = try Gallery([try suite.suite()])
    #expect(gallery.casesWithoutGoldens == ["words/b"])
    #expect(gallery.sections.first?.previews.map { $0.output == nil } == [true, false, true])
  }

  @Test func `a case that expects a whole output needs no golden`() throws {
    let output: JSONValue = ["words": []]
    try write([.words("a", "", expect: ["output": output])], previews: ["a"])
    let gallery = try Gallery([try suite.suite()])
    #expect(gallery.sections.first?.previews.map(\.output) == [output])
    #expect(gallery.casesWithoutGoldens.isEmpty)
  }

  @Test func `a contract without previews has no section`() throws {
    try suite.write([.words("a")])
    let gallery = try Gallery([try suite.suite()])
    #expect(gallery.sections.isEmpty)
    #expect(gallery.count == 0)
    let data = try GalleryPage(gallery).text.data("gallery")
    #expect(data["suites"] == [])
    #expect(data["empty"]?.string?.isEmpty == false)
  }

  @Test func `the page has the data of each preview`() async throws {
    try write([.words("a", "one"), .words("b", "two")], previews: ["b", "a"])
    try await suite.regenerate(only: ["a"])
    let gallery = try Gallery([try suite.suite()])
    let page = GalleryPage(gallery).text
    #expect(page == GalleryPage(gallery).text)
    let data = try page.data("gallery")
    #expect(data["since"] == .null)
    let section = try #require(data["suites"]?.elements?.first)
    #expect(section["contract"] == "words")
    #expect(section["version"] == "1.0.0")
    let previews = try #require(section["previews"]?.elements)
    #expect(previews.map { $0["id"] } == ["p0", "p1"])
    #expect(previews.map { $0["title"] } == ["T0", "T1"])
    #expect(previews.map { $0["case"] } == ["b", "a"])
    #expect(previews.map { $0["step"] } == [.null, 3])
    #expect(previews.map { $0["operation"] } == ["split", "split"])
    #expect(previews.map { $0["input"] } == [#"{"text":"two"}"#, #"{"text":"one"}"#])
    let output = JSONValue.string(Words.output(of: ["text": "one"]).canonicalText())
    #expect(previews.map { $0["output"] } == [.null, output])
  }

  // MARK: - Changes

  @Test func `changed goldens are by row, with their values and the places that differ`()
    async throws
  {
    try suite.write([.words("a", "one"), .words("b", "two"), .words("c", "three")])
    try await suite.regenerate()
    let earlier = Words.output(of: ["text": "other"])
    let changes = try GoldenChanges(
      of: try suite.suite(),
      since: [
        "a.json": .other(Array(earlier.canonicalText().utf8)), "b.json": .same,
        "gone.json": .other(Array("[1]".utf8)),
      ]
    )
    let page = GalleryPage([changes], since: "main", commit: "0123456789abcdef").text
    let data = try page.data("gallery")
    #expect(data["since"] == "main")
    #expect(data["heading"]?.string?.contains("3 goldens") == true)
    #expect(data["subheading"]?.string?.hasSuffix(" 0123456789ab") == true)

    let rows = try #require(data["suites"]?.elements?.first?["rows"]?.elements)
    #expect(rows.map { $0["id"] } == ["splitting", .null])
    #expect(rows[0]["clauses"]?.elements?.map { $0["id"] } == ["C1"])
    let changed = try #require(rows[0]["changes"]?.elements)
    #expect(changed.map { $0["case"] } == ["a", "c"])
    #expect(changed[0]["before"] == .string(earlier.canonicalText()))
    #expect(changed[0]["places"]?.elements?.isEmpty == false)
    #expect(changed[1]["before"] == .null, "it is new")
    #expect(changed[1]["places"] == [])

    let removed = try #require(rows[1]["changes"]?.elements)
    #expect(removed.map { $0["case"] } == ["gone"])
    #expect(removed.map { $0["before"] } == ["[1]"])
    #expect(removed.map { $0["after"] } == [.null])
  }

  @Test func `contracts without a change aren't on the page`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let changes = try GoldenChanges(of: try suite.suite(), since: ["a.json": .same])
    let data = try GalleryPage([changes], since: "main", commit: "0").text.data("gallery")
    #expect(data["suites"] == [])
    #expect(data["heading"]?.string?.contains("0 goldens") == true)
  }
}
