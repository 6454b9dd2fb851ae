import CanonicalJSON
import Conformance
import Testing

struct FuzzerTests {
  private static let inputs: [JSONValue] = [
    ["rows": [["id": "a", "n": 1, "text": "one"], ["id": "B", "n": 2, "text": "two"]]],
    ["rows": [["id": "c", "n": 2, "text": "<p id='x'>three</p>"]], "limit": 5],
    ["rows": [["id": "d", "n": 7, "text": #"{"deep": [1, 2]}"#]], "limit": .null],
  ]

  typealias Answer = @Sendable (JSONValue) throws -> JSONValue

  /// Mistakes in a copy of the reference, and the smallest input that shows each.
  static let mistakes: [(name: String, smallest: String, answer: Answer)] = [
    (
      "numbers beyond 32 bits", "n",
      { try Self.rows(of: $0) { $0["n"]?.number?.integer ?? 0 > .init(Int32.max) ? 0 : $0 } }
    ),
    (
      "a list cut at 1,000", "1001",
      { input in
        let rows = try Self.rows(of: input)
        return ["rows": .array(Array((rows["rows"]?.elements ?? []).prefix(1_000)))]
      }
    ),
    (
      "a text of more than 255", "256",
      { try Self.rows(of: $0) { $0["text"]?.string?.unicodeScalars.count ?? 0 > 255 ? 0 : $0 } }
    ),
    (
      "a text cut at 65,536", "65537",
      { try Self.rows(of: $0) { $0["text"]?.string?.unicodeScalars.count ?? 0 > 65_536 ? 0 : $0 } }
    ),
    (
      "a null limit", #"{"limit":null,"rows":[]}"#,
      { input in
        try Self.rows(of: input).merging(input["limit"] == .null ? ["limit": 0] : [:])
      }
    ),
  ]

  /// The rows as they are; refuses what has none.
  private static func rows(
    of input: JSONValue, _ change: (JSONValue) -> JSONValue = { $0 }
  ) throws -> JSONValue {
    guard let rows = input["rows"]?.elements else { throw InputRefusal("needs rows", at: JSONPointer(tokens: [])) }
    return ["rows": .array(rows.map(change))]
  }

  @Test func `an implementation agrees with itself, and what both refuse is counted`() async {
    let findings = await findings { try Self.rows(of: $0) }
    #expect(findings.divergences.isEmpty)
    #expect(findings.asked == 1_500)
    #expect((1..<1_000).contains(findings.refused), "\(findings.refused)")
  }

  @Test(arguments: mistakes.indices)
  func `a mistake is found, and shrunk to the smallest input that shows it`(_ index: Int) async throws {
    let (name, smallest, answer) = Self.mistakes[index]
    let findings = await findings(answer)
    let found = try #require(findings.divergences.first, "\(name) was not found")
    let input = found.input.value
    switch smallest {
    case "1001": #expect(input["rows"]?.elements?.count == 1_001)
    case "n": #expect(input["rows"]?.elements?.first?["n"]?.number?.canonicalText.utf8.count == 10, "\(input)")
    case "256": #expect(input["rows"]?.elements?.first?["text"]?.string?.unicodeScalars.count == 256, "\(input)")
    case "65537": #expect(input["rows"]?.elements?.first?["text"]?.string?.unicodeScalars.count == 65_537)
    default: #expect(input.canonicalText() == smallest)
    }
    #expect(findings.divergences.count <= 2, "\(findings.divergences.map { $0.input.value.canonicalText() })")
  }

  @Test func `what one alone refuses is found, unless its refusal says that the input is none of the contract's`() async
  {
    let strict: Answer = { input in
      if input["limit"] == .null { throw InputRefusal("'limit' is null", at: JSONPointer(tokens: ["limit"])) }
      return try Self.rows(of: input)
    }
    let found = await findings(strict)
    #expect(found.divergences.map { $0.input.value.canonicalText() } == [#"{"limit":null,"rows":[]}"#])
    #expect(await findings(judge: 1, strict).divergences.isEmpty)
    #expect(await findings(judge: 0, strict).divergences.count == 1)
  }

  @Test func `a crash is found even where the other refuses the input`() async {
    let crashing: Answer = { input in
      if input["rows"]?.elements == nil { throw ImplementationFailure("was ended by SIGSEGV", .crash) }
      return try Self.rows(of: input)
    }
    let found = await findings(judge: 0, crashing).divergences.map { $0.input.value.canonicalText() }
    #expect(found.count == 1 && found[0].utf8.count <= 2, "\(found)")
  }

  @Test(arguments: [(isOfLongInputs: true, count: 0), (isOfLongInputs: false, count: 1)])
  func `a reply that is longer than the run takes is found, unless the input is long itself`(
    isOfLongInputs: Bool, count: Int
  ) async {
    let flooding: Answer = { input in
      if input["rows"]?.elements != nil, !isOfLongInputs || input.canonicalUTF8().count > 65_536 {
        throw ImplementationFailure("wrote a line of more than 9 bytes", .crash, isOverLimit: true)
      }
      return try Self.rows(of: input)
    }
    #expect(await findings(flooding).divergences.count == count)
  }

  @Test func `the same is found whoever answers first, and another seed gives other inputs`() async {
    let answer = Self.mistakes[0].answer
    let (once, again) = (await findings(answer), await findings(jobs: 7, answer))
    #expect(once.divergences.map(\.number) == again.divergences.map(\.number))
    #expect(once.disagreeing == again.disagreeing)
    #expect(generator(seed: 0).input(number: 5).tree.value == generator(seed: 0).input(number: 5).tree.value)
    #expect(
      (0..<20).contains {
        generator(seed: 0).input(number: $0).tree.value != generator(seed: 1).input(number: $0).tree.value
      })
  }

  /// A change of the generator changes the digest; nothing else may, the platform least of all.
  @Test func `the inputs of a seed are the same on every platform`() {
    let texts = (0..<400).map { generator(seed: 0).input(number: $0).tree.value.canonicalText() }
    let digest = texts.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect(String(digest, radix: 16) == "51ba85e0eaf8cce5")
  }

  private func generator(seed: UInt64) -> InputGenerator {
    InputGenerator(corpus: InputCorpus(Self.inputs), seed: seed, name: "c/o")
  }

  private func findings(judge: Int? = nil, jobs: Int = 1, _ answer: @escaping Answer) async -> Fuzzer.Findings {
    let reference = InProcessImplementation(name: "reference") { try Self.rows(of: $0.input) }
    let other = InProcessImplementation(name: "other") { try answer($0.input) }
    let fuzzer = Fuzzer(
      contract: "c", operation: ContractOperation("o"), generator: generator(seed: 0),
      implementations: (reference, other), judge: judge)
    return await fuzzer.run(inputs: 1_500, until: nil, jobs: jobs) {}
  }
}

extension JSONValue {
  fileprivate func merging(_ other: JSONValue) -> JSONValue {
    .object(JSONObject((Array(object ?? [:]) + Array(other.object ?? [:])).map { ($0.key, $0.value) }))
  }
}
