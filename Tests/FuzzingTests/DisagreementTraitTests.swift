import CanonicalJSON
import Conformance
import Fuzzing
import TestSuites
import Testing

/// Tests of what counts as the same disagreement.
struct DisagreementTraitTests {
  /// Two outputs that differ.
  typealias Pair = (expected: JSONValue, actual: JSONValue)

  private static func divergence(
    _ first: Outcome,
    _ second: Outcome,
    operation: ContractOperation = ContractOperation("o")
  ) async throws -> Divergence {
    let comparison = AnswerComparison(operation: operation, deciding: nil)
    let result = await comparison.compare(first, second, inputSize: { 0 })
    guard case .divergence(let divergence) = result else { throw NoDivergence() }
    return divergence
  }

  private struct NoDivergence: Error {}

  private static func traits(_ expected: JSONValue, _ actual: JSONValue) async throws
    -> [DisagreementTrait]
  {
    try await divergence(.output(expected), .output(actual)).traits
  }

  private static func kinds(_ first: Outcome, _ second: Outcome) async throws
    -> Set<DisagreementTrait.Kind>
  {
    Set(try await divergence(first, second).traits.map(\.kind))
  }

  // MARK: - Outputs

  @Test(
    arguments: [
      (["a": 1], [:], "/a", DisagreementTrait.Change.missing(.number)),
      ([:], ["a": "x"], "/a", .unexpected(.string)),
      (["a": 1], ["a": "1"], "/a", .otherKind(expected: .number, actual: .string)),
      (["a": [1]], ["a": .null], "/a", .otherKind(expected: .array, actual: .null)),
      (["a": true], ["a": false], "/a", .bool(expected: true)),
      (["a": ["b": [false]]], ["a": ["b": [true]]], "/a/b/*", .bool(expected: false)),
      (["a": "x"], ["a": "X"], "/a", .text(.letterCase)),
    ] as [(JSONValue, JSONValue, String, DisagreementTrait.Change)]
  )
  func `a difference has the trait of its place and change`(
    expected: JSONValue,
    actual: JSONValue,
    place: String,
    change: DisagreementTrait.Change
  ) async throws {
    let traits = try await Self.traits(expected, actual)
    #expect(traits.map { "\($0.kind.place)" } == [place])
    #expect(traits.map(\.kind.change) == [change])
  }

  @Test(
    arguments: [
      ("other numbers", (5, 6), (100, 900), true),
      ("other words", ("one", "two"), ("three", "four"), true),
      ("another element", ([1, 2], [1, 3]), ([1, 2], [5, 2]), true),
      ("a value that is missing instead of another one", ([1], []), ([9, 2], [9]), true),
      ("a number that is less instead of greater", (5, 6), (6, 5), false),
      ("a number with another sign", (5, -6), (5, 4), false),
      ("a fraction instead of an integer", (5, 6), (5, 6.5), false),
      ("a missing text instead of a number", ([1], []), (["x"], []), false),
      ("true instead of false", (true, false), (false, true), false),
      ("a word instead of white space", ("a b", "a c"), ("a b", "a  b"), false),
      ("another member", (["a": 1], ["a": 2]), (["b": 1], ["b": 2]), false),
      ("another level", ([1], [2]), ([[1]], [[2]]), false),
    ] as [(String, Pair, Pair, Bool)]
  )
  func `two disagreements are of the same kind if they differ in the same way`(
    _: String,
    first: Pair,
    second: Pair,
    isSame: Bool
  ) async throws {
    let kinds = try await Self.kinds(.output(first.expected), .output(first.actual))
    let others = try await Self.kinds(.output(second.expected), .output(second.actual))
    #expect((kinds == others) == isSame, "\(kinds) \(others)")
  }

  @Test func `a moved element isn't a missing one`() async throws {
    let operation = try #require(try Words().contract.operation("split"))
    func words(_ ids: String...) -> Outcome {
      .output(["words": .array(ids.map { ["id": .string($0), "length": "short"] })])
    }
    let moved = try await Self.divergence(words("a", "b"), words("b", "a"), operation: operation)
    #expect(Set(moved.traits.map(\.kind.change)) == [.moved])
    let missing = try await Self.divergence(words("a", "b"), words("b"), operation: operation)
    #expect(missing.traits.map(\.kind.change) == [.missing(.object)])
  }

