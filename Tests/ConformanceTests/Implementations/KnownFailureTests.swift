import CanonicalJSON
import Conformance
import MessageSnapshot
import RFC3339
import Reporting
import TestSuites
import Testing

struct KnownFailureTests {
  private let messages = MessageSnapshot("The list of known failures")
  private let suite = SuiteFolder()

  @Test func `a known failure is counted apart, and the run is green`() async throws {
    let findings = try await findings(
      known: KnownFailure(of: "other", "words/a", Self.pin, reason: "later")
    )
    #expect(
      findings.counts.known == 1 && findings.counts.failed == 0 && findings.counts.checked == 2
    )
    #expect(findings.exitStatus == .success)
    messages.expect(findings.console(.verbose), "a known failure in detail")
    messages.expect(findings.console(), "a known failure")
  }

  @Test func `a known failure that passes is red`() async throws {
    let findings = try await findings(
      known: KnownFailure(of: "other", "words/b", Self.pin, reason: "later")
    )
    messages.expect(
      findings.diagnostics,
      "a known failure that passes",
      at: ["\(KnownFailuresFile.path) error knownFailure words/b"]
    )
    #expect(findings.exitStatus == .notConformant)
  }

  @Test(arguments: [
    (
      FailurePin(.differs, output: String(repeating: "0", count: 64)),
      "an error in place of a difference"
    ),
    (
      FailurePin(.order, output: String(repeating: "0", count: 64)),
      "an error in place of a dependence on order"
    ),
    (FailurePin(.crash), "an error in place of a crash"),
    (FailurePin(.timeout), "an error in place of no reply"),
    (FailurePin(.error, code: JSONNumber(8)), "an error with another code"),
  ])
  func `a failure other than the known one is red, and the line says how it changed`(
    pin: FailurePin,
    entry: String
  ) async throws {
    let findings = try await findings(
      known: KnownFailure(of: "other", "words/a", pin, reason: "later")
    )
    #expect(findings.counts.failed == 1 && findings.counts.known == 0)
    #expect(findings.exitStatus == .notConformant)
    messages.expect(
      findings.diagnostics,
      entry,
      at: ["\(KnownFailuresFile.path) error knownFailure words/a"]
    )
    let note = try #require(findings.diagnostics.first?.notes.first)
    #expect(note.hasSuffix(": parity known add --renew --implementation other --only words/a"))
  }

  @Test func `a wrong output is known by its value, whatever the members' order`() async throws {
    let known = { (output: JSONValue) in
      let digest = GoldenLock.digest(output.canonicalUTF8())
      return KnownFailure(
        of: "other",
        "words/a",
        FailurePin(.differs, output: digest),
        reason: "later"
      )
    }
    let same = try await findings(
      known: known(["a": 1, "b": 2]),
      output: .output(["b": 2, "a": 1])
    )
    #expect(same.counts.known == 1 && same.exitStatus == .success)

    let other = try await findings(
      known: known(["a": 1, "b": 2]),
      output: .output(["a": 1, "b": 3])
    )
    #expect(other.counts.failed == 1 && other.exitStatus == .notConformant)
    messages.expect(
      other.diagnostics,
      "a wrong output that has changed",
      at: ["\(KnownFailuresFile.path) error knownFailure words/a"]
    )
  }

  @Test(arguments: [KnownFailure.Kind.crash, .timeout])
  func `a crash and a timeout are known by their kind, whatever the message`(
    kind: KnownFailure.Kind
  ) async throws {
    for message in ["exited with 1", "was killed"] {
      let findings = try await findings(
        known: KnownFailure(of: "other", "words/a", FailurePin(kind), reason: "later"),
        output: .failure(ImplementationFailure(message, kind))
      )
      #expect(findings.counts.known == 1 && findings.exitStatus == .success)
    }
  }

  @Test func `an error is known by its code, whatever the message`() async throws {
    for message in ["it broke", "it broke elsewhere"] {
      let findings = try await findings(
        known: KnownFailure(of: "other", "words/a", Self.pin, reason: "later"),
        output: .failure(ImplementationFailure(message, code: JSONNumber(7)))
      )
      #expect(findings.counts.known == 1 && findings.exitStatus == .success)
    }
  }

  @Test func `a wrong output is known whatever its ignored members are`() async throws {
    var words = Words()
    words.declared = ["split": ["ignored": ["/took_ms"]]]
    let digest = GoldenLock.digest((["words": 3] as JSONValue).canonicalUTF8())
    let known = KnownFailure(
      of: "other",
      "words/a",
      FailurePin(.differs, output: digest),
      reason: "later"
    )
    for time: JSONValue in [1, 2] {
      let findings = try await findings(
        known: known,
        output: .output(["words": 3, "took_ms": time]),
        words
      )
      #expect(findings.counts.known == 1 && findings.exitStatus == .success)
    }
    let other = try await findings(
      known: known,
      output: .output(["words": 4, "took_ms": 1]),
      words
    )
    #expect(other.counts.failed == 1 && other.exitStatus == .notConformant)
  }

  @Test func `a dependence on order is known by the output in the case's own order`() async throws {
    var words = Words()
    words.space = { Cuts($0) }
    let own = Words.output(of: ["text": "one two"])
    let isKnown = { (output: JSONValue, kind: KnownFailure.Kind) in
      let pin = FailurePin(kind, output: GoldenLock.digest(output.canonicalUTF8()))
      let findings = try await findings(
        known: KnownFailure(of: "other", "words/a", pin, reason: "later"),
        words,
        orderIndependence: OrderIndependence(schedules: 4, seed: 0)
      ) { request in
        .output(request.input["pieces"] == nil ? Words.output(of: request.input) : ["words": 0])
      }
      let result = findings.verdicts.first { $0.testCase.id == "a" }?.result
      if case .known? = result { return true }
      return false
    }
    #expect(try await isKnown(own, .order))
    #expect(try await !isKnown(["words": 0], .order), "another output in the case's own order")
    #expect(try await !isKnown(own, .differs), "another kind of failure")
  }

  @Test(arguments: [
    FailurePin(.differs),
    FailurePin(.order),
    FailurePin(.error),
  ])
  func `a line of the old form excuses nothing`(pin: FailurePin) async throws {
    let known = KnownFailure(of: "other", "words/a", pin, reason: "later")
    let findings = try await findings(known: known)
    #expect(findings.counts.failed == 1 && findings.counts.known == 0)

    let lint = RepositoryLint.findings(
      on: try programs(),
      known: [known, KnownFailure(of: "other", "words/b", pin, reason: "r")],
      suites: [try loaded()],
      contracts: ["words"]
    )
    // One finding for all lines of an implementation.
    messages.expect(
      lint,
      "lines of the old form",
      at: ["\(KnownFailuresFile.path) error knownFailure words/a"]
    )
    let note = try #require(lint.first?.notes.first)
    #expect(note.hasSuffix(": parity known add --renew --implementation other"))
  }

  @Test(arguments: [("2026-11-20", true), ("2026-11-21", false), ("2026-11-22", false)])
  func `a known failure is put up with until its last day is over`(
    expires: String,
    isOver: Bool
  ) async throws {
    let findings = try await findings(
      known: KnownFailure(
        of: "other",
        "words/a",
        Self.pin,
        reason: "later",
        expires: CalendarDay(expires)
      )
    )
    #expect(findings.counts.failed == (isOver ? 1 : 0))
    if isOver {
      messages.expect(
        findings.diagnostics,
        "a line that has ended",
        at: ["\(KnownFailuresFile.path) error knownFailure words/a"]
      )
    } else {
      #expect(findings.diagnostics == [])
    }
    #expect(findings.exitStatus == (isOver ? .notConformant : .success))
  }

  @Test(arguments: [
    (["words/c"], "unknownName words/c", "an unknown case"),
    (["word/a"], "unknownName word/a", "an unknown contract"),
    (["words/a", "words/a"], "repeatedName words/a", "a repeated line"),
  ])
  func `a known failure that matches nothing is a finding`(
    cases: [String],
    finding: String,
    entry: String
  ) throws {
    let known = cases.map { KnownFailure(of: "other", $0, Self.pin, reason: "r") }
    let findings = RepositoryLint.findings(
      on: try programs(),
      known: known,
      suites: [try loaded()],
      contracts: ["words"]
    )
    messages.expect(findings, entry, at: ["\(KnownFailuresFile.path) error \(finding)"])
  }

  @Test func `nothing is said of the cases of a contract that is not at hand`() throws {
    let known = KnownFailure(of: "other", "others/x", Self.pin, reason: "r")
    #expect(
      RepositoryLint.findings(
        on: try programs(contracts: #""words", "others""#),
        known: [known],
        suites: [try loaded()],
        contracts: ["words", "others"]
      ) == []
    )
  }

  @Test func `a contract that there is not can't be used`() throws {
    let programs = try programs(contracts: #""words", "wirds""#)
    let findings = RepositoryLint.findings(
      on: programs,
      suites: [try loaded()],
      contracts: ["words"]
    )
    messages.expect(
      findings,
      "a contract that there is not",
      at: ["\(RepositoryFile.path):1:87 error"]
    )
    #expect(findings.hasUnusableFiles)
  }

  @Test func `what is written is read`() throws {
    let digest = String(repeating: "0123456789abcdef", count: 4)
    let failures = [
      KnownFailure(
        of: "b",
        "words/a",
        FailurePin(.timeout),
        reason: "\u{e9}\"",
        link: "https://x.org",
        expires: CalendarDay("2026-01-31")
      ),
      KnownFailure(of: "a", "words/b", FailurePin(.order, output: digest), reason: "r"),
      KnownFailure(of: "a", "words/a", FailurePin(.error, code: JSONNumber(-32602)), reason: "r"),
    ]
    let bytes = KnownFailuresFile.bytes(of: failures)
    try suite.folder.write(String(decoding: bytes, as: UTF8.self), to: KnownFailuresFile.path)
    var diagnostics: [Diagnostic] = []
    let read = KnownFailuresFile.load(KnownFailuresFile.path, under: suite.folder.root)
      .value(addingTo: &diagnostics)
    #expect(diagnostics == [])
    #expect(
      read.map(\.pin) == [failures[2].pin, failures[1].pin, failures[0].pin],
      "sorted by implementation and case"
    )
    #expect(KnownFailuresFile.bytes(of: read) == bytes)
    #expect(
      read[2].reason == "\u{e9}\"" && read[2].link == "https://x.org"
        && "\(read[2].location)".hasSuffix(":3:1")
    )
  }

  // MARK: - Editing the list

  @Test func `a renewal keeps reason, link and day, and adds no line`() async throws {
    let old = KnownFailure(
      of: "other",
      "words/a",
      FailurePin(.differs),
      reason: "later",
      link: "https://x.org",
      expires: CalendarDay("2027-01-31")
    )
    let verdicts = try await findings(known: nil, output: .output(["a": 1])).verdicts
    let terms = KnownFailureAddition.Terms(reason: nil, link: nil, expires: nil)

    let addition = KnownFailureAddition(of: verdicts, to: [old], terms, isRenewal: true)
    #expect(addition.renewedCount == 1 && addition.addedCount == 0)
    let digest = GoldenLock.digest((["a": 1] as JSONValue).canonicalUTF8())
    #expect(addition.list.map(\.pin) == [FailurePin(.differs, output: digest)])
    #expect(
      addition.list.map(\.reason) == ["later"] && addition.list.map(\.link) == ["https://x.org"]
    )
    #expect(addition.list.map(\.expires) == [old.expires])

    #expect(KnownFailureAddition(of: verdicts, to: [], terms, isRenewal: true).list.isEmpty)
    let again = KnownFailureAddition(of: verdicts, to: addition.list, terms, isRenewal: true)
    #expect(again.renewedCount == 0 && again.list == addition.list)
  }

  @Test
  func `an addition leaves a line that is true alone, and takes the terms for one that isn't`()
    async throws
  {
    let verdicts = try await findings(known: nil).verdicts
    let terms = KnownFailureAddition.Terms(reason: "new", link: nil, expires: nil)
    let isTrue = KnownFailure(of: "other", "words/a", Self.pin, reason: "later")
    #expect(
      KnownFailureAddition(of: verdicts, to: [isTrue], terms, isRenewal: false).list == [isTrue]
    )

    let isOther = KnownFailure(of: "other", "words/a", FailurePin(.crash), reason: "later")
    let addition = KnownFailureAddition(of: verdicts, to: [isOther], terms, isRenewal: false)
    #expect(addition.list.map(\.pin) == [Self.pin] && addition.list.map(\.reason) == ["new"])
    #expect(addition.renewedCount == 1 && addition.addedCount == 0)
  }

  private static let pin = FailurePin(.error, code: JSONNumber(7))

  /// Checks an implementation that passes `b` and answers `a` with `output`.
  private func findings(
    known: KnownFailure?,
    output: Outcome = .failure(ImplementationFailure("it broke", code: JSONNumber(7))),
    _ words: Words = Words()
  ) async throws -> Findings {
    try await findings(known: known, words) { request in
      request.caseName == "words/a" ? output : .output(Words.output(of: request.input))
    }
  }

  /// Checks an implementation of a contract that answers with `body`.
  private func findings(
    known: KnownFailure?,
    _ words: Words,
    orderIndependence: OrderIndependence? = nil,
    body: @escaping @Sendable (Request) -> Outcome
  ) async throws -> Findings {
    try suite.write([.words("a"), .words("b", "one")], of: words)
    try await suite.regenerate(words)
    let other = AnsweringImplementation(name: "other", body: body)
    let plan = Plan(
      [try suite.suite(words)],
      implementations: [],
      programs: [.init(other, contracts: ["words"])]
    )
    let known = KnownFailures([known].compactMap(\.self), today: CalendarDay("2026-11-21"))
    return await Check(
      plan,
      lock: suite.lock(),
      runner: Runner(jobs: 1),
      orderIndependence: orderIndependence,
      knownFailures: known
    ).run()
  }

  private func loaded() throws -> Suite {
    try suite.write([.words("a"), .words("b", "one")])
    return try suite.suite()
  }

  private func programs(contracts: String = #""words""#) throws -> [ProgramEntry] {
    try suite.folder.write(
      #"{ "implementations": [{ "name": "other", "command": ["other"], "contracts": [\#(contracts)] }] }"#,
      to: RepositoryFile.path
    )
    let file = RepositoryFile.load(under: suite.folder.root)
    #expect(file.diagnostics == [])
    return file.value.programs
  }
}
