import CanonicalJSON
import Conformance
import Fuzzing
import Testing

struct FuzzerTests {
  private static let inputs: [JSONValue] = [
    ["rows": [["id": "a", "n": 1, "text": "one"], ["id": "B", "n": 2, "text": "two"]]],
    ["rows": [["id": "c", "n": 2, "text": "<p id='x'>three</p>"]], "limit": 5],
    ["rows": [["id": "d", "n": 7, "text": #"{"deep": [1, 2]}"#]], "limit": .null],
  ]

  typealias Answer = @Sendable (JSONValue) throws -> JSONValue

  /// Mistakes in a copy of the reference, and the smallest input that reveals each.
  static let mistakes: [(name: String, smallest: String, answer: Answer)] = [
    (
      "numbers beyond 32 bits", "n",
      { try Self.rows(of: $0) { $0["n"]?.number?.integer ?? 0 > .init(Int32.max) ? 0 : $0 } }
    ),
    (
      "a list cut at 100", "101",
      { input in
        let rows = try Self.rows(of: input)
        return ["rows": .array(Array((rows["rows"]?.elements ?? []).prefix(100)))]
      }
    ),
    (
      "a text of more than 255", "256",
      { try Self.rows(of: $0) { $0["text"]?.string?.unicodeScalars.count ?? 0 > 255 ? 0 : $0 } }
    ),
    (
      "a text cut at 4,096", "4097",
      { try Self.rows(of: $0) { $0["text"]?.string?.unicodeScalars.count ?? 0 > 4_096 ? 0 : $0 } }
    ),
    (
      "a null limit", #"{"limit":null,"rows":[]}"#,
      { input in
        try Self.rows(of: input).merging(input["limit"] == .null ? ["limit": 0] : [:])
      }
    ),
  ]

  /// Returns an output with the rows of an input, each changed by `change`.
  ///
  /// - Throws: `InputRefusal` if the input has no rows.
  private static func rows(
    of input: JSONValue,
    _ change: (JSONValue) -> JSONValue = { $0 }
  ) throws -> JSONValue {
    guard let rows = input["rows"]?.elements else {
      throw InputRefusal("needs rows", at: JSONPointer(tokens: []))
    }
    return ["rows": .array(rows.map(change))]
  }

  @Test func `an implementation agrees with itself, and what both refuse is counted`() async {
    let findings = await findings { try Self.rows(of: $0) }
    #expect(findings.divergences.isEmpty)
    #expect(findings.sent == 1_500)
    #expect((1..<1_000).contains(findings.refused), "\(findings.refused)")
  }

  @Test(arguments: mistakes.indices)
  func `a mistake is found, and shrunk to the smallest input that shows it`(
    _ index: Int
  ) async throws {
    let (name, smallest, answer) = Self.mistakes[index]
    let findings = await findings(answer)
    let found = try #require(findings.divergences.first, "\(name) was not found")
    let input = found.input.value
    switch smallest {
    case "101": #expect(input["rows"]?.elements?.count == 101)
    case "n":
      #expect(
        input["rows"]?.elements?.first?["n"]?.number?.canonicalText.utf8.count == 10,
        "\(input)"
      )
    case "256":
      #expect(
        input["rows"]?.elements?.first?["text"]?.string?.unicodeScalars.count == 256,
        "\(input)"
      )
    case "4097":
      #expect(input["rows"]?.elements?.first?["text"]?.string?.unicodeScalars.count == 4_097)
    default: #expect(input.canonicalText() == smallest)
    }
    #expect(
      findings.divergences.count <= 2,
      "\(findings.divergences.map { $0.input.value.canonicalText() })"
    )
  }

