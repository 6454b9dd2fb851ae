internal import CanonicalJSON

/// The details of a case that some implementation fails, known or not.
struct FailedCaseData {
  private let verdicts: CaseVerdicts
  private let rendering = DifferenceRendering(limit: 100, width: 100)

  /// Nil where none fails it.
  init?(_ verdicts: CaseVerdicts) {
    guard verdicts.verdicts.contains(where: { !$0.allFailures.isEmpty }) else { return nil }
    self.verdicts = verdicts
  }

  func value(_ text: inout PageText) -> JSONValue {
    let testCase = verdicts.testCase
    var object: JSONObject = ["groups": .array(groups.map { value($0, &text) })]
    let golden = verdicts.verdicts.lazy.compactMap(\.golden).first
    object["golden"] = golden.map { text.block($0) }
    object["input"] = text.block(testCase.input)
    if !verdicts.failed.isEmpty {
      object["again"] = PageText.line("parity check --only \(testCase.name)\(verdicts.repeatingOptions)")
    }
    return .object(object)
  }

  /// Those that fail, together where they fail alike.
  private var groups: [[Verdict]] {
    var groups: [[Verdict]] = []
    for verdict in verdicts.verdicts where !verdict.allFailures.isEmpty {
      let alike = groups.firstIndex { group in
        group[0].allFailures == verdict.allFailures && group[0].output == verdict.output
          && group[0].knownFailure == verdict.knownFailure
      }
      if let alike {
        groups[alike].append(verdict)
      } else {
        groups.append([verdict])
      }
    }
    return groups
  }

  private func value(_ group: [Verdict], _ text: inout PageText) -> JSONValue {
    let verdict = group[0]
    var object: JSONObject = [
      "implementations": .array(group.map { PageText.line($0.implementation) }),
      "failures": .array(verdict.allFailures.map { value($0, &text) }),
    ]
    object["output"] = verdict.output.map { text.block($0) }
    if let known = verdict.knownFailure {
      object["known"] = PageText.line(known.reason + (known.expires.map { " (until \($0))" } ?? ""))
      object["link"] = known.link.map(PageText.line)
    }
    return .object(object)
  }

  private func value(_ failure: Verdict.Failure, _ text: inout PageText) -> JSONValue {
    let testCase = verdicts.testCase
    let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
    var log: [String] = []
    var title: String
    var lines: [StyledLine] = []
    switch failure {
    case .noOutput(let cause):
      title = "no output: \(cause.message)"
      lines = cause.location.map { [StyledLine("refused at \($0)", .dim)] } ?? []
      log = cause.log
    case .misbehaved(let cause):
      title = "beside its answer it \(cause.message)"
      log = cause.log
    case .violates(let violations):
      title = "not what the case expects"
      lines = rendering.lines(violations)
    case .differs(let differences):
      title = "not the golden"
      lines = rendering.lines(differences)
    case .diverges(let divergence):
      let clauses = divergence.clauses.isEmpty ? "" : " (\(divergence.clauses.joined(separator: ", ")))"
      title = "not the same in every order of arrival\(clauses); the shortest that differs"
      lines = divergence.arrivals.map { StyledLine("  \($0)") }
      if let cause = divergence.failure {
        lines.append(StyledLine("no output: \(cause.message)"))
        log = cause.log
      } else {
        lines += rendering.lines(divergence.differences)
      }
    case .noGolden: title = "no golden: nobody has accepted an output of this case"
    case .unusableGolden: title = "the golden \(golden) can't be read"
    }
    var object: JSONObject = ["title": PageText.line(title)]
    if !lines.isEmpty { object["lines"] = text.lines(lines) }
    if !log.isEmpty { object["log"] = text.block(log.joined(separator: "\n")) }
    return .object(object)
  }
}
