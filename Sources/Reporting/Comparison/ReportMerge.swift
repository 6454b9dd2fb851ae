internal import CanonicalJSON
package import Conformance

/// Merges the reports of all shards into the report of the whole run.
package enum ReportMerge {
  /// The report of a shard, with the name that messages use for it.
  package typealias Part = (name: String, report: RunRecord)

  /// Returns the report that a run without shards would have produced.
  ///
  /// - Throws: `ReportFault` if a shard is missing, occurs twice or is of another run.
  package static func merged(_ parts: [Part]) throws(ReportFault) -> RunRecord {
    try requireAlike(parts)
    try requireComplete(parts)

    let reports = parts.map(\.report)
    var whole = reports[0]
    whole.suites = try merged(parts)
    whole.shard = nil

    whole.results = try inOrder(parts, of: whole.suites)
    whole.counts = RunRecord.Counts(
      whole.results,
      leftOut: reports.reduce(0) { $0 + $1.leftOut },
      leftOutCases: reports.reduce(0) { $0 + $1.leftOutCases }
    )

    whole.incidents = reports.flatMap(\.incidents).distinct(by: \.self)
    whole.diagnostics = reports.flatMap(\.diagnostics).distinct(by: \.self).inOrder()
    whole.provenance = Provenance.merged(reports.compactMap(\.provenance))
    whole.labels = .commonLabels(reports.map(\.labels))
    whole.causes = Cause.all(in: whole)

    // The merged status is the worst of all shards. If a signal interrupted one, it applies to the
    // whole.
    let statuses = reports.map { ExitStatus(rawValue: $0.exitCode) ?? .notConformant }
    whole.exitCode =
      reports.map(\.exitCode).first { $0 > 128 }
      ?? max(whole.exitStatus, statuses.max() ?? .success).rawValue

    return whole
  }

  // MARK: - Validation

  /// Checks that the reports are shards of one run: the same version, suites, selection and
  /// implementations. Suites are compared without their cases.
  private static func requireAlike(_ parts: [Part]) throws(ReportFault) {
    guard let first = parts.first else { throw ReportFault("no report to merge") }

    for part in parts where part.report.shard == nil {
      let isUnusable = part.report.exitCode == ExitStatus.unusableData.rawValue
      let reason =
        isUnusable ? "the run couldn't read the suite" : "the command was run without --shard"
      throw ReportFault(
        "'\(part.name)' isn't the report of a shard: \(reason)",
        advice: isUnusable ? "see the errors in the report" : nil
      )
    }

    for part in parts {
      func require(_ isAlike: Bool, _ message: String) throws(ReportFault) {
        guard !isAlike else { return }
        throw ReportFault(
          "'\(part.name)' \(message) than '\(first.name)'",
          advice: "merge only the reports of one sharded run"
        )
      }

      let mine = part.report
      let other = first.report
      try require(mine.harness == other.harness, "is from a different version of Parity")
      try require(mine.shard?.count == other.shard?.count, "has a different number of shards")
      try require(
        mine.suites.map(\.withoutCases) == other.suites.map(\.withoutCases),
        "has a different suite"
      )
      try require(
        mine.shard?.selection == other.shard?.selection,
        "has a different selection of cases"
      )
      try require(mine.implementations == other.implementations, "has different implementations")
    }
  }

  /// Checks that each shard occurs exactly once. It counts on every report to be of a shard.
  private static func requireComplete(_ parts: [Part]) throws(ReportFault) {
    var names: [Int: String] = [:]
    let shares = parts.compactMap(\.report.shard)

    for (part, share) in zip(parts, shares) {
      if let earlier = names.updateValue(part.name, forKey: share.index) {
        throw ReportFault(
          "'\(earlier)' and '\(part.name)' are both shard \(share.index) of \(share.count)",
          advice: "name only one report of each shard"
        )
      }
    }

    let missing = (1...shares[0].count).filter { names[$0] == nil }
    guard missing.isEmpty else {
      let list =
        missing.prefix(20).map { "\($0)" }.joined(separator: ", ")
        + (missing.count > 20 ? ", …" : "")

      let isOne = missing.count == 1
      let named = "\(isOne ? "shard" : "shards") \(list) of \(shares[0].count)"
      throw ReportFault(
        "\(named) \(isOne ? "is" : "are") missing",
        advice: "name the reports of all shards"
      )
    }
  }

  // MARK: - Merging

  /// Returns the suites with the cases of all shards, in the order of a run without shards.
  private static func merged(_ parts: [Part]) throws(ReportFault) -> [RunRecord.Suite] {
    var suites = parts[0].report.suites.map(\.withoutCases)

    for index in suites.indices {
      let listed = parts.flatMap { part in
        let suite = part.report.suites[index]
        return zip(suite.positions ?? [], suite.cases).map { (position: $0, testCase: $1) }
      }.sorted { $0.position < $1.position }

      guard listed.map(\.position).elementsEqual(listed.indices) else {
        throw ReportFault("not every case of '\(suites[index].contract)' is in exactly one shard")
      }

      suites[index].cases = listed.map(\.testCase)
    }

    return suites
  }

  /// Returns the verdicts in the order of a run without shards.
  private static func inOrder(
    _ parts: [Part],
    of suites: [RunRecord.Suite]
  ) throws(ReportFault) -> [CaseResult] {
    let titles = suites.flatMap { suite in
      parts[0].report.implementations.flatMap { name in
        suite.cases.map { CaseResult.title(of: suite.name(of: $0), by: name) }
      }
    }
    let places = Dictionary(titles.enumerated().map { (TextKey($1), $0) }) { $1 }

    var results: [Int: CaseResult] = [:]
    for part in parts {
      for result in part.report.results {
        guard let place = places[TextKey(result.title)] else {
          throw ReportFault(
            "'\(part.name)' has a verdict on '\(result.title)', which isn't part of its run"
          )
        }
        guard results.updateValue(result, forKey: place) == nil else {
          throw ReportFault("'\(part.name)' has a duplicate verdict on '\(result.title)'")
        }
      }
    }

    return results.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension RunRecord {
  /// The number of pairs of case and implementation that were not selected.
  fileprivate var leftOut: Int {
    counts.skipped - RunRecord.Counts(results).skipped
  }

  /// The number of cases that no implementation was to run.
  fileprivate var leftOutCases: Int {
    counts.skippedCases - RunRecord.Counts(results).skippedCases
  }
}

extension RunRecord.Suite {
  /// The suite without the parts that differ from shard to shard.
  fileprivate var withoutCases: RunRecord.Suite {
    var suite = self
    suite.cases = []
    suite.positions = nil
    return suite
  }
}
