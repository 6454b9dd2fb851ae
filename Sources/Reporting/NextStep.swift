internal import CanonicalJSON
internal import Conformance

/// A step that fixes or resolves failures of a check.
enum NextStep: Hashable {
  /// Fix second implementations. Goldens come from the reference, so no golden is in question.
  ///
  /// - Parameter referencePasses: Whether the reference ran and passes all cases that they fail.
  case fix(implementations: [String], referencePasses: Bool)
  /// The reference breaks an expectation.
  case fixReference(String)
  /// Cases of an app expect what the contract forbids.
  ///
  /// - Parameter example: The name of the first such case.
  case decideOnAppCases(count: Int, example: String)
  /// Accept the first golden of cases.
  ///
  /// - Parameters:
  ///   - only: The case, if it is a single one.
  ///   - inTest: Whether a Swift test returned the outputs, so that no command can obtain them.
  case acceptMissing(only: String?, inTest: Bool)
  /// The reference returns another output than the golden, which may be right.
  ///
  /// - Parameters:
  ///   - only: The case, if it is a single one.
  ///   - inTest: Whether a Swift test returned the outputs, so that no command can obtain them.
  case decideOnChange(reference: String, only: String?, inTest: Bool)
}

extension NextStep {
  /// Returns the steps in the order in which they help most.
  static func steps(after report: RunRecord) -> [NextStep] {
    let failures = Failures(in: report)
    var steps: [NextStep] = []

    // A note on a known failure offers the fix as one of two choices.
    let notes = report.diagnostics.flatMap(\.notes)
    let ofOthers = failures.ofOthers.filter { result in
      !notes.contains { $0.hasPrefix("fix '\(result.implementation)', or ") }
    }
    if !ofOthers.isEmpty {
      let names = ofOthers.map(\.implementation).distinct(by: \.self)
      let isPassed = ofOthers.allSatisfy { failures.referencePasses($0.caseName) }
      steps.append(.fix(implementations: names, referencePasses: isPassed))
    }

    let appCases = failures.ofAppCases.map(\.caseName).distinct(by: \.self)
    if let example = appCases.first {
      steps.append(.decideOnAppCases(count: appCases.count, example: example))
    }

    if let broken = failures.ofReferences.first(where: { $0.fails(.violates) }) {
      steps.append(.fixReference(broken.implementation))
    }

    if !failures.lackingGolden.isEmpty {
      let lacking = failures.lackingGolden
      steps.append(.acceptMissing(only: lacking.onlyCase, inTest: lacking.areOfTest))
    }

    let changed = failures.ofReferences.filter { $0.fails(.differs) && !$0.fails(.violates) }
    if let first = changed.first {
      steps.append(
        .decideOnChange(
          reference: first.implementation,
          only: changed.onlyCase,
          inTest: changed.areOfTest
        )
      )
    }

    return steps
  }

  /// The step as a line, which may end in a command after a colon.
  var text: String {
    switch self {
    case .fix(let names, let referencePasses):
      let reason = referencePasses ? " (the reference still matches the golden)" : ""
      return "fix \(names.map { "'\($0)'" }.joined(separator: ", "))\(reason)"
    case .fixReference(let name):
      return "fix '\(name)' or, if the expectation is wrong, fix the expectation"
    case .decideOnAppCases(let count, let example):
      let subject = count == 1 ? "'\(example)'" : "\(count) cases, such as '\(example)',"
      return "the reference fails \(subject): fix the expectation, or accept the divergence in "
        + "'divergences' of \(RepositoryFile.path)"
    case .acceptMissing(let only, let inTest):
      let subject = only == nil ? "each output" : "the output"
      let command = Self.acceptance(only, inTest ? .missing : nil)
      return inTest
        ? "record \(subject), and review it before you commit it: \(command)"
        : "review \(subject) and accept it: \(command)"
    case .decideOnChange(let name, let only, let inTest):
      let command = Self.acceptance(only, inTest ? .failed : nil)
      return "fix '\(name)', or accept its output as the new golden: \(command)"
    }
  }

  /// The values of the environment variable `PARITY_RECORD` that accept outputs of a Swift test.
  private enum Recording: String {
    case missing, failed
  }

