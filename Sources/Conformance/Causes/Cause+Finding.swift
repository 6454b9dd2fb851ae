internal import CanonicalJSON

extension RunRecord.Cause {
  /// Returns the causes of each implementation's failures, the most worthwhile to fix first.
  package static func found(in record: RunRecord) -> [RunRecord.Cause] {
    guard record.counts.failed > 0 else { return [] }
    let places = record.places
    return record.results.grouped(by: \.implementation).flatMap { results in
      found(in: record, places, of: results)
    }
  }

  /// Returns the causes of the failures of one implementation.
  private static func found(
    in record: RunRecord,
    _ places: [String: RunRecord.Place],
    of results: [CaseResult]
  ) -> [RunRecord.Cause] {
    let failed = results.filter { $0.isFailed && places[$0.caseName] != nil }
    guard !failed.isEmpty else { return [] }

    let isOneContract = Set(failed.map(\.contract)).count == 1
    let values = failed.lazy.flatMap { [places[$0.caseName]?.testCase.golden, $0.output] }
    let fewTexts = TextCounts(of: values.compactMap { $0?.value }).names
    let signatures = failed.map { result in
      let place = places[result.caseName]
      let operation = place?.suite.operations.first { $0.name == place?.testCase.operation }
      return CaseSignatures(
        result,
        prefix: isOneContract ? "" : "\(result.contract): ",
        kinds: (operation?.kinds ?? []).map { PathPattern($0) },
        fewTexts: fewTexts
      )
    }

    let unanswered = results.count { result in
      result.allFailures.contains { [.noOutput, .misbehaved].contains($0.kind) }
    }
    let checked = RunRecord.Counts(results).checked - unanswered
    let rules = RuleCases(of: record, contracts: isOneContract ? [failed[0].contract] : nil)
    var search = CauseSearch(signatures, checked: checked)
    return search.causes().map { cause in
      let cases = cause.cases.map { failed[$0].caseName }
      let examples = cause.examples.map { failed[$0].caseName }
      let rule = rules.mostShown(by: cases, about: cause.subjects)
      return RunRecord.Cause(
        implementation: failed[0].implementation,
        title: cause.title,
        cases: cases,
        alone: cause.alone,
        taken: cause.taken,
        rule: rule?.name,
        example: examples.first { rule?.cases.contains($0) ?? true } ?? examples[0]
      )
    }
  }
}

/// The cases of each rule, and of each clause that no rule refines.
private struct RuleCases {
  struct Rule {
    let name: String
    let words: Set<Substring>
    let cases: Set<String>
  }

  private var rules: [Rule] = []

  /// Collects the rules of a run.
  ///
  /// - Parameters:
  ///   - record: The run with the suites.
  ///   - contracts: The contracts to include, or `nil` to include all of them and prefix each rule
  ///     with its contract.
  init(of record: RunRecord, contracts: [String]?) {
    for suite in record.suites where contracts?.contains(suite.contract) ?? true {
      let refined = Set(suite.clauses.flatMap(\.refines))
      for clause in suite.clauses where !refined.contains(clause.id) {
        let cases = suite.cases.filter { $0.clauses.contains(clause.id) }.map(suite.name)
        let words = Set(clause.text.split { !$0.isLetter && $0 != "_" })
        let name = contracts == nil ? "\(suite.contract)/\(clause.id)" : clause.id
        rules.append(Rule(name: name, words: words, cases: Set(cases)))
      }
    }
  }

  /// Returns the rule with the largest share of its cases among the given ones. Rules whose text
  /// mentions one of the subjects take precedence.
  func mostShown(by cases: [String], about subjects: [String]) -> Rule? {
    let speaking = rules.filter { rule in subjects.contains { rule.words.contains(Substring($0)) } }
    return mostShown(by: cases, speaking) ?? mostShown(by: cases, rules)
  }

  private func mostShown(by cases: [String], _ rules: [Rule]) -> Rule? {
    let hits = rules.map { (rule: $0, shown: $0.cases.intersection(cases).count) }.filter {
      $0.shown > 0
    }
    return hits.max { best, next in
      // Compare the shares as products of integers, so that equal shares compare as equal.
      let mine = next.shown * best.rule.cases.count
      let other = best.shown * next.rule.cases.count
      return mine > other || (mine == other && next.shown > best.shown)
    }?.rule
  }
}