  @Test
  func
    `what one alone refuses is found, unless its refusal says that the input is none of the contract's`()
    async
  {
    let strict: Answer = { input in
      if input["limit"] == .null {
        throw InputRefusal("'limit' is null", at: JSONPointer(tokens: ["limit"]))
      }
      return try Self.rows(of: input)
    }
    let found = await findings(strict)
    #expect(
      found.divergences.map { $0.input.value.canonicalText() } == [#"{"limit":null,"rows":[]}"#]
    )
    #expect(await findings(deciding: .second, strict).divergences.isEmpty)
    #expect(await findings(deciding: .first, strict).divergences.count == 1)
  }

  @Test func `a crash is found even where the other refuses the input`() async {
    let crashing: Answer = { input in
      if input["rows"]?.elements == nil {
        throw ImplementationFailure("was ended by SIGSEGV", .crash)
      }
      return try Self.rows(of: input)
    }
    let found = await findings(deciding: .first, crashing).divergences.map {
      $0.input.value.canonicalText()
    }
    #expect(found.count == 1 && found[0].utf8.count <= 2, "\(found)")
  }

  @Test(arguments: [(isOfLongInputs: true, count: 0), (isOfLongInputs: false, count: 1)])
  func `a reply that is longer than the run takes is found, unless the input is long itself`(
    isOfLongInputs: Bool,
    count: Int
  ) async {
    let flooding: Answer = { input in
      if input["rows"]?.elements != nil, !isOfLongInputs || input.canonicalUTF8().count > 16_384 {
        throw ImplementationFailure(
          "wrote a line of more than 9 bytes",
          .crash,
          isOverSizeLimit: true
        )
      }
      return try Self.rows(of: input)
    }
    #expect(await findings(flooding).divergences.count == count)
  }

  @Test func `two replies that are longer than the run takes are no disagreement`() async {
    let flooding: Answer = { input in
      guard input["rows"]?.elements?.count == 2 else { return try Self.rows(of: input) }
      throw ImplementationFailure(
        "wrote a line of more than 9 bytes",
        .crash,
        isOverSizeLimit: true
      )
    }
    let alone = await findings(flooding)
    #expect(alone.divergences.count == 1)
    let both = await findings(against: flooding, flooding)
    #expect(both.divergences.isEmpty)
    #expect(both.refused > alone.refused)
  }

  @Test func `the same is found whoever answers first, and another seed gives other inputs`() async
  {
    let answer = Self.mistakes[0].answer
    let once = await findings(answer)
    let again = await findings(jobs: 7, answer)
    #expect(once.divergences.map(\.number) == again.divergences.map(\.number))
    #expect(once.disagreeing == again.disagreeing)
    #expect(
      generator(seed: 0).input(number: 5).tree.value
        == generator(seed: 0).input(number: 5).tree.value
    )
    #expect(
      (0..<20).contains {
        generator(seed: 0).input(number: $0).tree.value
          != generator(seed: 1).input(number: $0).tree.value
      }
    )
  }

  /// The fuzzer finds mistakes with longer lists and texts, too, but it takes a while to shrink
  /// them.
  @Test func `lists of more than 1,000 and texts of 65,537 are among the inputs`() {
    let inputs = (0..<1_500).lazy.map { generator(seed: 0).input(number: $0).tree.value }
    #expect(inputs.contains { $0["rows"]?.elements?.count ?? 0 > 1_000 })
    #expect(
      inputs.contains { input in
        input["rows"]?.elements?.contains { $0["text"]?.string?.utf8.count == 65_537 } ?? false
      }
    )
  }

  /// Only a change to the generator may change the digest. In particular, the platform may not.
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

  private func findings(
    against first: @escaping Answer = { try rows(of: $0) },
    deciding: Divergence.Side? = nil,
    jobs: Int = 1,
    _ answer: @escaping Answer
  ) async -> Fuzzer.Findings {
    let reference = InProcessImplementation(name: "reference") { try first($0.input) }
    let other = InProcessImplementation(name: "other") { try answer($0.input) }
    let fuzzer = Fuzzer(
      contract: "c",
      operation: ContractOperation("o"),
      generator: generator(seed: 0),
      implementations: (reference, other),
      deciding: deciding
    )
    return await fuzzer.run(inputs: 1_500, until: nil, jobs: jobs) {}
  }
}