  @Test func `the labels of a manifest are told apart, and other texts aren't`() async throws {
    let operation = try #require(try Words().contract.operation("split"))
    func word(_ length: String) -> Outcome {
      .output(["words": [["id": "a", "length": .string(length)]]])
    }
    let labels = try await Self.divergence(word("short"), word("long"), operation: operation)
    #expect(
      labels.traits.map(\.kind.change)
        == [.text(.removed(.label("short"))), .text(.added(.label("long")))]
    )
  }

  @Test func `at most eight traits of a kind are kept, and each only once`() async throws {
    let falses = JSONValue.array(Array(repeating: false, count: 30))
    let trues = JSONValue.array(Array(repeating: true, count: 30))
    let traits = try await Self.traits(["a": falses, "b": 1], ["a": trues, "b": 2])
    #expect(traits.count == 9)
    #expect(Set(traits).count == traits.count)
  }

  // MARK: - Failures

  @Test(arguments: [
    ("other numbers", "line 3 is bad", "line 41 is bad", true),
    ("another quoted part", "'a b' isn't a name", "'c' isn't a name", true),
    ("another quoted part in double quotes", #"unknown key "a""#, #"unknown key "bc""#, true),
    ("other words", "is too long", "is too short", false),
  ])
  func `two messages are of the same kind if they differ only in numbers and quoted parts`(
    _: String,
    first: String,
    second: String,
    isSame: Bool
  ) async throws {
    let kinds = try await [first, second].asyncMap {
      try await Self.kinds(.output(1), .failure(ImplementationFailure($0)))
    }
    #expect((kinds[0] == kinds[1]) == isSame)
  }

  @Test func `failures of another side, kind or code are of another kind`() async throws {
    let plain = ImplementationFailure("m")
    let kind = try await Self.kinds(.output(1), .failure(plain))
    let others = [
      try await Self.kinds(.failure(plain), .output(1)),
      try await Self.kinds(.output(1), .failure(ImplementationFailure("m", .crash))),
      try await Self.kinds(.output(1), .failure(ImplementationFailure("m", code: JSONNumber(7)))),
    ]
    #expect(Set(others + [kind]).count == 4)
  }

  @Test func `a refused element is of the same kind wherever it is`() async throws {
    func kinds(_ tokens: String...) async throws -> Set<DisagreementTrait.Kind> {
      let pointer = JSONPointer(tokens: tokens)
      return try await Self.kinds(
        .output(1),
        .failure(ImplementationFailure("m", refusing: pointer))
      )
    }
    #expect(try await kinds("rows", "3") == kinds("rows", "12"))
    #expect(try await kinds("rows", "3") != kinds("columns", "3"))
  }

  // MARK: - Positions

  @Test(arguments: [
    ("the same index in a shorter list", [0, 1, 0], [0, 1], true),
    ("the same index from the end", [0, 0, 1, 0], [1, 0], true),
    ("the only element, which was the first", [1, 0, 0], [1], true),
    ("the only element, which was the last", [0, 0, 1], [1], true),
    ("another index from both ends", [0, 1, 0, 0], [1, 0], false),
    ("the only element, which was in the middle", [0, 1, 0], [1], false),
  ])
  func `a smaller input shows the same element if its index is the same from either end`(
    _: String,
    before: [Int],
    after: [Int],
    continues: Bool
  ) async throws {
    func trait(_ list: [Int]) async throws -> DisagreementTrait {
      let expected = JSONValue.array(list.map { _ in false })
      let actual = JSONValue.array(list.map { .bool($0 == 1) })
      return try #require(try await Self.traits(expected, actual).first)
    }
    #expect(try await trait(after).continues(trait(before)) == continues)
  }

  @Test func `a disagreement of another kind doesn't continue one at the same place`() async throws
  {
    let first = try #require(try await Self.traits([1], [2]).first)
    let second = try #require(try await Self.traits([2], [1]).first)
    #expect(first.continues(first))
    #expect(!first.continues(second))
  }
}

/// Tests of which answers count as a disagreement.
struct AnswerComparisonTests {
  private static let refusal = Outcome.failure("is invalid")
  private static let crash = Outcome.failure(ImplementationFailure("exited", .crash))
  private static let timeout = Outcome.failure(ImplementationFailure("timed out", .timeout))
  private static let overLimit = Outcome.failure(
    ImplementationFailure("too long", .crash, isOverSizeLimit: true)
  )

  private static func word(
    _ first: Outcome,
    _ second: Outcome,
    deciding: Divergence.Side? = nil,
    size: Int = 0
  ) async -> String {
    let comparison = AnswerComparison(operation: ContractOperation("o"), deciding: deciding)
    switch await comparison.compare(first, second, inputSize: { size }) {
    case .same: return "same"
    case .refused: return "refused"
    case .notRun: return "not run"
    case .divergence: return "divergence"
    }
  }

  @Test(
    arguments: [
      (.output(1), .output(1), "same"),
      (.output(1), .output(2), "divergence"),
      (.output(1), refusal, "divergence"),
      (refusal, refusal, "refused"),
      (refusal, crash, "divergence"),
      (crash, crash, "divergence"),
      (timeout, timeout, "divergence"),
      (.skipped(reason: "r"), .output(1), "refused"),
      (.notRun, .output(1), "not run"),
      (.skipped(reason: "r"), .notRun, "not run"),
      (overLimit, overLimit, "refused"),
      (overLimit, .output(1), "divergence"),
    ] as [(Outcome, Outcome, String)]
  )
  func `answers disagree unless they are the same or both refuse`(
    first: Outcome,
    second: Outcome,
    word: String
  ) async {
    #expect(await Self.word(first, second) == word)
    #expect(await Self.word(second, first) == word)
  }

  @Test func `the deciding implementation refuses an input for both, but excuses no crash`() async {
    #expect(await Self.word(Self.refusal, .output(1), deciding: .first) == "refused")
    #expect(await Self.word(.output(1), Self.refusal, deciding: .first) == "divergence")
    #expect(await Self.word(.output(1), Self.refusal, deciding: .second) == "refused")
    #expect(await Self.word(Self.refusal, Self.crash, deciding: .first) == "divergence")
    #expect(await Self.word(Self.crash, .output(1), deciding: .first) == "divergence")
  }

  @Test func `an output over the limit is excused if the input is longer than 16 KiB`() async {
    #expect(await Self.word(Self.overLimit, .output(1), size: 16 << 10) == "divergence")
    #expect(await Self.word(Self.overLimit, .output(1), size: (16 << 10) + 1) == "refused")
  }
}

extension [String] {
  fileprivate func asyncMap<Result>(
    _ transform: (String) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
