import CanonicalJSON
import Conformance
import Fuzzing
import Testing

struct InputShrinkingTests {
  /// The result of shrinking an input.
  private struct Shrunk {
    let tree: InputTree
    /// The inputs that were tried, with the smallest one at that time.
    var attempts: [(tried: InputTree, smallest: InputTree)]
    let remaining: Int
  }

  /// Shrinks an input while a condition is true.
  ///
  /// - Parameters:
  ///   - outcome: What one of the two implementations answers for each input that meets the
  ///     condition. The other one returns `true`.
  private static func shrunk(
    _ value: JSONValue,
    tries: Int = 10_000,
    until deadline: ContinuousClock.Instant? = nil,
    outcome: Outcome = .output(false),
    while isKept: @escaping (JSONValue) -> Bool
  ) async throws -> Shrunk {
    let comparison = AnswerComparison(operation: ContractOperation("o"), deciding: nil)
    let result = await comparison.compare(.output(true), outcome, inputSize: { 0 })
    guard case .divergence(let divergence) = result, let trait = divergence.traits.first else {
      throw NoDivergence()
    }

    var attempts: [(InputTree, InputTree)] = []
    var shrinking = InputShrinking(tries: tries, until: deadline) { tree, shown in
      attempts.append((tree, shown.tree))
      guard isKept(tree.value) else { return nil }
      return Reproduction(tree: tree, divergence: divergence, trait: trait)
    }
    let start = Reproduction(tree: InputTree(value), divergence: divergence, trait: trait)
    let smallest = await shrinking.shrink(start)
    return Shrunk(tree: smallest.tree, attempts: attempts, remaining: shrinking.remaining)
  }

  private struct NoDivergence: Error {}

  /// Returns whether the written JSON of a value contains a text.
  private static func has(_ text: String) -> (JSONValue) -> Bool {
    { $0.writtenText().contains(text) }
  }

  // MARK: - Results

  @Test(
    arguments: [
      (
        ["rows": [["id": "a", "text": "xx needle yy"], ["id": "b"]], "n": 12, "none": .null],
        #"{"rows":[{"text":"needle"}]}"#
      ),
      (["a", ["b", ["c", "needle"]], "d"], #"[["","needle"]]"#),
      (#" [1, {"k": "needle"}, 2.50]"#, #""[{\"k\":\"needle\"}]""#),
      (#"<p><b c="needle" d="e">text</b><i/></p>"#, #""needle""#),
    ] as [(JSONValue, String)]
  )
  func `everything that isn't needed is left out`(value: JSONValue, smallest: String) async throws {
    let shrunk = try await Self.shrunk(value, while: Self.has("needle"))
    if smallest == #"[["","needle"]]"# {
      // Elements are left out wherever they are.
      #expect(shrunk.tree.value == [[["needle"]]])
    } else {
      #expect(shrunk.tree.value.writtenText() == smallest)
    }
  }

  @Test(arguments: [(12_345, 100, 123), (-12_345, .min, 0), (7, 1, 7), (1_000, 999, 1_000)])
  func `a number loses digits while the disagreement stays`(
    number: Int,
    least: Int,
    smallest: Int
  ) async throws {
    let shrunk = try await Self.shrunk(.number(JSONNumber(number))) { value in
      value.number?.integer.map { $0 >= least } ?? false
    }
    #expect(shrunk.tree.value == .number(JSONNumber(smallest)))
  }

  @Test func `a number loses digits that its value doesn't need`() async throws {
    let value = try JSONDocument(parsing: "[1.50]").root.value
    let shrunk = try await Self.shrunk(value) { $0 == [1.5] }
    #expect(shrunk.tree.value.writtenText() == "[1.5]")
  }

  @Test func `members are left out of all elements of a list whose length matters`() async throws {
    let rows = (0..<60).map { JSONValue.object(["id": .string("row \($0)"), "n": 1]) }
    let shrunk = try await Self.shrunk(["rows": .array(rows)]) {
      $0["rows"]?.elements?.count == 60
    }
    #expect(shrunk.tree.value == ["rows": .array(Array(repeating: [:], count: 60))])
    // Leaving out one member at a time would take more.
    let first = shrunk.attempts.firstIndex { $0.tried.value == shrunk.tree.value }
    #expect(try #require(first) < 10)
  }

  @Test func `no single element or member of the result can be left out`() async throws {
    func isKept(_ value: JSONValue) -> Bool {
      let numbers = value["l"]?.elements?.compactMap { $0.number?.integer } ?? []
      return numbers.reduce(0, +) >= 10 && numbers.count.isMultiple(of: 2)
    }
    let value: JSONValue = ["l": [1, 2, 3, 4, 5, 6, 7, 8], "m": [1, 2], "n": "x"]
    let shrunk = try await Self.shrunk(value, while: isKept)
    #expect(isKept(shrunk.tree.value))
    #expect(shrunk.tree.value["m"] == nil && shrunk.tree.value["n"] == nil)
    let elements = shrunk.tree.value["l"]?.elements ?? []
    for index in elements.indices {
      var shorter = elements
      shorter.remove(at: index)
      #expect(!isKept(["l": .array(shorter)]))
    }
  }

  // MARK: - Attempts

  @Test func `every attempt is smaller than the smallest input so far`() async throws {
    let value: JSONValue = ["rows": [["id": "abc", "n": 120], ["text": "[1, 2, 3]"]], "b": true]
    let shrunk = try await Self.shrunk(value) { $0["rows"]?.elements?.count == 2 }
    #expect(!shrunk.attempts.isEmpty)
    #expect(shrunk.attempts.allSatisfy { $0.tried.size < $0.smallest.size })
  }

  @Test(arguments: [0, 1, 5, 17]) func `there are no more attempts than tries`(tries: Int)
    async throws
  {
    let value: JSONValue = .array((0..<50).map { .number(JSONNumber($0)) })
    let shrunk = try await Self.shrunk(value, tries: tries) { $0.elements?.count ?? 0 > 30 }
    #expect(shrunk.attempts.count == tries)
    #expect(shrunk.remaining == 0)
    #expect(tries > 0 || shrunk.tree.value == value)
  }

  @Test func `a long input and a crash cost more than one try`() async throws {
    let long = JSONValue.string(String(repeating: "x", count: 40_000))
    let ofLong = try await Self.shrunk(long, tries: 100) { _ in false }
    #expect(ofLong.attempts.count < 50)

    let crash = Outcome.failure(ImplementationFailure("exited", .crash))
    let value: JSONValue = .array(Array(repeating: 0, count: 64))
    let ofCrash = try await Self.shrunk(value, tries: 150, outcome: crash) {
      $0.elements?.count ?? 0 >= 8
    }
    // Two smaller inputs with a crash cost all tries.
    let taken = Set(ofCrash.attempts.map(\.smallest.size)).count
    #expect(taken <= 2)
    #expect(ofCrash.remaining <= 0)
  }

  @Test func `after the deadline nothing is tried`() async throws {
    let shrunk = try await Self.shrunk([1, 2, 3], until: .now - .seconds(1)) { _ in true }
    #expect(shrunk.attempts.isEmpty)
    #expect(shrunk.tree.value == [1, 2, 3])
  }
}
