import CanonicalJSON
import Conformance
import Fuzzing
import MessageSnapshot
import Reporting
import Synchronization
import TestSuites
import Testing

struct ReduceReportTests {
  private let messages = MessageSnapshot("Reports of a reduction")

  /// A recording whose payloads have the text of a row.
  private static let recording = Recording(member: "payloads", target: "rows") { payload, _ in
    ["text": payload["text"] ?? .null]
  }
  private static let payloads = JSONValue.array(
    (0..<20).map { ["text": .string($0 == 7 ? "bad" : "row \($0)")] }
  )

  /// Returns the outcome of an implementation for which the text `bad` is wrong.
  private static func outcome(of input: JSONValue) -> Outcome {
    .output(.bool(!input.writtenText().contains("bad")))
  }

  /// Reduces a value.
  ///
  /// - Parameter isAlone: Whether there is only the other implementation.
  private static func reduced(
    _ value: JSONValue,
    recording: Recording? = nil,
    isAlone: Bool = false,
    tries: Int = .max,
    limit: Duration? = nil,
    reference: @escaping @Sendable (JSONValue) -> Outcome = { _ in .output(true) },
    _ other: @escaping @Sendable (JSONValue) -> Outcome = outcome
  ) async throws -> ReducedInput {
    let implementations = [reference, other].suffix(isAlone ? 1 : 2).map { answer in
      AnsweringImplementation(name: "i") { answer($0.input) }
    }
    let reduction = InputReduction(
      contract: "words",
      operation: ContractOperation("split"),
      subject: implementations.count == 1
        ? .single(implementations[0])
        : .pair(implementations[0], implementations[1], deciding: nil),
      recording: recording
    )
    guard
      case .reduced(let reduced) = await reduction.reduce(
        value,
        tries: tries,
        until: limit.map { .now + $0 },
        progress: {}
      )
    else {
      throw NotReduced()
    }
    return reduced
  }

  private struct NotReduced: Error {}

  private func report(
    _ implementations: [String] = ["reference", "other"],
    isRecording: Bool = false,
    _ verbosity: Verbosity = .normal
  ) -> ReduceReport {
    ReduceReport(
      name: "words/a",
      operation: "words/split",
      implementations: implementations,
      isRecording: isRecording,
      rows: "rows",
      verbosity: verbosity,
      width: 80
    )
  }

  private func lines(
    _ reduced: ReducedInput,
    of value: JSONValue,
    isRecording: Bool = false,
    isSaved: Bool = false,
    limit: Duration? = .seconds(60),
    _ verbosity: Verbosity = .normal
  ) -> [StyledLine] {
    report(isRecording: isRecording, verbosity).lines(
      reduced,
      of: value,
      command: "parity run words/split",
      isSaved: isSaved,
      limit: limit
    )
  }

  /// Returns the notes below a reduced input.
  private static func notes(_ lines: [StyledLine]) -> [String] {
    lines.texts.filter { $0.hasPrefix("note: ") }
  }

  // MARK: - Lines

  @Test func `an input is printed before and after, with the command that sends it`() async throws {
    let value: JSONValue = ["rows": [["text": "a"], ["text": "bad"], ["text": "b"]]]
    let reduced = try await Self.reduced(value)
    let lines = lines(reduced, of: value)
    messages.expect(lines.plainText, "an input")
    #expect(lines.texts(in: .heading).count == 2)
    #expect(lines.texts(in: .heading)[0].contains("3 rows"))
    #expect(lines.texts(in: .command) == ["parity run words/split"])
    #expect(lines.filter(\.isVerbatim).texts.first == reduced.value.writtenText())
    #expect(Self.notes(lines) == [])
  }

  @Test func `each payload of a recording is on a line that can be pasted`() async throws {
    let twice: @Sendable (JSONValue) -> Outcome = { input in
      let texts = input["rows"]?.elements?.map { $0["text"] } ?? []
      return .output(.bool(!(texts.contains("bad") && texts.contains("row 3"))))
    }
    let reduced = try await Self.reduced(Self.payloads, recording: Self.recording, twice)
    let lines = lines(reduced, of: Self.payloads, isRecording: true)
    messages.expect(lines.plainText, "a recording")
    #expect(lines.texts(in: .heading).map { $0.contains("20 rows") } == [true, false])
    #expect(
      lines.filter(\.isVerbatim).texts.prefix(2) == [#"{"text":"row 3"}"#, #"{"text":"bad"}"#]
    )
  }

  @Test func `a quiet report has only what is reduced`() async throws {
    let reduced = try await Self.reduced(Self.payloads)
    let normal = lines(reduced, of: Self.payloads)
    let quiet = lines(reduced, of: Self.payloads, .quiet)
    #expect(quiet.texts(in: .heading) == Array(normal.texts(in: .heading).suffix(1)))
    #expect(normal.suffix(quiet.count) == quiet[...])
  }

  @Test func `the failure of the only implementation is printed with its log`() async throws {
    let crashing: @Sendable (JSONValue) -> Outcome = { input in
      guard input.writtenText().contains("bad") else { return .output(0) }
      return .failure(ImplementationFailure("exited with status 3", .crash, log: ["oops"]))
    }
    let reduced = try await Self.reduced(Self.payloads, isAlone: true, crashing)
    let lines = report(["other"]).lines(
      reduced,
      of: Self.payloads,
      command: "parity run words/split",
      isSaved: true,
      limit: nil
    )
    #expect(lines.texts.count { $0 == "  no output other: exited with status 3" } == 2)
    #expect(lines.texts(in: .dim) == ["    | oops", "    | oops"])
  }

