internal import CanonicalJSON

/// What was wrong with implementations beside their answers.
package struct IncidentReport: Sendable {
  private let incidents: [Incident]
  /// How many of those that happen again and again are told.
  private let limit: Int

  package init(_ incidents: [Incident], limit: Int = 5) {
    self.incidents = incidents
    self.limit = limit
  }

  /// A blank line follows where there are any.
  package var lines: [StyledLine] {
    let flaky = incidents.filter(\.isFlaky)
    let rest = flaky.count - min(limit, flaky.count)
    let told = incidents.filter { !$0.isFlaky } + flaky.prefix(limit)
    return told.flatMap(lines)
      + (rest > 0 ? [StyledLine("… and \(rest) more times; --verbose tells them all")] : [])
      + (incidents.isEmpty ? [] : [StyledLine()])
  }

  private func lines(_ incident: Incident) -> [StyledLine] {
    let head: (word: String, tail: String) =
      switch incident.kind {
      case .notStarted: ("NOT STARTED", "")
      case .endedBadly: ("AT THE END", "")
      case .givenUp: ("GIVEN UP", "; the rest was not run")
      case .misbehaved(let caseName): ("FAILED", ", over \(caseName)")
      case .flaky(let cases): ("FLAKY", circumstances(cases))
      }
    return [
      StyledLine([
        .init("\(head.word) ", .removed), .init(incident.implementation, .heading),
        .init(" \(incident.failure.message)\(head.tail)"),
      ])
    ] + logLines(of: incident.failure, indent: "  ")
  }

  private func circumstances(_ cases: [String]) -> String {
    guard !cases.isEmpty else { return ", with nothing in flight" }
    let seen = cases.distinct { TextKey($0) }
    let more = seen.count > 8 ? " and \(seen.count - 8) more" : ""
    return ", and on none of these cases again: \(seen.prefix(8).joined(separator: ", "))\(more)"
  }
}

extension Incident {
  fileprivate var isFlaky: Bool { if case .flaky = kind { true } else { false } }
}
