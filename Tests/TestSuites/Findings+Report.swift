package import Conformance
package import Reporting

extension Findings {
  package var report: RunRecord { report(showingPassed: false) }

  /// Returns the record of a run with these findings.
  ///
  /// - Parameter showsPassed: Whether it has the goldens of cases that passed.
  package func report(
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

  package var counts: RunRecord.Counts { report.counts }
  package var exitStatus: ExitStatus { report.exitStatus }

  package func console(_ verbosity: Verbosity = .normal) -> String {
    ConsoleReport(verbosity: verbosity).lines(report).plainText
  }
}
