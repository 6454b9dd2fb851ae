/// All that is told of one run, in whichever format.
package struct RunReport: Sendable {
  package let findings: Findings
  /// The version of the harness that ran.
  package let harness: String
  /// What the run ended with; above 128 where a signal interrupted it.
  package let exitCode: Int32
  /// The JSON report that it was read from, which no other replaces: values in it may have been cut.
  let document: ReportDocument?

  package init(_ findings: Findings, harness: String, exitCode: Int32, document: ReportDocument? = nil) {
    self.findings = findings
    self.harness = harness
    self.exitCode = exitCode
    self.document = document
  }

  package var isInterrupted: Bool { exitCode > 128 }
}
