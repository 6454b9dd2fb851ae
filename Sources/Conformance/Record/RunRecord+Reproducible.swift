extension RunRecord {
  /// The record without what differs from one run to the next although the results are the same:
  /// times and the machine.
  package var reproducible: RunRecord {
    var record = self
    record.provenance?.start = nil
    record.provenance?.milliseconds = nil
    record.provenance?.machine = nil
    record.results = results.map(\.withoutDuration)
    return record
  }
}

extension CaseResult {
  /// The result as if its duration hadn't been measured.
  fileprivate var withoutDuration: CaseResult {
    CaseResult(
      caseName: caseName,
      implementation: implementation,
      origin: origin,
      result: result,
      output: output,
      verdictCounts: verdictCounts
    )
  }
}
