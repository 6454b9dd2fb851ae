import CanonicalJSON
import Conformance
import Fuzzing
import Synchronization
import TestSuites
import Testing

struct InputReductionTests {
  typealias Answer = @Sendable (JSONValue) throws -> JSONValue

  private static func result(
    of value: JSONValue,
    _ implementations: [any Implementation],
    deciding: Divergence.Side? = nil,
    recording: Recording? = nil,
    tries: Int = .max,
    until deadline: ContinuousClock.Instant? = nil
  ) async -> ReductionResult {
    let subject: InputReduction.Subject =
      implementations.count == 1
      ? .single(implementations[0])
      : .pair(implementations[0], implementations[1], deciding: deciding)
    return await InputReduction(
      contract: "c",
      operation: ContractOperation("o"),
      subject: subject,
      recording: recording
    )
    .reduce(value, tries: tries, until: deadline) {}
  }

  /// Reduces a value on which two implementations disagree.
  private static func reduced(
    _ value: JSONValue,
    recording: Recording? = nil,
    reference: @escaping Answer = { _ in true },
    _ other: @escaping Answer
  ) async throws -> ReducedInput {
    let implementations = [implementation(reference), implementation(other)]
    return try Self.reduced(await result(of: value, implementations, recording: recording))
  }

  private static func reduced(_ result: ReductionResult) throws -> ReducedInput {
    guard case .reduced(let reduced) = result else { throw NotReduced() }
    return reduced
  }

  private struct NotReduced: Error {}

  private static func implementation(_ answer: @escaping Answer) -> InProcessImplementation {
    InProcessImplementation(name: "i") { try answer($0.input) }
  }

  /// Returns the texts of the member `text` of the rows of an input.
  private static func texts(of input: JSONValue) -> [String] {
    input["rows"]?.elements?.compactMap { $0["text"]?.string } ?? []
  }

  /// A recording whose payloads have the text of a row.
  private static let recording = Recording(member: "payloads", target: "rows") { payload, index in
    ["id": .string("row-\(index)"), "text": payload["text"] ?? .null]
  }

  private static func payloads(_ count: Int, _ texts: [Int: String]) -> JSONValue {
    .array(
      (0..<count).map { ["type": "row", "text": .string(texts[$0] ?? "text \($0)")] }
    )
  }

  // MARK: - Recordings

  @Test func `a recording is reduced to the rows that show the disagreement`() async throws {
    let payloads = Self.payloads(1_000, [120: "open", 871: "bad"])
    let reduced = try await Self.reduced(payloads, recording: Self.recording) { input in
      let texts = Self.texts(of: input)
      let open = texts.firstIndex(of: "open") ?? texts.count
      return .bool(!texts[open...].contains("bad"))
    }
    #expect(reduced.isRecording)
    #expect(reduced.value == [["text": "open"], ["text": "bad"]])
    #expect(reduced.divergence.differences.map { "\($0.pointer)" } == [""])
    #expect(reduced.confirmation == .confirmed)
    #expect(!reduced.hasLostParts)
    #expect(reduced.tries < 500)
    guard case .complete = reduced.end else {
      Issue.record("\(reduced.end)")
      return
    }
  }

  @Test func `rows that depend on their number are reduced as an input`() async throws {
    let reduced = try await Self.reduced(Self.payloads(40, [:]), recording: Self.recording) {
      input in
      let ids = input["rows"]?.elements?.map { $0["id"] } ?? []
      return .bool(!ids.contains("row-10"))
    }
    #expect(!reduced.isRecording)
    #expect(reduced.value == ["rows": [["id": "row-10"]]])
  }

  @Test func `the same value is reduced in the same way`() async throws {
    let payloads = Self.payloads(200, [17: "bad", 101: "bad"])
    let answer: Answer = { input in .bool(Self.texts(of: input).count { $0 == "bad" } < 2) }
    let first = try await Self.reduced(payloads, recording: Self.recording, answer)
    let second = try await Self.reduced(payloads, recording: Self.recording, answer)
    #expect(first.value == second.value)
    #expect(first.tries == second.tries)
  }

