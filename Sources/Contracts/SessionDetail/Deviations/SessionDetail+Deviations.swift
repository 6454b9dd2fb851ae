package import Conformance

extension SessionDetail {
  /// Implementations that break one rule each, in ways in which people get it wrong.
  package var deviations: [Deviation] {
    Deviation.ofRows + Deviation.ofPlainText + Deviation.ofTrimming + Deviation.ofRolesAndText + Deviation.ofPayloads
      + Deviation.ofTools + Deviation.ofOutcomes + Deviation.ofSubAgents + Deviation.ofMessages + Deviation.ofDisplay
      + Deviation.ofEncryption
  }
}
