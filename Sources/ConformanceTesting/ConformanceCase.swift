public import CanonicalJSON
internal import Conformance
public import Foundation

/// A case of a contract, for use as an argument of your app's own parameterized test.
///
/// ```swift
/// @Test(arguments: try ConformanceCase.all(of: "session-detail"))
/// func `our parser conforms`(testCase: ConformanceCase) async throws {
///   try await testCase.check { request in try timeline(ofRowsIn: request.inputData) }
/// }
/// ```
public struct ConformanceCase: Identifiable, Sendable {
  private let testCase: Case
  private let loaded: LoadedSuite
  private let capabilities: Set<String>

  /// Creates a case of a suite.
  ///
  /// - Parameter capabilities: The capabilities of the code under test, which include those that
  ///   the case requires.
  init(testCase: Case, loaded: LoadedSuite, capabilities: Set<String>) {
    self.testCase = testCase
    self.loaded = loaded
    self.capabilities = capabilities
  }

  /// The name of the case, as `CONTRACT/CASE`.
  public var id: String { testCase.name }
  /// A sentence that describes the case, or an empty string if its author wrote none.
  public var summary: String { testCase.description }
  /// The name of the contract's operation that the case calls.
  public var operation: String { testCase.operation.name }
  /// The input of the case, with its written forms resolved.
  public var input: JSONValue { testCase.input }
  /// The input as an implementation receives it: JSON in UTF-8 that keeps the number literals and
  /// the member order of the case file.
  public var inputData: Data { Data(testCase.inputText) }

  /// Returns the cases of a contract that apply to code with the given capabilities, in the order
  /// of their files.
  ///
  /// - Parameters:
  ///   - contract: The id of the contract, which is the name of its folder in Fixtures.
  ///   - folder: The folder with Fixtures and Golden.
  ///   - capabilities: The capabilities that the code under test has; the contract's document lists
  ///     them. A case that requires any other capability is left out.
  ///   - filter: Patterns for the cases to select, as in ``ConformanceSuite``. `PARITY_FILTER`
  ///     selects from these.
  /// - Throws: `ConformanceSuiteError` if the contract doesn't exist, if its files can't be read,
  ///   or if a pattern matches nothing.
  public static func all(
    of contract: String,
    in folder: ConformanceFolder = .bundled,
    capabilities: Set<String> = [],
    filter: [String] = []
  ) throws(ConformanceSuiteError) -> [ConformanceCase] {
    try ConformanceSuite(contract, in: folder, capabilities: capabilities, filter: filter).cases
  }

  // MARK: - Checking

  /// Runs the code with the case, in other orderings too, and checks the output.
  ///
  /// A known failure prints one line and passes.
  ///
  /// - Parameters:
  ///   - name: The name of the code in reports, in the list of known failures and in the lock.
  ///   - orderings: The orderings of the input to try.
  ///   - knownFailures: The failures that are accepted.
  ///   - record: The outputs to record, or `nil` if a trait decides. `PARITY_RECORD` overrides it.
  ///   - body: The code to check, which returns the output for a request. An error that it throws
  ///     fails the case. It runs once for each ordering.
  /// - Throws: `NonConformance` if the case fails or its golden was recorded, and
  ///   `ConformanceSuiteError` if a file can't be read or written.
  public func check<Output: ConformanceOutput>(
    as name: String = "app",
    orderings: Orderings = .default,
    knownFailures: KnownFailureList = .ofSuite,
    record: GoldenRecording? = nil,
    _ body: @escaping @Sendable (ConformanceRequest) async throws -> Output
  ) async throws {
    let check = try AppCheck(
      of: loaded,
      as: name,
      capabilities: capabilities,
      orderings: orderings,
      knownFailures: knownFailures,
      record: record,
      body
    )
    let findings = await check.findings(of: Selection(names: [id]), isWhole: false)
    guard let verdict = findings.verdicts.first else { return }

    let recorded = try await check.recorded(after: findings)
    let errors = findings.diagnostics.filter { $0.severity == .error }
    let isRecorded = recorded?.written.isEmpty == false
    guard !verdict.failures.isEmpty || !errors.isEmpty || isRecorded else {
      if case .known(_, let excuse) = verdict.result { Self.report(excuse, of: id) }
      return
    }

    let error = NonConformance(
      of: verdict,
      in: loaded.suite,
      errors,
      recorded: recorded,
      notes: check.notesOnRecording
    )
    error.attach()
    throw error
  }

  /// Compares one output with the expectation and the golden of the case.
  ///
  /// This tries no other ordering and records nothing. If the code under test can be called with
  /// any input, use `check` with a closure.
  ///
  /// Values are compared as JSON: the order of members and the form of numbers don't matter.
  ///
  /// - Parameter output: The output, as JSON.
  /// - Throws: `NonConformance` if the output isn't valid JSON or differs.
  public func check(_ output: some ConformanceOutput) throws(NonConformance) {
    let outcome: Outcome
    do {
      outcome = testCase.operation.comparable(.output(Output(try output.conformanceValue())))
    } catch {
      outcome = .failure(ImplementationFailure("\(error)"))
    }

    let golden = Result { () throws(SourceError) in
      try loaded.suite.goldens.golden(of: testCase)?.value
    }
    let result = CaseComparison().result(of: outcome, to: testCase, golden: golden)
    guard case .failed = result else { return }

    let verdict = Verdict(
      testCase: testCase,
      implementation: "app",
      origin: .test,
      result: result,
      output: outcome.output.map { KeptOutput($0.value) },
      golden: (try? golden.get()).flatMap(\.self).map { KeptOutput($0) }
    )
    let error = NonConformance(of: verdict, in: loaded.suite, golden.diagnostics)
    error.attach()
    throw error
  }

  /// Prints why a failure of a case is accepted.
  private static func report(_ excuse: Verdict.Excuse, of id: String) {
    switch excuse {
    case .knownFailure(let known): print("known failure: \(id): \(known.reason)")
    case .divergence(let divergence): print("accepted divergence: \(id): \(divergence.reason)")
    }
  }
}

extension ConformanceCase: CustomStringConvertible {
  /// The id, which Swift Testing shows as the name of the argument.
  public var description: String { id }
}

extension Result where Failure == SourceError {
  /// The reason why a file can't be read, or nothing.
  fileprivate var diagnostics: [Diagnostic] {
    if case .failure(let error) = self {
      [error.diagnostic]
    } else {
      []
    }
  }
}
