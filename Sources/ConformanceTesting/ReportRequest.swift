internal import Conformance
public import Foundation
internal import Reporting
internal import SystemPackage

/// A report file that a check writes.
public struct ReportRequest: Hashable, Sendable {
  let format: ReportFormat
  private let path: String

  /// Returns a report in JSON, which `parity merge` and `parity diff` read.
  ///
  /// - Parameter url: The file URL to write to. An existing file is replaced.
  public static func json(_ url: URL) -> ReportRequest {
    ReportRequest(format: .json, path: url.path)
  }

  /// Returns a report in JUnit XML, with a test case for each case of the contract.
  ///
  /// - Parameter url: The file URL to write to. An existing file is replaced.
  public static func junit(_ url: URL) -> ReportRequest {
    ReportRequest(format: .junit, path: url.path)
  }

  /// Returns a report as an HTML page.
  ///
  /// - Parameter url: The file URL to write to. An existing file is replaced.
  public static func html(_ url: URL) -> ReportRequest {
    ReportRequest(format: .html, path: url.path)
  }

  /// Returns a report in Markdown.
  ///
  /// - Parameter url: The file URL to write to. An existing file is replaced.
  public static func markdown(_ url: URL) -> ReportRequest {
    ReportRequest(format: .markdown, path: url.path)
  }

  /// The placeholder for the name of the contract in the paths of `PARITY_REPORT`.
  static let placeholder = "{contract}"

  /// Returns the reports that the environment variable `PARITY_REPORT` lists, such as
  /// `junit=reports/{contract}.xml`.
  ///
  /// - Throws: `ConformanceSuiteError` if a word isn't a format and a path.
  static func requested(for contract: String) throws(ConformanceSuiteError) -> [ReportRequest] {
    try TestEnvironment.reports.map { text throws(ConformanceSuiteError) in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw ConformanceSuiteError(
          "\(TestEnvironment.reportName) must be FORMAT=PATH, such as "
            + "junit=reports/\(placeholder).xml, not '\(printable(text))'"
        )
      }

      guard let format = ReportFormat(rawValue: parts[0]) else {
        throw ConformanceSuiteError(ReportFormat.unknownFormat(parts[0]))
      }

      let path = parts[1].replacingOccurrences(of: placeholder, with: contract)
      return ReportRequest(format: format, path: path)
    }
  }

  /// Throws if the report can't be written, before a run whose report would be lost.
  func requireWritable() throws(ConformanceSuiteError) {
    do throws(FileError) {
      try FileSystem.requireReplaceable(FilePath(path))
    } catch {
      throw failure(error)
    }
  }

  /// Writes the report, which replaces the file.
  ///
  /// - Throws: `ConformanceSuiteError` if the file can't be written.
  func write(_ record: RunRecord) throws(ConformanceSuiteError) {
    do throws(FileError) {
      try FileSystem.replace(FilePath(path), with: Array(format.text(of: record).utf8))
    } catch {
      throw failure(error)
    }
  }

  /// Returns the error for a file that can't be written, with the path as the caller gave it.
  private func failure(_ error: FileError) -> ConformanceSuiteError {
    ConformanceSuiteError(
      "can't write the report '\(path)': \(error.reason)",
      advice: error.advice ?? "create the folder, or use another path"
    )
  }
}
