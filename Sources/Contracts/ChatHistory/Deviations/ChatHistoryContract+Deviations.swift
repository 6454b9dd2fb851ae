package import CanonicalJSON
package import Conformance

extension ChatHistoryContract {
  /// Implementations that break one rule each, in ways in which people get it wrong.
  package var deviations: [Deviation] {
    HistoryMistake.allCases.map { mistake in
      let parts = mistake.rawValue.split(separator: ": ", maxSplits: 1).map(String.init)
      return Deviation(
        parts.first ?? "", parts.last ?? "",
        implementation: InProcessImplementation(name: mistake.rawValue, capabilities: ["persistence"]) { request in
          .output(MistakenHistory.output(of: request.input, mistake: mistake))
        })
    }
  }

  /// Plays the steps without a mistake, but not as the reference library does it.
  package static func secondOpinion(on input: JSONValue) -> JSONValue {
    MistakenHistory.output(of: input, mistake: nil)
  }
}