/// Tests of what is kept of a disagreement while its input shrinks.
struct ShrinkingTests {
  private typealias Answer = @Sendable (JSONValue) -> JSONValue

  @Test func `white space and dashes that differ together are two findings`() async {
    let words = ["a", "bb", "c-d", "e--f", "g"]
    let texts = (0..<40).map { number in
      let text = (0..<8).map { words[(number * 7 + $0 * 3) % words.count] }
      return JSONValue.string(text.joined(separator: "  ") + "  x--y  z")
    }
    let other = Self.onText { text in
      text.replacing("  ", with: " ").replacing("--", with: "\u{2013}")
    }
    let found = await Self.found(over: texts, other)
    let outputs = Set(found.map { Self.text(of: $0) })
    #expect(outputs.contains("  "), "white space alone: \(outputs)")
    #expect(outputs.contains("--"), "dashes alone: \(outputs)")
  }

  @Test func `a comment isn't lost to white space at its ends`() async {
    let texts: [JSONValue] = [
      "<p>one</p> <!-- two --> ", " <!-- three --><b>four</b>", "five <!--six-->",
    ]
    let reference = Self.onText { text in
      text.replacing("<!--", with: "&lt;!--").trimming(" ")
    }
    let found = await Self.found(over: texts, reference: reference, Self.onText { $0 })
    let outputs = Set(found.map { Self.text(of: $0) })
    #expect(outputs.contains("<!--"), "the comment: \(outputs)")
    #expect(outputs.contains(" "), "the white space: \(outputs)")
  }

  @Test func `each element of a list of booleans is a finding of its own`() async {
    let inputs = (0..<20).map { number -> JSONValue in
      .array([number, number * 3, number * 7].map { .number(JSONNumber($0)) })
    }
    let verdicts: @Sendable (Int, Int) -> Answer = { first, third in
      { input in
        let numbers = input.elements?.map { $0.number?.integer ?? 0 } ?? []
        let a = numbers.first ?? 0
        let c = numbers.dropFirst(2).first ?? 0
        return [.bool(a < first), true, .bool(c < third)]
      }
    }
    let found = await Self.found(over: inputs, reference: verdicts(10, 50), verdicts(12, 60))
    let places = Set(found.flatMap { $0.divergence.differences.map { "\($0.pointer)" } })
    #expect(places == ["/0", "/2"])
    #expect(found.contains { $0.divergence.differences.map { "\($0.pointer)" } == ["/0"] })
    #expect(found.contains { $0.divergence.differences.map { "\($0.pointer)" } == ["/2"] })
  }

  @Test func `a number that is too large isn't replaced by one that is too small`() async {
    let inputs = (0..<30).map { JSONValue.number(JSONNumber($0 * 1_000_003 % 4_096)) }
    let other: Answer = { input in
      let number = Int(input.number?.integer ?? 0)
      if number > 1_000 { return .number(JSONNumber(number - 1)) }
      return .number(JSONNumber(number == 0 ? 7 : number))
    }
    let found = await Self.found(over: inputs, reference: { $0.number == nil ? 0 : $0 }, other)
    let values = found.compactMap { $0.input.value.number?.integer }
    #expect(values.contains(0))
    #expect(values.contains { (1_001..<10_010).contains($0) }, "\(values)")
  }

  @Test func `errors with other messages are findings of their own`() async {
    let inputs: [JSONValue] = [
      ["a": [1, 2], "b": "x"], ["a": [], "b": "yy"], ["a": [3], "b": ""],
    ]
    let other: @Sendable (Request) throws -> JSONValue = { request in
      if request.input["b"]?.string == nil { throw ImplementationFailure("b is not a text") }
      if request.input["a"]?.elements == nil { throw ImplementationFailure("a is not a list") }
      return 0
    }
    let found = await Self.found(
      over: inputs,
      InProcessImplementation(name: "reference") { _ in 0 },
      InProcessImplementation(name: "other") { try other($0) }
    )
    let messages = Set(found.compactMap { $0.divergence.second.failure?.message })
    #expect(messages == ["b is not a text", "a is not a list"])
  }

