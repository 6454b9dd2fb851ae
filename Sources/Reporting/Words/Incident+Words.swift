package import Conformance

extension Report.Incident {
  /// What was wrong, and the last that the implementation wrote.
  var lines: [StyledLine] {
    let head =
      switch kind {
      case .notStarted: "NOT STARTED"
      case .endedBadly: "AT THE END"
      case .givenUp: "GIVEN UP"
      case .misbehaved: "FAILED"
      case .flaky: "FLAKY"
      }
    return [
      StyledLine([.init("\(head) ", .removed), .init(implementation, .heading), .init(" \(text)")])
    ]
      + log.logLines("  ")
  }

  fileprivate var isOneOfMany: Bool { kind == .flaky || kind == .misbehaved }
}

extension [Report.Incident] {
  /// - Parameter limit: how many of those that happen again and again are told. A blank line
  ///   follows where there are any.
  package func lines(limit: Int = 5) -> [StyledLine] {
    let repeated = filter(\.isOneOfMany)
    let rest = repeated.count - Swift.min(limit, repeated.count)
    let told = filter { !$0.isOneOfMany } + repeated.prefix(limit)
    return told.flatMap(\.lines)
      + (rest > 0 ? [StyledLine("… and \(rest) more times; --verbose tells them all")] : [])
      + (isEmpty ? [] : [StyledLine()])
  }
}
