package import CanonicalJSON
package import Conformance

extension AgentDirectoryContract {
  /// Implementations that break one rule each, in ways in which people get it wrong.
  package var deviations: [Deviation] {
    ClientMistake.allCases.map { mistake in
      deviation(mistake.rawValue) { MistakenClient.output(of: $0, mistake: mistake) }
    }
      + StanzaMistake.allCases.map { mistake in
        deviation(mistake.rawValue) { MistakenClient.output(of: $0, reading: mistake) }
      }
  }

  /// What carries out `client` without a mistake, but not as the reference library does it.
  package static func secondOpinion(on input: JSONValue) -> JSONValue { MistakenClient.output(of: input) }

  /// - Parameter name: the rule's id, a colon, and the mistake.
  private func deviation(_ name: String, output: @escaping @Sendable (JSONValue) -> JSONValue) -> Deviation {
    let parts = name.split(separator: ": ", maxSplits: 1).map(String.init)
    return Deviation(
      parts.first ?? "", parts.last ?? "",
      implementation: InProcessImplementation(name: name, isDefault: false) { .output(output($0.input)) })
  }
}
