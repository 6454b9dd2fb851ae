package import CanonicalJSON
package import Conformance

extension [BlindSpotFindings] {
  /// The blind spots as JSON:
  /// `{"contracts":[{"contract":…,"blindSpots":[{"operation":…,"at":…,"distortion":…,"tried":…}]}]}`.
  package var json: JSONValue { ["contracts": .array(map(\.json))] }
}

extension BlindSpotFindings {
  /// The number of blind spots to list without `--verbose`.
  private static let mostListed = 20

  /// Returns a line for each blind spot, then the count.
  ///
  /// - Parameter isVerbose: Whether to list all of them, instead of the first 20.
  package func lines(isVerbose: Bool) -> [StyledLine] {
    let contract = suite.contract.id
    let listed = isVerbose ? spots[...] : spots.prefix(Self.mostListed)
    var lines = listed.map(line)
    if listed.count < spots.count {
      let rest = counted(spots.count - listed.count, "more blind spot")
      let command = "parity audit --blind-spots --verbose --contract \(contract)"
      lines.append(StyledLine(advice: "… and \(rest): \(command)", .dim))
    }
    return lines + [StyledLine("\(contract): \(counted(spots.count, "blind spot"))")]
  }

  private func line(_ spot: BlindSpot) -> StyledLine {
    let operation = suite.contract.onlyOperation == nil ? "\(spot.operation) " : ""
    let reason =
      spot.isTried
      ? "misreading this value this way changes no case's output"
      : "no case has \(spot.distortion.need) here"
    return StyledLine([
      .init("\(operation)\(spot.place), \(spot.distortion.rawValue)"),
      .init("  \(reason)", .dim),
    ])
  }

  fileprivate var json: JSONValue {
    [
      "contract": .string(suite.contract.id),
      "blindSpots": .array(
        spots.map { spot in
          [
            "operation": .string(spot.operation),
            "at": .string("\(spot.place)"),
            "distortion": .string(spot.distortion.rawValue),
            "tried": .bool(spot.isTried),
          ]
        }
      ),
    ]
  }
}
