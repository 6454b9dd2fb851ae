package import Conformance

extension Report.Incident {
  /// The lines that describe the incident, followed by the last lines of the implementation's log.
  var lines: [StyledLine] {
    let head =
      switch kind {
      case .notStarted: "START FAILED"
      case .endedBadly: "BAD EXIT"
      case .givenUp: "ABANDONED"
      case .misbehaved: "FAILED"
      case .flaky: "FLAKY"
      }
    return [
      StyledLine([.init("\(head) ", .removed), .init(implementation, .heading), .init(": \(text)")])
    ]
      + log.logLines("  ")
  }

  fileprivate var isOneOfMany: Bool { kind == .flaky || kind == .misbehaved }
}

extension [Report.Incident] {
  /// Returns the lines of all incidents, followed by a blank line if there are any.
  ///
  /// - Parameter limit: The maximum number of incidents to print of the kinds that may occur many
  ///   times.
  package func lines(limit: Int = 5) -> [StyledLine] {
    let repeated = filter(\.isOneOfMany)
    let rest = repeated.count - Swift.min(limit, repeated.count)
    let listed = filter { !$0.isOneOfMany } + repeated.prefix(limit)
    return listed.flatMap(\.lines)
      + (rest > 0 ? [StyledLine("… and \(rest) more times; --verbose shows all")] : [])
      + (isEmpty ? [] : [StyledLine()])
  }
}
