package import CanonicalJSON
internal import Conformance
package import Fuzzing

extension [BlindSpotFindings] {
  /// The findings as JSON:
  /// `{"contracts":[{"contract":…,"blindSpots":[…],"misreadings":…,"unchecked":[…]}]}`.
  ///
  /// Each element of the two lists is `{"operation":…,"at":…,"distortion":…,"tried":…}`. A contract
  /// without a reference has neither `misreadings` nor `unchecked`.
  package var json: JSONValue { ["contracts": .array(map(\.json))] }
}

extension BlindSpotFindings {
  /// The number of blind spots to list without `--verbose`.
  private static let mostListed = 20

  /// Returns a line for each blind spot, a note on misreadings that weren't checked, and the
  /// counts.
  ///
  /// - Parameter isVerbose: Whether to list all blind spots instead of the first 20, and also what
  ///   wasn't checked.
  package func lines(isVerbose: Bool) -> [StyledLine] {
    let contract = suite.contract.id
    guard let results else {
      return [StyledLine("\(contract): not checked for blind spots, because it has no reference")]
    }

    let spots = results.spots
    let listed = isVerbose ? spots[...] : spots.prefix(Self.mostListed)
    var lines = listed.map(line)
    if listed.count < spots.count {
      let rest = counted(spots.count - listed.count, "more blind spot")
      lines.append(StyledLine(advice: "… and \(rest): \(verboseCommand)", .dim))
    }

    guard !results.unchecked.isEmpty else {
      return lines + [StyledLine("\(contract): \(counted(spots.count, "blind spot"))")]
    }

    let unchecked = figure(results.unchecked.count, "misreading")
    lines.append(
      StyledLine(
        "note: \(figure(results.unchecked.count)) of \(figure(results.misreadings, "misreading")) "
          + "can't be checked, because the reference refuses their inputs"
      )
    )

    if isVerbose {
      lines += results.unchecked.map(line)
    } else {
      lines.append(StyledLine(advice: "  to list them: \(verboseCommand)", .dim))
    }

    let count = counted(spots.count, "blind spot")
    return lines + [StyledLine("\(contract): \(count), \(unchecked) not checked")]
  }

  /// The command that lists all blind spots of the contract and what wasn't checked.
  private var verboseCommand: String {
    "parity audit --blind-spots --verbose --contract \(suite.contract.id)"
  }

  /// Returns the place and the misreading, and why no case reveals the mistake.
  private func line(_ spot: BlindSpot) -> StyledLine {
    line(
      spot.operation,
      spot.place,
      spot.distortion,
      spot.isTried
        ? "misreading this value this way changes no case's output"
        : "no case has \(spot.distortion.need) here"
    )
  }

  /// Returns the place and the misreading, and why it couldn't be checked.
  private func line(_ misreading: UncheckedMisreading) -> StyledLine {
    let need = misreading.distortion.need
    return line(
      misreading.operation,
      misreading.place,
      misreading.distortion,
      misreading.isTried
        ? "not checked: the reference refuses inputs that are misread this way"
        : "not checked: no case has \(need) here, and the reference refuses such inputs"
    )
  }

  /// Returns a line about a misreading. It names the operation only if the contract has several.
  private func line(
    _ operation: String,
    _ place: JSONPointer,
    _ distortion: Distortion,
    _ finding: String
  ) -> StyledLine {
    let operation = suite.contract.onlyOperation == nil ? "\(operation) " : ""
    return StyledLine([
      .init("\(operation)\(place), \(distortion.rawValue)"),
      .init("  \(finding)", .dim),
    ])
  }

  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("contract", .string(suite.contract.id)),
      ("blindSpots", .array((results?.spots ?? []).map(\.json))),
    ]
    if let results {
      members.append(("misreadings", .number(JSONNumber(results.misreadings))))
      members.append(("unchecked", .array(results.unchecked.map(\.json))))
    }
    return .object(JSONObject(members))
  }
}

extension BlindSpot {
  fileprivate var json: JSONValue {
    misreading(operation, place, distortion, isTried: isTried)
  }
}

extension UncheckedMisreading {
  fileprivate var json: JSONValue {
    misreading(operation, place, distortion, isTried: isTried)
  }
}

/// Returns the object that the JSON has for a blind spot and for an unchecked misreading.
private func misreading(
  _ operation: String,
  _ place: JSONPointer,
  _ distortion: Distortion,
  isTried: Bool
) -> JSONValue {
  [
    "operation": .string(operation),
    "at": .string("\(place)"),
    "distortion": .string(distortion.rawValue),
    "tried": .bool(isTried),
  ]
}