  @Test func `a long input is cut, and isn't in the command`() async throws {
    let long: JSONValue = .string(String(repeating: "x", count: 9_000))
    let reduced = try await Self.reduced(long) { input in
      .output(.bool(input.string?.utf8.count ?? 0 < 9_000))
    }
    let lines = lines(reduced, of: long)
    #expect(lines.texts(in: .command).isEmpty)
    #expect(lines.texts.allSatisfy { $0.utf8.count < 500 })
    let verbose = self.lines(reduced, of: long, .verbose)
    #expect(verbose.filter(\.isVerbatim).texts == [long.writtenText()])
  }

  @Test func `an input that isn't saved comes with the option to save it`() async throws {
    let reduced = try await Self.reduced(Self.payloads)
    let unsaved = lines(reduced, of: Self.payloads)
    let saved = lines(reduced, of: Self.payloads, isSaved: true)
    #expect(unsaved.count == saved.count + 1)
    #expect(unsaved.texts.count { $0.contains("--save FILE") } == 1)
    #expect(!saved.texts.contains { $0.contains("--save FILE") })
  }

  // MARK: - Notes

  @Test func `a note says that the time limit was reached, unless the run was interrupted`()
    async throws
  {
    let reduced = try await Self.reduced(Self.payloads, limit: .zero)
    let late = Self.notes(lines(reduced, of: Self.payloads, limit: .seconds(60)))
    #expect(late.count == 1)
    #expect(Self.notes(lines(reduced, of: Self.payloads, limit: nil)) == [])
    messages.expect(late, "a time limit")
  }

  @Test func `a note says that the attempts are used up`() async throws {
    let reduced = try await Self.reduced(Self.payloads, tries: 3)
    messages.expect(Self.notes(lines(reduced, of: Self.payloads)), "used attempts")
  }

  @Test func `a note says that timeouts take the time`() async throws {
    let hanging: @Sendable (JSONValue) -> Outcome = { _ in
      .failure(ImplementationFailure("timed out", .timeout))
    }
    let reduced = try await Self.reduced(Self.payloads, limit: .zero, hanging)
    #expect(Self.notes(lines(reduced, of: Self.payloads)).count == 2)
  }

  @Test func `a note says that a program was abandoned`() async throws {
    let count = Mutex(0)
    let abandoned: @Sendable (JSONValue) -> Outcome = { input in
      let call = count.withLock { count in
        count += 1
        return count
      }
      return call > 1 ? .notRun : Self.outcome(of: input)
    }
    let reduced = try await Self.reduced(Self.payloads, abandoned)
    messages.expect(Self.notes(lines(reduced, of: Self.payloads)), "an abandoned program")
  }

  @Test func `a note says that the failure wasn't confirmed`() async throws {
    let count = Mutex(0)
    let reduced = try await Self.reduced(.null) { _ in
      .output(
        .bool(
          count.withLock {
            $0 += 1; return $0
          } > 1
        )
      )
    }
    messages.expect(Self.notes(lines(reduced, of: .null)), "a failure that doesn't come again")
  }

  @Test func `a note says that parts of the failure are lost`() async throws {
    let value: JSONValue = ["a": "bad", "b": "bad"]
    let reduced = try await Self.reduced(
      value,
      reference: { _ in .output(["a": true, "b": true]) }
    ) { input in
      .output(["a": .bool(input["a"] != "bad"), "b": .bool(input["b"] != "bad")])
    }
    messages.expect(Self.notes(lines(reduced, of: value)), "parts that are lost")
  }

  // MARK: - Conclusions

  @Test func `the conclusion has the sizes, the attempts and the time`() async throws {
    let reduced = try await Self.reduced(Self.payloads, recording: Self.recording)
    func line(isInterrupted: Bool) -> StyledLine {
      report(isRecording: true).conclusion(
        reduced,
        of: Self.payloads,
        after: .seconds(2),
        isInterrupted: isInterrupted
      )
    }

    let words = [line(isInterrupted: false), line(isInterrupted: true)].map { $0.spans[0].text }
    #expect(words == ["FAIL  ", "INTERRUPTED  "])
    let text = line(isInterrupted: false).text(color: false)
    #expect(text.contains("20 rows") && text.contains("1 row,") && text.contains("2.0 s"))
    #expect(text.contains(figure(reduced.tries, "attempt")))
  }

  @Test func `nothing to reduce is a pass, with a next step if there is one`() {
    let plain = report().linesWithoutFailure(nextStep: nil)
    #expect(plain.map { $0.spans[0].text } == ["PASS  "])
    let advised = report().linesWithoutFailure(nextStep: "parity check --only words/a")
    #expect(advised.texts(in: .command) == ["parity check --only words/a"])
    #expect(advised.last == plain.last)
    #expect(report(.quiet).linesWithoutFailure(nextStep: "parity check") == plain)
    messages.expect(advised.plainText, "nothing to reduce")
  }
}

extension ReduceReportTests {
  private func report(_ verbosity: Verbosity) -> ReduceReport {
    report(["reference", "other"], isRecording: false, verbosity)
  }
}
