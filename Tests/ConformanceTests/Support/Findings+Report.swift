import Conformance
import Reporting

extension Findings {
  var report: Report { Report(self, harness: "1") }
  var counts: Report.Counts { report.counts }
  var exitStatus: ExitStatus { report.exitStatus }

  func console(_ verbosity: Verbosity = .normal) -> String {
    ConsoleReport(verbosity: verbosity).lines(report).plainText
  }
}
