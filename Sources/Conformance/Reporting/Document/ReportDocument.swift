package import CanonicalJSON

/// The JSON report, version 1: a run as data, for other programs, for `diff` and for `merge`.
///
/// It is the wire's form of a run, apart from the types that the engine works with; tools/schemas/report.schema.json says
/// what is in it.
package struct ReportDocument: Sendable {
  private static let version = 1
  /// Tells a report from any other JSON file.
  private static let kind = "parity-report"

  package let json: JSONValue

  init(json: JSONValue) {
    self.json = json
  }

  /// The document of a run; the very one it was read from, where it was.
  package init(of run: RunReport) {
    self = run.document ?? ReportDocument(encoding: run)
  }

  private init(encoding run: RunReport) {
    let findings = run.findings
    var object: JSONObject = [
      "kind": .string(Self.kind), "version": Self.integer.write(Self.version), "harness": Self.text.write(run.harness),
      "exitCode": Self.exitCode.write(run.exitCode), "counts": Self.counts(findings.counts),
      "suites": Self.suite.list.write(findings.suites),
      "implementations": Self.text.list.write(findings.implementations),
      "verdicts": Self.verdict().list.write(findings.verdicts),
      "incidents": Self.incident.list.write(findings.incidents),
      "diagnostics": Self.diagnostic.list.write(findings.diagnostics),
    ]
    object["shard"] = findings.share.map(Self.shard.write)
    json = .object(object)
  }

  /// Reads a report; any other file is refused with the reason.
  package init(parsing bytes: [UInt8]) throws(ReportFault) {
    do throws(JSONSyntaxError) {
      json = try JSONDocument(parsing: bytes).root.value
    } catch {
      throw ReportFault("line \(error.location.line), column \(error.location.column): \(error.message)")
    }
    guard json["kind"]?.string == Self.kind else { throw ReportFault("this is no report of parity") }
    let version = try InputValue(json).member("version", Self.integer)
    guard version == Self.version else {
      throw ReportFault("this report has version \(version), and this parity reads version \(Self.version)")
    }
    _ = try run
  }

  /// The run that it tells of.
  package var run: RunReport {
    get throws(ReportFault) {
      let report = InputValue(json)
      let suites = try report.member("suites", Self.suite.list)
      let cases = Dictionary(suites.flatMap(\.cases).map { (TextKey($0.name), $0) }) { first, _ in first }
      let verdicts = try report.member("verdicts", Self.verdict(on: cases).list)
      let notRun = verdicts.count { $0.kind == .notRun }
      let findings = Findings(
        suites: suites, diagnostics: try report.member("diagnostics", Self.diagnostic.list), verdicts: verdicts,
        skipped: try report.member("counts").member("skipped", Self.integer) - notRun,
        incidents: try report.member("incidents", Self.incident.list), share: try share,
        asked: try report.member("implementations", Self.text.list))
      return RunReport(
        findings, harness: try report.member("harness", Self.text),
        exitCode: try report.member("exitCode", Self.exitCode), document: self)
    }
  }

  /// Nil: not of a shard.
  var share: ShardShare? {
    get throws(ReportFault) {
      guard let share = InputValue(json)["shard"] else { return nil }
      return try Self.shard.read(share)
    }
  }

  /// Canonical JSON with a line for each member, and a line feed at the end.
  ///
  /// What a terminal or a CI engine would obey, or nobody would see, is an escape, which is the same to readers of JSON.
  package var text: String {
    printableJSON(json.canonicalText(.indented).withoutLogCommands { _ in "\\u0023" } + "\n")
  }
}

// MARK: - What is not about cases

extension ReportDocument {
  static let exitCode = integer.converted(or: "this is no exit code", { Int32(exactly: $0) }) { Int($0) }

  static func counts(_ counts: VerdictCounts) -> JSONValue {
    .object(JSONObject(counts.named.map { ($0, integer.write($1)) }))
  }

  private static let shard = ReportForm<ShardShare>.object(
    ReportPart(\.shard.index, integer.at("index")), ReportPart(\.shard.count, integer.at("count")),
    ReportPart(\.cases, integer.at("cases")), ReportPart(\.total, integer.at("total")),
    ReportPart(\.selection, text.at("selection")), or: "there is no such shard"
  ) { index, count, cases, total, selection in
    Shard(index: index, of: count).map { ShardShare(shard: $0, cases: cases, total: total, selection: selection) }
  }

  private static let diagnostic = ReportForm<Diagnostic>.object(
    ReportPart(\.severity, word(or: "this is no severity").at("severity")),
    ReportPart({ $0.kind == .unusable ? "unusable" : "finding" }, text.at("kind")),
    ReportPart(\.message, text.at("message")), ReportPart(\.location, location.at("location")),
    ReportPart(\.notes, text.list.at("notes"))
  ) { Diagnostic($1 == "unusable" ? .unusable : .finding, $2, severity: $0, at: $3, notes: $4) }

  private static let incident = ReportForm<Incident>.object(
    ReportPart(\.kind, incidentKind), ReportPart(\.implementation, text.at("implementation")),
    ReportPart(\.failure, cause)
  ) { Incident($0, of: $1, $2) }

  private static let incidentKind = ReportForm<Incident.Kind>.choice(
    "kind", or: "this is no kind of incident",
    ReportKind("notStarted", nothing, { .notStarted }) { $0 == .notStarted ? () : nil },
    ReportKind("endedBadly", nothing, { .endedBadly }) { $0 == .endedBadly ? () : nil },
    ReportKind("givenUp", nothing, { .givenUp }) { $0 == .givenUp ? () : nil },
    ReportKind("flaky", text.list.at("cases"), { .flaky(cases: $0) }) {
      if case .flaky(let cases) = $0 { cases } else { nil }
    },
    ReportKind("misbehaved", text.list.at("cases"), { .misbehaved(case: $0.first ?? "") }) {
      if case .misbehaved(let caseName) = $0 { [caseName] } else { nil }
    })
}
