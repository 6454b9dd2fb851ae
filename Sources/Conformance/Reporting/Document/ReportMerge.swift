internal import CanonicalJSON

/// Joins the reports of shards into that of the whole run.
package enum ReportMerge {
  /// A report, and the name by which it is told of.
  package struct Part: Sendable {
    package let name: String
    package let document: ReportDocument

    package init(name: String, document: ReportDocument) {
      self.name = name
      self.document = document
    }
  }

  /// The report of the whole, which is as if nobody had cut it; refuses a shard that is missing, doubled or foreign.
  package static func merged(_ parts: [Part]) throws(ReportFault) -> RunReport {
    let shares = try parts.map { part throws(ReportFault) in
      guard let share = try part.document.share else {
        throw ReportFault("\(part.name) is not of a shard; it was run without --shard")
      }
      return share
    }
    try requireAlike(parts, shares)
    try requireComplete(parts, shares)
    let runs = try parts.map { part throws(ReportFault) in try part.document.run }
    let skipped = runs.reduce(0) { $0 + $1.findings.counts.skipped }
    let draft = try joined(parts, runs: runs, skipped: skipped, exitCode: 0).run
    let exitCode = exitCode(of: draft.findings, shards: runs.map(\.exitCode))
    return try joined(parts, runs: runs, skipped: skipped, exitCode: exitCode, counts: draft.findings.counts).run
  }

  // MARK: - What is refused

  private static func requireAlike(_ parts: [Part], _ shares: [ShardShare]) throws(ReportFault) {
    guard let first = parts.first else { throw ReportFault("there is no report to merge") }
    for (part, share) in zip(parts, shares) {
      func require(_ isAlike: Bool, _ message: String) throws(ReportFault) {
        if !isAlike { throw ReportFault("\(part.name) \(message) than \(first.name)") }
      }
      let (mine, other) = (part.document.json, first.document.json)
      try require(mine["harness"] == other["harness"], "is of another version of parity")
      try require(share.shard.count == shares[0].shard.count, "is of another number of shards")
      try require(mine["suites"] == other["suites"], "is of another suite")
      try require(share.selection == shares[0].selection, "is of another selection of cases")
      try require(mine["implementations"] == other["implementations"], "is of other implementations")
    }
  }

  private static func requireComplete(_ parts: [Part], _ shares: [ShardShare]) throws(ReportFault) {
    var names: [Int: String] = [:]
    for (part, share) in zip(parts, shares) {
      if let earlier = names.updateValue(part.name, forKey: share.shard.index) {
        throw ReportFault("\(earlier) and \(part.name) are both \(share.shard)")
      }
    }
    let missing = (1...shares[0].shard.count).filter { names[$0] == nil }
    guard missing.isEmpty else {
      let list = missing.prefix(20).map { "\($0)" }.joined(separator: ", ") + (missing.count > 20 ? ", …" : "")
      throw ReportFault("of \(shares[0].shard.count) shards, these are missing: \(list)")
    }
  }

  // MARK: - Joining

  /// Joins the documents and not the runs, in which long values have lost their ends.
  private static func joined(
    _ parts: [Part], runs: [RunReport], skipped: Int, exitCode: Int32, counts: VerdictCounts? = nil
  ) throws(ReportFault) -> ReportDocument {
    var json = parts[0].document.json.object ?? [:]
    json["shard"] = nil
    json["exitCode"] = .integer(exitCode)
    json["counts"] = counts.map(ReportDocument.counts) ?? ["skipped": .integer(skipped)]
    json["verdicts"] = .array(try verdicts(parts, suites: runs[0].findings.suites))
    json["incidents"] = .array(unique(parts.flatMap { $0.document.json["incidents"]?.elements ?? [] }))
    let diagnostics = zip(parts, runs).flatMap { part, run in
      zip(run.findings.diagnostics, part.document.json["diagnostics"]?.elements ?? [])
    }
    let texts = Dictionary(diagnostics.map { ($0, $1) }) { first, _ in first }
    json["diagnostics"] = .array(Array(texts.keys).inOrder().compactMap { texts[$0] })
    return ReportDocument(json: .object(json))
  }

  /// In the order of a run without shards.
  private static func verdicts(_ parts: [Part], suites: [Suite]) throws(ReportFault) -> [JSONValue] {
    struct Place: Hashable {
      let suite: Int
      let implementation: Int
      let testCase: Int
    }
    let cases = suites.enumerated().flatMap { suite, content in
      content.cases.enumerated().map { (TextKey($1.name), (suite, $0)) }
    }
    let places = Dictionary(cases) { first, _ in first }
    let names = (parts[0].document.json["implementations"]?.elements ?? []).compactMap(\.string).map { TextKey($0) }
    let implementations = Dictionary(zip(names, names.indices)) { first, _ in first }
    var verdicts: [Place: JSONValue] = [:]
    for part in parts {
      for verdict in part.document.json["verdicts"]?.elements ?? [] {
        let name = "\(verdict["contract"]?.string ?? "")/\(verdict["case"]?.string ?? "")"
        let implementation = verdict["implementation"]?.string ?? ""
        guard let (suite, testCase) = places[TextKey(name)], let index = implementations[TextKey(implementation)] else {
          throw ReportFault("\(part.name) has a verdict on \(name) (\(implementation)), which its run is not about")
        }
        let place = Place(suite: suite, implementation: index, testCase: testCase)
        guard verdicts.updateValue(verdict, forKey: place) == nil else {
          throw ReportFault("\(part.name) has a verdict on \(name) (\(implementation)), which is there twice")
        }
      }
    }
    return verdicts.sorted { first, second in
      (first.key.suite, first.key.implementation, first.key.testCase)
        < (second.key.suite, second.key.implementation, second.key.testCase)
    }.map(\.value)
  }

  private static func unique(_ values: [JSONValue]) -> [JSONValue] {
    var seen = Set<JSONValue>()
    return values.filter { seen.insert($0).inserted }
  }

  /// That of the whole, which is no better than that of any shard; a signal that ended one has ended the whole.
  private static func exitCode(of findings: Findings, shards: [Int32]) -> Int32 {
    if let signal = shards.first(where: { $0 > 128 }) { return signal }
    let statuses = shards.map { ExitStatus(rawValue: $0) ?? .notConformant }
    return max(findings.exitStatus, statuses.max() ?? .success).rawValue
  }
}
