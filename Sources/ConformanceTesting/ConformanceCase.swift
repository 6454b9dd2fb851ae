public import CanonicalJSON
internal import Conformance
public import Foundation
internal import Reporting

/// A case of a contract, as an argument of an app's own parameterised test.
///
/// ```swift
/// @Test(arguments: try ConformanceCase.all(of: "session-detail"))
/// func `our parser conforms`(testCase: ConformanceCase) throws {
///   try testCase.judge(timeline(ofRowsIn: testCase.inputData))
/// }
/// ```
///
/// Cases, expectations and goldens of this package's contracts come with this library; nothing has
/// to be on the disk of the device.
public struct ConformanceCase: Identifiable, Sendable {
  /// `CONTRACT/CASE`
  public var id: String { testCase.name }
  /// What the case is about, in a sentence; empty where its author wrote none.
  public var summary: String { testCase.description }
  /// The operation of the contract that is asked for.
  public var operation: String { testCase.operation.name }
  /// The input of the case, written forms resolved.
  public var input: JSONValue { testCase.input }
  /// The input as programs receive it: JSON in UTF-8 with the number literals and the order of
  /// members of the case file.
  public var inputData: Data { Data(testCase.inputText) }

  private let testCase: Case
  private let golden: JSONValue
  private let matrix: Matrix

  /// All cases of a contract that an implementation with these capabilities is asked, in the order
  /// of their files.
  ///
  /// - Parameters:
  ///   - root: the folder with the app's own Fixtures and Golden; nil: the contracts that come with
  ///     this library.
  ///   - capabilities: see the contract's document; a case that requires another one is left out.
  /// - Throws: `ConformanceSuiteError` where there is no such contract, or its files can't be
  ///   understood.
  public static func all(
    of contract: String,
    root: URL? = nil,
    capabilities: Set<String> = []
  ) throws(ConformanceSuiteError) -> [ConformanceCase] {
    let suite = try ConformanceSuite.load(contract, root: root)
    return try suite.cases.filter { capabilities.isSuperset(of: $0.requires) }
      .map { testCase throws(ConformanceSuiteError) in
        guard let golden = (try? suite.goldens.golden(of: testCase.id)) ?? nil else {
          throw ConformanceSuiteError(description: "the case \(testCase.name) has no golden")
        }
        return ConformanceCase(testCase: testCase, golden: golden.value, matrix: suite.matrix)
      }
  }

  /// Compares an output with what the case expects and with its golden.
  ///
  /// Equal as JSON values is equal: neither the order of members nor the form of a number counts.
  ///
  /// - Parameter output: JSON text in UTF-8.
  /// - Throws: `NonConformance`, whose description tells what differs, by which row and clause.
  public func judge(_ output: Data) throws(NonConformance) {
    let value: JSONValue
    do {
      value = try JSONDocument(parsing: Array(output)).root.value
    } catch {
      throw NonConformance(id, ["the output is no JSON: \(error)"])
    }
    try judge(value)
  }

  /// Compares an output with what the case expects and with its golden.
  ///
  /// - Throws: `NonConformance`, whose description tells what differs, by which row and clause.
  public func judge(_ output: JSONValue) throws(NonConformance) {
    let outcome = testCase.operation.judged(.output(output))
    let result = Judge().result(of: outcome, to: testCase, golden: golden)
    guard case .failed(let failures) = result else { return }
    let lines = Report.Failure.told(failures, of: testCase).flatMap { $0.text(limit: 20) }
    let rows = matrix.rows(with: testCase.id).map { row in
      "row \(row.id.name) (\(row.clauses.map(\.name).joined(separator: ", "))): \(row.scenario)"
    }
    let about = summary.isEmpty ? [] : [summary]
    throw NonConformance(id, about + rows + lines.map { $0.text(color: false) })
  }
}

extension ConformanceCase: CustomStringConvertible {
  /// The id, by which Swift Testing names the case.
  public var description: String { id }
}

/// An output that is not what a contract asks for.
public struct NonConformance: Error, CustomStringConvertible {
  /// `CONTRACT/CASE`, then what the case is about and every difference, a line each.
  public let description: String

  init(_ id: String, _ lines: [String]) { description = ([id] + lines).joined(separator: "\n") }
}
