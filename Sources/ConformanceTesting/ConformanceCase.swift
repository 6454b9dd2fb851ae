public import CanonicalJSON
internal import Conformance
public import Foundation
internal import Reporting

/// A case of a contract, for use as an argument of your app's own parameterized test.
///
/// ```swift
/// @Test(arguments: try ConformanceCase.all(of: "session-detail"))
/// func `our parser conforms`(testCase: ConformanceCase) throws {
///   try testCase.check(timeline(ofRowsIn: testCase.inputData))
/// }
/// ```
///
/// The cases, expectations and goldens of this package's contracts are bundled with this library,
/// so the device needs no other files.
public struct ConformanceCase: Identifiable, Sendable {
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

  private let testCase: Case
  private let golden: JSONValue
  private let matrix: Matrix

  /// Returns the cases of a contract that apply to an implementation with the given capabilities,
  /// in the order of their files.
  ///
  /// - Parameters:
  ///   - contract: The id of the contract, which is the name of its folder in Fixtures.
  ///   - root: The folder with your app's own Fixtures and Golden, or `nil` for the contracts that
  ///     are bundled with this library.
  ///   - capabilities: The capabilities that your implementation has; the contract's document lists
  ///     them. A case that requires any other capability is left out.
  /// - Throws: `ConformanceSuiteError` if the contract doesn't exist, if its files can't be read,
  ///   or if a case has no golden.
  public static func all(
    of contract: String,
    root: URL? = nil,
    capabilities: Set<String> = []
  ) throws(ConformanceSuiteError) -> [ConformanceCase] {
    let suite = try ConformanceSuite.load(contract, root: root)
    return try suite.cases.filter { capabilities.isSuperset(of: $0.requires) }
      .map { testCase throws(ConformanceSuiteError) in
        guard let golden = (try? suite.goldens.golden(of: testCase.id)) ?? nil else {
          throw ConformanceSuiteError(
            description: "the case '\(testCase.name)' has no golden; "
              + "review the output and accept it: parity review --only \(testCase.name)"
          )
        }
        return ConformanceCase(testCase: testCase, golden: golden.value, matrix: suite.matrix)
      }
  }

  /// Compares an output with the expectation and the golden of the case.
  ///
  /// Values are compared as JSON: the order of members and the form of numbers don't matter.
  ///
  /// - Parameter output: The output, as JSON text in UTF-8.
  /// - Throws: `NonConformance` if the output isn't valid JSON or differs. Its description lists
  ///   the rows of the case with their clauses, and the differences.
  public func check(_ output: Data) throws(NonConformance) {
    let value: JSONValue
    do {
      value = try JSONDocument(parsing: Array(output)).root.value
    } catch {
      throw NonConformance(id, ["the output isn't valid JSON: \(error)"])
    }
    try check(value)
  }

  /// Compares an output with the expectation and the golden of the case.
  ///
  /// - Parameter output: The output.
  /// - Throws: `NonConformance` if the output differs. Its description lists the rows of the case
  ///   with their clauses, and the differences.
  public func check(_ output: JSONValue) throws(NonConformance) {
    let outcome = testCase.operation.comparable(.output(output))
    let result = CaseComparison().result(of: outcome, to: testCase, golden: golden)
    guard case .failed(let failures) = result else { return }
    let lines = FailureText.texts(of: failures, in: id).flatMap { $0.lines(limit: 20) }
    let rows = matrix.rows(with: testCase.id).map { row in
      "row \(row.id.name) (\(row.clauses.map(\.name).joined(separator: ", "))): \(row.scenario)"
    }
    let about = summary.isEmpty ? [] : [summary]
    throw NonConformance(id, about + rows + lines.map { $0.text(color: false) })
  }
}

extension ConformanceCase: CustomStringConvertible {
  /// The id, which Swift Testing shows as the name of the argument.
  public var description: String { id }
}

/// An output that doesn't conform to the contract.
public struct NonConformance: Error, CustomStringConvertible {
  /// The name of the case as `CONTRACT/CASE`, its summary, its rows and the differences, one per
  /// line.
  public let description: String

  init(_ id: String, _ lines: [String]) { description = ([id] + lines).joined(separator: "\n") }
}
