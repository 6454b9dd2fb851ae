import Foundation
import MessageSnapshot
import Testing

/// Tests of the page that `parity gallery` writes. What its script draws is checked in a browser.
struct GalleryTests {
  private let messages = MessageSnapshot("parity gallery")
  private let suite: TemporarySuite

  private static let page = "parity-gallery.html"

  init() async throws {
    suite = try await .recorded()
  }

  /// Adds previews to the manifest of the sample.
  private func addPreviews(_ previews: String) throws {
    try suite.replace(
      "\"untestable\"",
      with: "\"previews\": [\(previews)], \"untestable\"",
      in: Sample.matrix
    )
  }

  private static func preview(_ id: String, of testCase: String, _ rest: String = "") -> String {
    """
    { "id": "\(id)", "title": "Title of \(id)", "group": "View", "case": "\(testCase)", "state": "open"\(rest) }
    """
  }

  /// Returns the data of a page.
  private func data(_ text: String) throws -> [String: Any] {
    let element = try #require(
      text.firstMatch(of: /<script type="application\/json" id="gallery">(.*)<\/script>/)
    )
    let object = try JSONSerialization.jsonObject(with: Data(element.1.utf8))
    return try #require(object as? [String: Any])
  }

  /// Returns the members of the only suite on the page that the command wrote.
  private func onlySuite() throws -> [String: Any] {
    let suites = try data(suite.text(of: Self.page))["suites"] as? [[String: Any]]
    return try #require(suites?.first)
  }

  // MARK: - Previews

  @Test func `the page has each preview with the golden of its case`() async throws {
    try addPreviews(
      [
        Self.preview("one", of: "greeting"),
        Self.preview("two", of: "error_shown", ", \"step\": 3"),
      ]
      .joined(separator: ",")
    )
    let run = try await suite.parity("gallery")
    run.expect(.exit(0), output: ["wrote \(Self.page): 2 previews of 1 contract\n"])

    let previews = try #require(onlySuite()["previews"] as? [[String: Any]])
    #expect(previews.map { $0["id"] as? String } == ["one", "two"])
    #expect(previews.map { $0["state"] as? String } == ["open", "open"])
    #expect(previews.map { $0["step"] as? Int } == [nil, 3])
    let output = try #require(previews[0]["output"] as? String)
    let golden = try suite.text(of: Sample.golden(of: "greeting"))
    let values = try [output, golden].map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
    }
    #expect(values[0] != nil)
    #expect(values[0] == values[1])
  }

  @Test func `equal suites have equal pages`() async throws {
    try addPreviews(Self.preview("one", of: "greeting"))
    let first = try await suite.parity("gallery", "--output", "-").output
    let second = try await suite.parity("gallery", "--output", "-").output
    #expect(first == second)
    #expect(first.hasPrefix("<!doctype html>"))
  }

  @Test func `a preview of a case without a golden is named`() async throws {
    try addPreviews(Self.preview("one", of: "greeting"))
    try suite.remove(Sample.golden(of: "greeting"))
    let run = try await suite.parity("gallery")
    run.expect(.exit(0), output: ["without the golden of session-detail/greeting"])
  }

  @Test func `a suite without previews is refused`() async throws {
    let run = try await suite.parity("gallery")
    run.expect(.exit(64), message: "no previews", in: messages)
    #expect(!FileManager.default.fileExists(atPath: suite.url(Self.page).path))
  }

  @Test func `a golden that can't be read is named, and nothing is written`() async throws {
    try addPreviews(Self.preview("one", of: "greeting"))
    try suite.write("{", to: Sample.golden(of: "greeting"))
    let run = try await suite.parity("gallery")
    run.expect(.exit(65), message: "an unreadable golden", in: messages)
    #expect(run.output.contains("\(Sample.golden(of: "greeting")):1:2"), run.transcript)
    #expect(!FileManager.default.fileExists(atPath: suite.url(Self.page).path))
  }

  @Test(arguments: ["-1", "1.5", "\"1\"", "null"])
  func `a step that is no index is a finding`(step: String) async throws {
    try addPreviews(Self.preview("one", of: "greeting", ", \"step\": \(step)"))
    let run = try await suite.parity("lint")
    run.expect(.exit(65), output: ["\(Sample.matrix):"])
    messages.expect(run.lines(with: "error: "), "a step that is no index: \(step)")
  }

  @Test(arguments: ["Golden/page.html", "Fixtures/page.html", "parity.json"])
  func `a page never replaces a file of the suite`(path: String) async throws {
    try addPreviews(Self.preview("one", of: "greeting"))
    let run = try await suite.parity("gallery", "--output", path)
    run.expect(.exit(64), message: "a page in the suite: \(path)", in: messages)
  }

  @Test func `a page in a folder that doesn't exist is refused`() async throws {
    try addPreviews(Self.preview("one", of: "greeting"))
    let run = try await suite.parity("gallery", "--output", "missing/page.html")
    run.expect(.exit(73), message: "a page in a missing folder", in: messages)
  }

  // MARK: - Changes since a commit

  /// Commits the suite as it is.
  private func commit() async throws {
    let run = try await suite.shell(
      """
      git init -q . && git add -A \
        && git -c user.name=A -c user.email=a@example.org commit -qm 'The first state' \
        && git tag before
      """
    )
    try #require(run.end == .exit(0), run.transcript)
  }

  /// Returns the changes on the page by the id of their row.
  private func changes() throws -> [String: [[String: Any]]] {
    let rows = try #require(onlySuite()["rows"] as? [[String: Any]])
    let pairs = rows.map { ($0["id"] as? String ?? "", $0["changes"] as? [[String: Any]] ?? []) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func `a golden that changed has both outputs and the places that differ`() async throws {
    try await commit()
    try suite.replace("hello", with: "hullo", in: Sample.golden(of: "greeting"))
    let run = try await suite.parity("gallery", "--since", "before")
    run.expect(.exit(0), output: ["wrote \(Self.page): 1 golden changed since before\n"])

    let change = try #require(changes()["message-text"]?.first)
    #expect(change["case"] as? String == "greeting")
    #expect((change["before"] as? String)?.contains("hello") == true)
    #expect((change["after"] as? String)?.contains("hullo") == true)
    let places = try #require(change["places"] as? [[String: Any]])
    let pointers = places.compactMap { $0["before"] as? String }
    #expect(pointers.contains("/entries/0/content"))
    #expect(pointers == places.compactMap { $0["after"] as? String })
  }

  @Test func `goldens that were added or removed have one output`() async throws {
    let added = Sample.golden(of: "answer")
    let text = try suite.text(of: added)
    try suite.remove(added)
    try await commit()
    try suite.write(text, to: added)
    try suite.remove(Sample.golden(of: "error_shown"))
    let run = try await suite.parity("gallery", "--since", "before")
    run.expect(.exit(0), output: ["2 goldens changed since before"])

    let changes = try changes()
    let answer = try #require(changes["message-text"]?.first)
    #expect(answer["before"] is NSNull)
    #expect(answer["after"] is String)
    let error = try #require(changes["result-visibility"]?.first)
    #expect(error["before"] is String)
    #expect(error["after"] is NSNull)
  }

  @Test func `the suite may be in a folder of the repository`() async throws {
    let run = try await suite.shell(
      """
      cd .. && rmdir .git && git init -q . && git add -A \
        && git -c user.name=A -c user.email=a@example.org commit -qm 'The first state'
      """
    )
    try #require(run.end == .exit(0), run.transcript)
    try suite.replace("hello", with: "hullo", in: Sample.golden(of: "greeting"))
    let gallery = try await suite.parity("gallery", "--since", "HEAD")
    gallery.expect(.exit(0), output: ["1 golden changed since HEAD\n"])
  }

  @Test func `a golden of a case that is gone is removed`() async throws {
    try suite.write("{}\n", to: Sample.golden(of: "gone"))
    try await commit()
    try suite.remove(Sample.golden(of: "gone"))
    let run = try await suite.parity("gallery", "--since", "before")
    run.expect(.exit(0), output: ["1 golden changed since before"])
    #expect(try changes()[""]?.first?["case"] as? String == "gone")
  }

  @Test func `other spaces in a golden are no change`() async throws {
    try await commit()
    let golden = Sample.golden(of: "greeting")
    try suite.write("\n" + suite.text(of: golden), to: golden)
    let run = try await suite.parity("gallery", "--since", "before")
    run.expect(.exit(0), output: ["0 goldens changed since before"])
  }

  @Test func `an unknown commit is refused`() async throws {
    try await commit()
    let run = try await suite.parity("gallery", "--since", "--help")
    run.expect(.exit(64), message: "an option in place of a commit", in: messages)
    let other = try await suite.parity("gallery", "--since", "nowhere")
    other.expect(.exit(64), message: "an unknown commit", in: messages)
    #expect(!FileManager.default.fileExists(atPath: suite.url(Self.page).path))
  }

  @Test func `a suite outside of a repository is refused`() async throws {
    let run = try await suite.parity("gallery", "--since", "main")
    run.expect(.exit(64), message: "no repository", in: messages)
  }

  @Test func `without git, --since is refused`() async throws {
    let run = try await suite.parity("gallery", "--since", "main", environment: ["PATH": "/none"])
    run.expect(.exit(69), message: "no git", in: messages)
  }
}
