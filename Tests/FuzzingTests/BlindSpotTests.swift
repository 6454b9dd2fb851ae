import CanonicalJSON
import Conformance
import Fuzzing
import Testing

struct BlindSpotTests {
  /// An input that can't reveal a distortion, and one that can.
  struct Example: Sendable, CustomTestStringConvertible {
    let distortion: String
    let plain: JSONValue
    let telling: JSONValue
    var testDescription: String { distortion }

    init(_ distortion: String, _ plain: JSONValue, _ telling: JSONValue) {
      self.distortion = distortion
      self.plain = ["a": plain]
      self.telling = ["a": telling]
    }
  }

  static let examples = [
    Example("trimmed", "x", "x\n"),
    Example("case-folded", "x", "X"),
    Example("NFC", "x", "e\u{301}"),
    Example("cut at 255", "x", .string(String(repeating: "x", count: 256))),
    Example("double", 1, 9_007_199_254_740_993),
    Example("32 bits", 1, 4_294_967_297),
    Example("cut at 20", [1], .array((0...20).map { .number(JSONNumber($0)) })),
    Example("sorted", [1, 2], [2, 1]),
    Example("without doubles", [1], [1, 1]),
    Example("absent for null", 1, .null),
  ]

  @Test(arguments: examples)
  func `what no case's input allows is blind until a case has it`(_ example: Example) async throws {
    let blind = await spots([example.plain]) { $0 }
    #expect(blind.contains("/a \(example.distortion), not tried"), "\(blind)")
    let told = await spots([example.plain, example.telling]) { $0 }
    #expect(!told.contains { $0.hasPrefix("/a \(example.distortion),") }, "\(told)")
  }

  @Test(arguments: examples.dropLast())
  func
    `what makes no difference to the reference is blind where a case tries it, and nothing where none does`(
      _ example: Example
    ) async throws
  {
    let careless: @Sendable (JSONValue) -> JSONValue = { ["has": .bool($0["a"] != nil)] }
    let plain = await spots([example.plain, [:]], careless)
    #expect(!plain.contains { $0.hasPrefix("/a \(example.distortion),") }, "\(plain)")
    let tried = await spots([example.telling, [:]], careless)
    #expect(tried.contains("/a \(example.distortion), tried"), "\(tried)")
  }

  @Test func `null for a member that is not there is told where some input lacks it`() async {
    #expect(await spots([["a": 1]]) { $0 }.contains("/a null for absent, not tried"))
    #expect(await !spots([["a": 1], [:]]) { $0 }.contains { $0.contains("null for absent") })
  }

  @Test
  func `of a member that nobody reads that alone is told, and nothing of what is in it`() async {
    #expect(
      await spots([["a": ["b": " X "], "c": 1]]) { ["c": $0["c"] ?? .null] }.filter {
        $0.hasPrefix("/a")
      } == [
        "/a dropped, tried"
      ]
    )
  }

  @Test func `places lead into lists, and into the JSON of a text`() async {
    let spots = await spots([["list": [["a": "x"]], "json": #"{"b": "y", "n": [1]}"#]]) { $0 }
    for place in ["/list/*/a trimmed", "/json/$json/b trimmed", "/json/$json/n/* 32 bits"] {
      #expect(spots.contains("\(place), not tried"), "\(spots)")
    }
  }

  /// Returns an output for inputs whose member `a` is valid.
  private static func strict(
    _ isValid: @escaping @Sendable (JSONValue) -> Bool
  ) -> @Sendable (JSONValue) throws -> JSONValue {
    { input in
      guard let a = input["a"], isValid(a) else {
        throw InputRefusal("'a' is invalid", at: JSONPointer(tokens: ["a"]))
      }
      return ["a": a]
    }
  }

  @Test func `a misreading whose inputs the reference refuses isn't checked`() async {
    let results = await results([["a": "b c "]], Self.strict { $0.string?.hasSuffix(" ") ?? false })
    #expect(results.spots.isEmpty)
    let unchecked = results.unchecked.map(Self.text)
    #expect(unchecked.contains("/a trimmed, tried"), "\(unchecked)")
    #expect(unchecked.contains("/a dropped, tried"), "\(unchecked)")
    #expect(unchecked.contains("/a null for absent, not tried"), "\(unchecked)")
    #expect(results.misreadings >= results.spots.count + results.unchecked.count)
  }

  @Test func `a refusal of one misread input doesn't hide the changed output of another`() async {
    // The reference refuses the text "x", which is the first one after trimming.
    let inputs: [JSONValue] = [["a": "x "], ["a": "y "]]
    let results = await results(inputs, Self.strict { $0.string.map { $0 != "x" } ?? false })
    let unchecked = results.unchecked.map(Self.text)
    #expect(!unchecked.contains("/a trimmed, tried"), "\(unchecked)")
    #expect(!results.spots.contains { $0.distortion == .trimmed })
  }

  private static func text(_ misreading: UncheckedMisreading) -> String {
    let state = misreading.isTried ? "tried" : "not tried"
    return "\(misreading.place) \(misreading.distortion.rawValue), \(state)"
  }

  /// Returns the blind spots in order, each as `PLACE DISTORTION, tried|not tried`.
  private func spots(
    _ inputs: [JSONValue],
    _ reference: @escaping @Sendable (JSONValue) -> JSONValue
  ) async -> [String] {
    await results(inputs, reference).spots.map {
      "\($0.place) \($0.distortion.rawValue), \($0.isTried ? "tried" : "not tried")"
    }
  }

  private func results(
    _ inputs: [JSONValue],
    _ reference: @escaping @Sendable (JSONValue) throws -> JSONValue
  ) async -> BlindSpotSearch.Results {
    let implementation = InProcessImplementation(name: "reference") { try reference($0.input) }
    let cases = inputs.enumerated().map { number, input in
      Case(
        contract: "c",
        id: "\(number)",
        description: "",
        operation: ContractOperation("o"),
        requires: [],
        input: input,
        expectation: Expectation(clauses: []),
        location: Conformance.SourceLocation(file: "")
      )
    }
    return await BlindSpotSearch(cases) { _ in implementation }.results()
  }
}