  @Test func `another kind of disagreement that a smaller input shows is reported`() async {
    // The second implementation lowercases long texts and answers short ones with "-".
    let inputs: [JSONValue] = ["Abcdefghij klm", "Nopqrstuv wxyz 12"]
    let other = Self.onText { text in text.utf8.count > 6 ? text.lowercased() : "-" }
    let found = await Self.found(over: inputs, other)
    let outputs = Set(found.map { $0.divergence.second.output?.text })
    #expect(outputs.contains(#""-""#), "\(outputs)")
    #expect(outputs.contains { $0?.utf8.count ?? 0 > 6 }, "\(outputs)")
  }

  @Test func `another element of a list at which only smaller inputs differ is reported`() async {
    // The third verdict is wrong for long texts, and the first one for short texts.
    let inputs: [JSONValue] = ["abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba"]
    let other: Answer = { input in
      let count = input.string?.unicodeScalars.count ?? 0
      return [.bool(!(1...3).contains(count)), true, .bool(count <= 12)]
    }
    // Few inputs, so that none of them is short.
    let found = await Self.found(
      over: inputs,
      inputs: 4,
      reference: { _ in [true, true, true] },
      other
    )
    let places = Set(found.flatMap { $0.divergence.differences.map { "\($0.pointer)" } })
    #expect(places == ["/0", "/2"])
    let counts = found.map { $0.input.value.string?.unicodeScalars.count }
    #expect(counts.contains(13), "\(counts)")
    #expect(counts.contains(1), "\(counts)")
  }

  @Test func `an element that differs only together with another one is kept`() async {
    // Whenever the second verdict is wrong, the first one is wrong too.
    let inputs: [JSONValue] = ["a", "bb", "ccc", "dddd", "eeeee", "ffffff"]
    let other: Answer = { input in
      let count = input.string?.unicodeScalars.count ?? 0
      return [.bool(count < 2), .bool(count < 5)]
    }
    let found = await Self.found(over: inputs, reference: { _ in [true, true] }, other)
    let places = Set(found.map { $0.divergence.differences.map { "\($0.pointer)" } })
    #expect(places.contains(["/0"]), "\(places)")
    #expect(places.contains(["/0", "/1"]), "\(places)")
  }

  // MARK: - Helpers

  private static func onText(_ change: @escaping @Sendable (String) -> String) -> Answer {
    { input in .string(change(input.string ?? "")) }
  }

  private static func text(of found: Fuzzer.Found) -> String { found.input.value.string ?? "" }

  private static func found(
    over inputs: [JSONValue],
    inputs count: Int = 100,
    reference: @escaping Answer = onText { $0 },
    _ other: @escaping Answer
  ) async -> [Fuzzer.Found] {
    await found(
      over: inputs,
      inputs: count,
      InProcessImplementation(name: "reference") { reference($0.input) },
      InProcessImplementation(name: "other") { other($0.input) }
    )
  }

  private static func found(
    over inputs: [JSONValue],
    inputs count: Int = 100,
    _ first: InProcessImplementation,
    _ second: InProcessImplementation
  ) async -> [Fuzzer.Found] {
    let fuzzer = Fuzzer(
      contract: "c",
      operation: ContractOperation("o"),
      generator: InputGenerator(corpus: InputCorpus(inputs), seed: 0, name: "c/o"),
      implementations: (first, second),
      deciding: nil
    )
    return await fuzzer.run(inputs: count, until: nil, jobs: 1) {}.divergences
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}

extension JSONValue {
  fileprivate func merging(_ other: JSONValue) -> JSONValue {
    .object(
      JSONObject((Array(object ?? [:]) + Array(other.object ?? [:])).map { ($0.key, $0.value) })
    )
  }
}