  // MARK: - Inputs

  @Test func `long texts lose lines, items and characters`() async throws {
    let lines = (0..<200).map { "key\($0): one,two,three,needle\($0);" }
    let reduced = try await Self.reduced(["text": .string(lines.joined(separator: "\n"))]) {
      input in
      .bool(!(input["text"]?.string ?? "").contains("needle7"))
    }
    #expect(reduced.value == ["text": "needle7"])
  }

  @Test func `ids that have to stay equal become short together`() async throws {
    let value: JSONValue = [
      "rows": [["id": "identifier-1"], ["parent": "identifier-1"], ["id": "identifier-2"]]
    ]
    let reduced = try await Self.reduced(value) { input in
      let rows = input["rows"]?.elements ?? []
      let ids = rows.compactMap { $0["id"]?.string }
      let parents = rows.compactMap { $0["parent"]?.string }
      return .bool(!parents.contains { !$0.isEmpty && ids.contains($0) })
    }
    #expect(reduced.value == ["rows": [["id": "a"], ["parent": "a"]]])
  }

  @Test func `an input that shows another disagreement isn't taken`() async throws {
    // The second implementation lowercases long texts, and answers short ones with "-".
    let reduced = try await Self.reduced("ABCDEFGHIJKLM", reference: { $0 }) { input in
      let text = input.string ?? ""
      return .string(text.utf8.count > 6 ? text.lowercased() : "-")
    }
    #expect(reduced.value.string?.utf8.count == 7)
    #expect(reduced.divergence.second.output?.text.utf8.count == 9)
    #expect(!reduced.hasLostParts)
  }

  @Test func `a disagreement with more differences than the whole input has isn't taken`()
    async throws
  {
    // Short lists differ in both members.
    let reduced = try await Self.reduced(
      .array((0..<20).map { .number(JSONNumber($0)) }),
      reference: { _ in ["a": true, "b": true] }
    ) { input in
      ["a": false, "b": .bool((input.elements?.count ?? 0) >= 5)]
    }
    #expect(reduced.value.elements?.count == 5)
    #expect(reduced.divergence.differences.map { "\($0.pointer)" } == ["/a"])
  }

  @Test func `parts of the failure that the smallest input doesn't show are lost`() async throws {
    let reduced = try await Self.reduced(
      ["a": "bad", "b": "bad"],
      reference: { _ in ["a": true, "b": true] }
    ) { input in
      ["a": .bool(input["a"]?.string != "bad"), "b": .bool(input["b"]?.string != "bad")]
    }
    #expect(reduced.originalDivergence.differences.map { "\($0.pointer)" } == ["/a", "/b"])
    #expect(reduced.divergence.differences.map { "\($0.pointer)" } == ["/a"])
    #expect(reduced.value == ["a": "bad"])
    #expect(reduced.hasLostParts)
  }

  // MARK: - One implementation

  @Test func `the only implementation keeps its failure, and not another one`() async throws {
    let value: JSONValue = ["rows": [["text": "a"], ["text": "bad"], ["text": "c"]]]
    let crashing = Self.implementation { input in
      guard let rows = input["rows"]?.elements, !rows.isEmpty else {
        throw ImplementationFailure("needs rows")
      }
      if Self.texts(of: input).contains("bad") {
        throw ImplementationFailure("exited with status \(rows.count)", .crash)
      }
      return 0
    }
    let reduced = try Self.reduced(await Self.result(of: value, [crashing]))
    #expect(reduced.value == ["rows": [["text": "bad"]]])
    #expect(reduced.divergence.first.failure?.kind == .crash)
    #expect(reduced.divergence.first.failure == reduced.divergence.second.failure)
  }

  // MARK: - Nothing to reduce

