import CanonicalJSON
import Conformance
import Testing

struct LargeValueTests {
  @Test(arguments: [anonymous, byID])
  func `one difference in a long array is found and shown at once`(
    identity: @escaping ElementIdentity
  ) {
    let expected = rows(0..<20_000)
    var actual = expected
    actual[17_000] = ["id": "17000", "blocks": [["text": "other"]]]
    #expect(
      show(.array(expected), .array(actual), identity)
        == ["  at /17000/blocks/0/text", "    − \"text 17000\"", "    + \"other\""]
    )
  }

  @Test(arguments: [anonymous, byID])
  func `elements lost from a long array do not shift the others`(
    identity: @escaping ElementIdentity
  ) {
    let expected = rows(0..<5_000)
    let actual = expected.filter { $0["id"] != "17" && $0["id"] != "4000" }
    let found = differences(expected: .array(expected), actual: .array(actual), identity: identity)
    #expect(found.map(\.pointer) == [.to("17"), .to("4000")])
  }

  @Test func `arrays with nothing in common are paired in order without a long search`() {
    let found = differences(
      expected: .array(rows(0..<3_000)),
      actual: .array(rows(5_000..<9_000)),
      identity: anonymous
    )
    #expect(
      found.filter {
        if case .unexpected = $0.change {
          true
        } else {
          false
        }
      }.count == 1_000
    )
    #expect(found.count == 7_000)
  }

  @Test func `a difference in a long text is shown around its place`() {
    let half = String(repeating: "déjà vu ", count: 20_000)
    #expect(
      show(.string(half + "a" + half), .string(half + "b" + half), anonymous).first
        == "  at the root: differs after 160000 Unicode scalars"
    )
  }

  @Test
  func `what is left out of a long text is counted in scalars, whatever bytes they have`() throws {
    let half = String(repeating: "é→🙂", count: 2_000)
    let lines = show(.string(half + "a" + half), .string(half + "b" + half), anonymous)
    #expect(lines.first == "  at the root: differs after 6000 Unicode scalars")
    let shown = try #require(lines[1].split(separator: "\"").dropFirst().first)
    let behind = try #require(shown.split(separator: "a").last).unicodeScalars.count
    #expect(behind > 0)
    #expect(lines[1].hasSuffix("\" … \(6_000 - behind) scalars more"))
  }

  @Test(arguments: [("é", "è"), ("→", "⇒"), ("🙂", "🙃"), ("a", "é"), ("é", "🙃"), ("", "é")])
  func `long texts part between scalars, never within one`(first: String, second: String) {
    // Each text shares bytes with another one, at its start or its end.
    let half = String(repeating: "ö", count: 10_000)
    for (expected, actual) in [(first, second), (second, first)] {
      #expect(
        show(.string(half + expected), .string(half + actual), anonymous).first
          == "  at the root: differs after 10000 Unicode scalars"
      )
      let lines = show(.string(expected + half), .string(actual + half), anonymous)
      #expect(lines.first == "  at the root")
    }
  }

  @Test func `a long text that differs by normalisation is told from one that does not`() {
    let half = String(repeating: "déjà vu ", count: 5_000)
    #expect(
      show(.string(half + "\u{E9}" + half), .string(half + "e\u{301}" + half), anonymous).last
        == "      equal after Unicode normalisation: NFC expected, NFD found"
    )
  }

  @Test func `the deepest values that can be read are compared`() {
    func nest(_ value: JSONValue) -> JSONValue { (0..<512).reduce(value) { inner, _ in [inner] } }
    #expect(
      differences(expected: nest(1), actual: nest(2), identity: byID)
        == [
          Difference(
            at: JSONPointer(tokens: Array(repeating: "0", count: 512)),
            .changed(expected: 1, actual: 2)
          )
        ]
    )
  }

  private func rows(_ numbers: Range<Int>) -> [JSONValue] {
    numbers.map { ["id": .string("\($0)"), "blocks": [["text": .string("text \($0)")]]] }
  }

  private func show(
    _ expected: JSONValue,
    _ actual: JSONValue,
    _ identity: @escaping ElementIdentity
  ) -> [String] {
    DifferenceRendering(limit: 10)
      .lines(differences(expected: expected, actual: actual, identity: identity))
      .map { $0.text(color: false) }
  }
}
