internal import CanonicalJSON

/// The member `check` of `parity.json`: values for options of `parity check` that the command line
/// doesn't give.
package struct CheckDefaults: Sendable {
  /// The time limit for each reply, in seconds.
  package var timeout: Double?
  /// The number of processes of each program.
  package var jobs: Int?
  /// The maximum number of orderings for each case.
  package var schedules: Int?
  /// The maximum number of orderings for each case if neither the file nor an option gives one.
  package static let standardSchedules = 4
  /// The maximum number of cases that programs may skip at run time.
  package var maximumSkipped: Int?
  /// The reports to write, each as `FORMAT=PATH`.
  package var reports: [LocatedName] = []
  /// The labels of the run, in the order of the file.
  package var labels: [RunLabel] = []

  /// The time limits that an option or `parity.json` can set, in seconds.
  package static let timeouts = 0.001...1_000_000
  /// The numbers of processes that an option or `parity.json` can set.
  package static let jobCounts = 1...1024

  /// Creates defaults that set nothing.
  package init() {}

  /// Reads the member, and reports each value that isn't valid.
  init(_ node: JSONNode, in file: SourceFile) {
    let keys = ["timeout", "jobs", "schedules", "maxSkipped", "reports", "labels"]
    guard let reader = ObjectReader(node, "'check'", keys: keys, in: file) else { return }

    timeout = reader.number(
      "timeout",
      "a number of seconds from \(Self.timeouts.lowerBound) to \(Int(Self.timeouts.upperBound))"
    ) { number in
      Self.timeouts.contains(number.double) ? number.double : nil
    }
    jobs = reader.number(
      "jobs",
      "an integer from \(Self.jobCounts.lowerBound) to \(Self.jobCounts.upperBound)"
    ) { number in
      number.integer.flatMap(Int.init(exactly:)).flatMap { Self.jobCounts.contains($0) ? $0 : nil }
    }
    schedules = reader.nonnegative("schedules")
    maximumSkipped = reader.nonnegative("maxSkipped")
    reports = reader.texts("reports").map { text, node in
      LocatedName(name: text, location: file.location(of: node))
    }
    labels = Self.labels(reader)
  }

  /// Returns the labels, and reports each one that isn't valid.
  private static func labels(_ reader: ObjectReader) -> [RunLabel] {
    guard let node = reader["labels"] else { return [] }
    guard node.kind == .object else {
      let found = node.kind.withArticle
      reader.file.report(
        "'labels' must be an object that maps names to texts, not \(found)",
        at: node
      )
      return []
    }

    return node.members.compactMap { member in
      guard let name = member.key.string, let value = member.value.string else {
        reader.file.report(
          "a label must be a text, not \(member.value.kind.withArticle)",
          at: member.value
        )
        return nil
      }
      let label = RunLabel(name: name, value: value)
      if let refusal = label.refusal {
        reader.file.report(refusal, at: member.key)
        return nil
      }
      return label
    }
  }
}
