internal import Conformance
internal import Foundation

/// The environment variables that a check reads.
package enum TestEnvironment {
  /// The variables. A test of this library sets others.
  @TaskLocal package static var variables = ProcessInfo.processInfo.environment

  /// Patterns for the cases to check, separated by commas.
  static let filterName = "PARITY_FILTER"
  /// What to record.
  static let recordName = "PARITY_RECORD"
  /// The reports to write, as `FORMAT=PATH`, separated by commas.
  static let reportName = "PARITY_REPORT"

  static var filters: [String] { list(filterName) }
  static var reports: [String] { list(reportName) }
  /// The word that says what to record, or `nil` if the code decides.
  static var record: String? { value(recordName) }

  /// Whether the tests run where no person can review a recorded golden.
  static var isContinuousIntegration: Bool { ContinuousIntegration.isSignaled(by: value("CI")) }

  /// Returns the value of a variable, or `nil` if it is missing or empty.
  private static func value(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns the words of a variable that are separated by commas, trimmed and without empty words.
  private static func list(_ name: String) -> [String] {
    let words = value(name)?.split(separator: ",") ?? []
    return words.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

extension TestEnvironment {
  /// Returns the reason why no case of a contract is selected, or `nil` without a filter.
  static func noteOnFilters(of contract: String) -> String? {
    filters.isEmpty ? nil : "\(filterName) selects no case of '\(contract)'"
  }
}
