import CanonicalJSON
import Conformance
import TestSuites
import Testing

/// Tests of the identity of elements, as a manifest declares it.
struct ElementIdentityTests {
  private static let identity = try? identity(
    """
    [{"elements": "/ranges/*", "by": ["/kind", "/at/from"]}, {"elements": "/*/*/parts/*", "by": [""]},
     {"elements": "/*", "by": ["/id"]}, {"elements": "/ranges/*", "by": ["/other"]}]
    """
  )

  @Test(
    arguments: [
      ("/ranges", ["kind": "open", "at": ["from": 1]], "open 1"),
      ("/ranges", ["kind": "open", "at": ["from": 1.50]], "open 1.5"),
      (
        "/ranges", ["kind": "open", "at": ["from": 12_345_678_901_234_567]],
        "open 12345678901234567"
      ),
      ("/ranges", ["kind": "", "at": ["from": "é"]], " é"),
      ("/ranges", ["kind": "open"], nil),
      ("/ranges", ["kind": "open", "at": ["from": .null]], nil),
      ("/ranges", ["kind": true, "at": ["from": 1]], nil),
      ("/ranges", ["kind": ["open"], "at": ["from": 1]], nil),
      ("/ranges", ["other": "x"], nil),
      ("/ranges", "open", nil),
      ("/a/0/parts", "x", "x"),
      ("/ranges/0/parts", 7, "7"),
      ("/a/0/parts", ["id": "x"], nil),
      ("", ["id": "x"], "x"),
      ("/other", ["kind": "open", "at": ["from": 1]], nil),
      ("/ranges/0", ["id": "x"], nil),
    ] as [(String, JSONValue, String?)]
  )
  func `texts and numbers of every part together tell an element`(
    array: String,
    element: JSONValue,
    told: String?
  ) throws {
    let identity = try #require(Self.identity)
    #expect(identity(element, try JSONPointer(array)) == told)
  }

  @Test func `a moved element is told by it`() async throws {
    let suite = SuiteFolder()
    try suite.write([.words("a", "one two three")])
    try await suite.regenerate()
    let findings = try await suite.check(
      Words.changing { $0.with("words", .array(Array(($0["words"]?.elements ?? []).reversed()))) }
    )
    guard case .differs(let differences)? = findings.verdicts.first?.failures.first else {
      Issue.record("expected differences, and got \(findings.verdicts.map(\.result))")
      return
    }
    #expect(differences.compactMap(\.element) == ["w1", "w2"])
  }

  private static func identity(_ text: String) throws -> ElementIdentity? {
    var words = Words()
    words.declared = ["split": ["identity": try JSONDocument(parsing: text).root.value]]
    return try words.contract.operations.first?.identity
  }
}
