package import Conformance

extension ClawdbotProtocolContract {
  package var deviations: [Deviation] { ProtocolDeviations.all }
}
