import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct LargeValueTests {
  private let messages = MessageSnapshot("Differences of large values")

  @Test(arguments: [anonymous, byID])
  func `one difference in a long array is found and shown at once`(
    identity: @escaping ElementIdentity
  ) {
    let expected = rows(0..<20_000)
    var actual = expected
    actual[17_000] = ["id": "17000", "blocks": [["text": "other"]]]
    let lines = show(.array(expected), .array(actual), identity)
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("  − \"text 17000\"") == true)
    #expect(lines.last?.hasSuffix("  + \"other\"") == true)
    messages.expect(lines, "a difference in a long array")
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
    let lines = show(.string(half + "a" + half), .string(half + "b" + half), anonymous)
    #expect(lines[0].contains(" 160000 "))
    messages.expect(lines[0], "a difference in a long text")
  }

  @Test
  func `what is left out of a long text is counted in scalars, whatever bytes they have`() throws {
    let half = String(repeating: "é→🙂", count: 2_000)
    let lines = show(.string(half + "a" + half), .string(half + "b" + half), anonymous)
    #expect(lines[0].contains(" 6000 "))
    messages.expect(lines[0], "a difference after scalars of several bytes")
    let shown = try #require(lines[1].split(separator: "\"").dropFirst().first)
    let behind = try #require(shown.split(separator: "a").last).unicodeScalars.count
    #expect(behind > 0)
    let rest = try #require(lines[1].split(separator: "\"").last)
    let count = " \(6_000 - behind) "
    #expect(rest.contains(count))
    messages.expect(String(rest).replacing(count, with: " COUNT "), "what is left out")
  }

  @Test(arguments: [("é", "è"), ("→", "⇒"), ("🙂", "🙃"), ("a", "é"), ("é", "🙃"), ("", "é")])
  func `long texts part between scalars, never within one`(first: String, second: String) {
    // Each text shares bytes with another one, at its start or its end.
    let half = String(repeating: "ö", count: 10_000)
    for (expected, actual) in [(first, second), (second, first)] {
      let atEnd = show(.string(half + expected), .string(half + actual), anonymous)
      #expect(atEnd[0].contains(" 10000 "))
      messages.expect(atEnd[0], "a difference at the end")
      let atStart = show(.string(expected + half), .string(actual + half), anonymous)
      messages.expect(atStart[0], "a difference at the start")
    }
  }

  @Test func `a long text that differs by normalization is told from one that does not`() {
    let half = String(repeating: "déjà vu ", count: 5_000)
    let lines = show(
      .string(half + "\u{E9}" + half),
      .string(half + "e\u{301}" + half),
      anonymous
    )
    messages.expect(lines.last ?? "", "another normalization")
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