  private static func word(_ result: ReductionResult) -> String {
    switch result {
    case .noDivergence: "no failure"
    case .refused(let outcomes): "refused: \(outcomes[0].failure?.message ?? "")"
    case .notRun: "not run"
    case .reduced: "reduced"
    }
  }

  @Test func `answers that don't disagree are told apart`() async {
    let fine = Self.implementation { _ in 1 }
    let refusing = Self.implementation { _ in throw ImplementationFailure("is invalid") }
    let abandoned = AnsweringImplementation(name: "i") { _ in .notRun }
    func word(_ implementations: any Implementation..., deciding: Divergence.Side? = nil) async
      -> String
    {
      Self.word(await Self.result(of: [1, 2], implementations, deciding: deciding))
    }

    #expect(await word(fine, fine) == "no failure")
    #expect(await word(fine) == "no failure")
    #expect(await word(refusing, refusing) == "refused: is invalid")
    #expect(await word(fine, abandoned) == "not run")
    #expect(await word(abandoned) == "not run")
    #expect(await word(fine, refusing) == "reduced")
    #expect(await word(refusing, fine, deciding: .first) == "reduced", "only one refuses it")
    #expect(await word(refusing, refusing, deciding: .first) == "refused: is invalid")
  }

  // MARK: - Ends

  /// Returns what the implementations answer for each call, by its number from 0.
  private static func counting(
    _ answer: @escaping @Sendable (_ call: Int) -> Outcome
  ) -> AnsweringImplementation {
    let calls = Mutex(0)
    return AnsweringImplementation(name: "i") { _ in
      answer(
        calls.withLock { calls in
          defer { calls += 1 }
          return calls
        }
      )
    }
  }

  @Test func `a failure that doesn't come again at the end isn't confirmed`() async throws {
    let flaky = Self.counting { .output($0 == 0 ? false : true) }
    let fine = Self.implementation { _ in true }
    let reduced = try Self.reduced(await Self.result(of: .null, [fine, flaky]))
    #expect(reduced.value == .null)
    #expect(reduced.tries == 0)
    #expect(reduced.confirmation == .failedToReproduce)
  }

  @Test func `an abandoned implementation ends a reduction with the smallest input so far`()
    async throws
  {
    let rows = JSONValue.array((0..<64).map { .number(JSONNumber($0)) })
    let abandoned = Self.counting { $0 < 1 ? .output(false) : .notRun }
    let fine = Self.implementation { _ in true }
    let reduced = try Self.reduced(await Self.result(of: ["l": rows], [fine, abandoned]))
    guard case .abandoned = reduced.end else {
      Issue.record("\(reduced.end)")
      return
    }
    #expect(reduced.value == ["l": rows])
    #expect(reduced.tries == 1)
    #expect(reduced.confirmation == .notAttempted)
  }

  @Test(arguments: [0, 1, 2])
  func `no more inputs are tried than allowed, and the smallest one is kept`(
    tries: Int
  ) async throws {
    let rows = JSONValue.array((0..<64).map { .number(JSONNumber($0)) })
    let fine = Self.implementation { _ in true }
    let wrong = Self.implementation { _ in false }
    let result = await Self.result(of: ["l": rows], [fine, wrong], tries: tries)
    let reduced = try Self.reduced(result)
    guard case .outOfTries = reduced.end else {
      Issue.record("\(reduced.end)")
      return
    }
    #expect(reduced.tries == tries)
    #expect((reduced.value == ["l": rows]) == (tries == 0))
    #expect(reduced.confirmation == .notAttempted)
  }

  @Test func `after the deadline the input stays as it is`() async throws {
    let fine = Self.implementation { _ in true }
    let wrong = Self.implementation { _ in false }
    let result = await Self.result(of: [1, 2], [fine, wrong], until: .now - .seconds(1))
    let reduced = try Self.reduced(result)
    guard case .stopped = reduced.end else {
      Issue.record("\(reduced.end)")
      return
    }
    #expect(reduced.value == [1, 2])
    #expect(reduced.tries == 0)
  }
}
