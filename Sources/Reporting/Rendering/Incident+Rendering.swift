internal import Conformance

extension Incident {
  /// A predicate with the implementation as its subject.
  var text: String {
    let message = failure.message
    switch kind {
    case .notStarted, .badExit: return message
    case .skipped(let names): return "\(message): \(Self.list(names))"
    case .abandoned: return "\(message); the remaining cases were not run"
    case .misbehaved(let name): return "\(message), while running \(name)"
    case .flaky(let names):
      let seen = names.distinct(by: \.self)
      guard !seen.isEmpty else { return "\(message), while no request was in flight" }
      return "\(message), but not when these cases were run again: \(Self.list(seen))"
    }
  }

  /// Returns the first names, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    return names.prefix(8).joined(separator: ", ") + more
  }

  /// The lines that describe the incident, followed by the last lines of the implementation's log.
  var lines: [StyledLine] {
    let head =
      switch kind {
      case .notStarted: "START FAILED"
      case .badExit: "BAD EXIT"
      case .abandoned: "ABANDONED"
      case .misbehaved: "FAILED"
      case .skipped: "SKIPPED"
      case .flaky: "FLAKY"
      }

    let line = StyledLine([
      .init("\(head) ", .removed), .init(implementation, .heading), .init(": \(text)"),
    ])
    return [line] + failure.log.logLines("  ")
  }

  /// Whether an implementation may have many incidents of this kind in a run.
  fileprivate var isOneOfMany: Bool {
    switch kind {
    case .flaky, .misbehaved: true
    case .notStarted, .badExit, .abandoned, .skipped: false
    }
  }
}

extension [Incident] {
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
