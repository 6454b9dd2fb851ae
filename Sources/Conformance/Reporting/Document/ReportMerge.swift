internal import CanonicalJSON

/// Joins the reports of shards into that of the whole run.
package enum ReportMerge {
  /// A report, and the name by which it is told of.
  package typealias Part = (name: String, document: ReportDocument)

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
    // What was read goes with the JSON that it was read from: long values have lost their ends, and would lose more.
    func told<Item>(_ key: String, _ items: (Findings) -> [Item]) -> [(item: Item, json: JSONValue)] {
      zip(parts, runs).flatMap { zip(items($1.findings), $0.document.json[key]?.elements ?? []) }
    }
    let verdicts = try inOrder(parts, runs)
    let incidents = told("incidents", \.incidents).distinct(by: \.json)
    let texts = Dictionary(told("diagnostics", \.diagnostics)) { first, _ in first }
    let diagnostics = Array(texts.keys).inOrder()
    let findings = Findings(
      suites: runs[0].findings.suites, diagnostics: diagnostics, verdicts: verdicts.map(\.item),
      skipped: runs.reduce(0) { $0 + $1.findings.skipped }, incidents: incidents.map(\.item),
      asked: runs[0].findings.implementations)
    let exitCode = exitCode(of: findings, shards: runs.map(\.exitCode))
    var json = parts[0].document.json.object ?? [:]
    json["shard"] = nil
    json["exitCode"] = ReportDocument.exitCode.write(exitCode)
    json["counts"] = ReportDocument.counts(findings.counts)
    json["verdicts"] = .array(verdicts.map(\.json))
    json["incidents"] = .array(incidents.map(\.json))
    json["diagnostics"] = .array(diagnostics.compactMap { texts[$0] })
    return RunReport(
      findings, harness: runs[0].harness, exitCode: exitCode, document: ReportDocument(json: .object(json)))
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

  /// The verdicts in the order of a run without shards.
  private static func inOrder(
    _ parts: [Part], _ runs: [RunReport]
  ) throws(ReportFault) -> [(item: Verdict, json: JSONValue)] {
    var places: [Verdict.Key: Int] = [:]
    for suite in runs[0].findings.suites {
      for implementation in runs[0].findings.implementations {
        for testCase in suite.cases { places[Verdict.Key(testCase.name, implementation)] = places.count }
      }
    }
    var verdicts: [Int: (item: Verdict, json: JSONValue)] = [:]
    for (part, run) in zip(parts, runs) {
      for (verdict, json) in zip(run.findings.verdicts, part.document.json["verdicts"]?.elements ?? []) {
        guard let place = places[verdict.key] else {
          throw ReportFault("\(part.name) has a verdict on \(verdict.title), which its run is not about")
        }
        guard verdicts.updateValue((verdict, json), forKey: place) == nil else {
          throw ReportFault("\(part.name) has a verdict on \(verdict.title), which is there twice")
        }
      }
    }
    return verdicts.sorted { $0.key < $1.key }.map(\.value)
  }

  /// That of the whole, which is no better than that of any shard; a signal that ended one has ended the whole.
  private static func exitCode(of findings: Findings, shards: [Int32]) -> Int32 {
    if let signal = shards.first(where: { $0 > 128 }) { return signal }
    let statuses = shards.map { ExitStatus(rawValue: $0) ?? .notConformant }
    return max(findings.exitStatus, statuses.max() ?? .success).rawValue
  }
}
