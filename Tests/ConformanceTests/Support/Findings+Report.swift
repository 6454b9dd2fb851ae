import Conformance
import Reporting

extension Findings {
  var report: RunRecord { report(showingPassed: false) }

  /// Returns the record of a run with these findings.
  ///
  /// - Parameter showsPassed: Whether it has the goldens of cases that passed.
  func report(
    showingPassed showsPassed: Bool,
    orders: OrderIndependence? = nil,
    signal: Int32? = nil
  ) -> RunRecord {
    RunRecord(
      self,
      harness: "1",
      orders: orders,
      signal: signal,
      goldens: goldens(ofPassed: showsPassed)
    )
  }

  var counts: RunRecord.Counts { report.counts }
  var exitStatus: ExitStatus { report.exitStatus }

  func console(_ verbosity: Verbosity = .normal) -> String {
    ConsoleReport(verbosity: verbosity).lines(report).plainText
  }
}
