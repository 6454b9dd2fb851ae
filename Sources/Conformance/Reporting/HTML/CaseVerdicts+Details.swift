internal import CanonicalJSON

extension CaseVerdicts {
  /// The details of a case that some implementation fails, known or not; nil where none does.
  func details(_ text: inout PageText) -> JSONValue? {
    // Those that fail, together where they fail alike.
    let groups = verdicts.filter { !$0.allFailures.isEmpty }.grouped {
      [$0.allFailures as AnyHashable, $0.output as AnyHashable, $0.knownFailure as AnyHashable]
    }
    guard !groups.isEmpty else { return nil }
    var object: JSONObject = ["groups": .array(groups.map { details(of: $0, &text) })]
    object["golden"] = verdicts.lazy.compactMap(\.golden).first.map { text.block($0) }
    object["input"] = text.block(testCase.input)
    if !failed.isEmpty { object["again"] = PageText.line("parity check --only \(testCase.name)\(repeatingOptions)") }
    return .object(object)
  }

  private func details(of group: [Verdict], _ text: inout PageText) -> JSONValue {
    let verdict = group[0]
    var object: JSONObject = [
      "implementations": PageText.lines(group.map(\.implementation)),
      "failures": .array(verdict.allFailures.map { details(of: $0, &text) }),
    ]
    object["output"] = verdict.output.map { text.block($0) }
    if let known = verdict.knownFailure {
      object["known"] = PageText.line(known.reason + (known.expires.map { " (until \($0))" } ?? ""))
      object["link"] = known.link.map(PageText.line)
    }
    return .object(object)
  }

  private func details(of failure: Verdict.Failure, _ text: inout PageText) -> JSONValue {
    let told = FailureText(failure, of: testCase, DifferenceRendering(limit: 100, width: 100))
    var object: JSONObject = ["title": PageText.line(told.title)]
    if !told.lines.isEmpty { object["lines"] = text.lines(told.lines) }
    if let log = told.cause?.log, !log.isEmpty { object["log"] = text.block(log.joined(separator: "\n")) }
    return .object(object)
  }
}