  /// Returns the command that accepts outputs.
  ///
  /// - Parameter recording: What a Swift test records, or `nil` if a program returned the outputs.
  private static func acceptance(_ testCase: String?, _ recording: Recording?) -> String {
    guard let recording else { return "parity review\(option(testCase))" }
    let filter = testCase.map { "PARITY_FILTER=\($0) " } ?? ""
    return "\(filter)PARITY_RECORD=\(recording) swift test"
  }

  /// Returns the option that selects a case after a space, or an empty text for all cases.
  private static func option(_ testCase: String?) -> String {
    testCase.map { " --only \($0)" } ?? ""
  }
}

/// The failed results of a report, grouped by what fixes them.
private struct Failures {
  /// Failures of implementations that goldens don't come from, in cases that no reference fails.
  private(set) var ofOthers: [CaseResult] = []
  /// Failures of references in the repository's own contracts.
  private(set) var ofReferences: [CaseResult] = []
  /// Failures of references in the cases of apps.
  private(set) var ofAppCases: [CaseResult] = []
  /// Failures in the repository's own contracts for which a missing golden is the only problem.
  private(set) var lackingGolden: [CaseResult] = []
  /// The names of the cases that a reference ran and passed.
  private let passedByReference: Set<TextKey>

  /// Groups the results of a run. A failure of a case that a reference fails too is in no group,
  /// because fixing the reference comes first.
  init(in report: RunRecord) {
    let suites = Dictionary(report.suites.map { ($0.contract, $0) }) { first, _ in first }
    let sources = GoldenSources(in: report)
    let ofReferences = report.results.filter { sources.isReference($0, suites[$0.contract]) }
    passedByReference = Set(ofReferences.filter(\.isPassed).map { TextKey($0.caseName) })
    let failedByReference = Set(ofReferences.filter(\.isFailed).map { TextKey($0.caseName) })

    let appCases = Set(
      report.suites.flatMap { suite in
        suite.cases.filter(\.isFromApp).map { TextKey(suite.name(of: $0)) }
      }
    )

    for result in report.results where result.isFailed {
      let suite = suites[result.contract]
      let isOwn = suite?.isBundled == false

      if result.lacksOnlyGolden, isOwn {
        lackingGolden.append(result)
      } else if sources.isReference(result, suite) {
        if appCases.contains(TextKey(result.caseName)) {
          ofAppCases.append(result)
        } else if isOwn {
          self.ofReferences.append(result)
        }
      } else if !failedByReference.contains(TextKey(result.caseName)) {
        ofOthers.append(result)
      }
    }
  }

  /// Whether a reference ran and passed a case.
  func referencePasses(_ testCase: String) -> Bool { passedByReference.contains(TextKey(testCase)) }
}

/// Which implementation each golden comes from, as far as a report shows it.
private struct GoldenSources {
  /// The cases that each implementation lacks a capability for.
  private let notApplicable: [String: Set<TextKey>]

  /// Collects the cases that were not applicable to an implementation, so that the golden comes
  /// from another one.
  init(in report: RunRecord) {
    let results = report.results.filter { result in
      guard case .notApplicable = result.result else { return false }
      return true
    }

    notApplicable = Dictionary(grouping: results, by: \.implementation).mapValues { results in
      Set(results.map { TextKey($0.caseName) })
    }
  }

  /// Whether the golden of a result's case comes from its implementation: the first reference
  /// that has the capabilities which the case requires.
  func isReference(_ result: CaseResult, _ suite: RunRecord.Suite?) -> Bool {
    let references = suite?.references ?? []
    guard let index = references.firstIndex(of: result.implementation) else { return false }
    return references[..<index].allSatisfy { name in
      notApplicable[name]?.contains(TextKey(result.caseName)) ?? false
    }
  }
}

extension [CaseResult] {
  /// Whether Swift tests returned all outputs.
  fileprivate var areOfTest: Bool { allSatisfy { $0.origin == .test } }

  /// The case that all of them are about; `nil` if there are several.
  fileprivate var onlyCase: String? {
    let cases = distinct(by: \.caseName)
    return cases.count == 1 ? cases[0].caseName : nil
  }
}
