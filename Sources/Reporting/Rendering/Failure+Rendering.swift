internal import CanonicalJSON
package import Conformance

extension Report.Failure {
  /// Returns the failures of a case as text. If the golden and an expectation differ at the same
  /// place in the same way, the difference is printed only once.
  package static func rendering(_ failures: [Verdict.Failure], of testCase: Case) -> [Report
    .Failure]
  {
    var listed = Set<Difference>()
    return failures.map { Report.Failure($0, of: testCase, &listed) }
  }

  private init(_ failure: Verdict.Failure, of testCase: Case, _ listed: inout Set<Difference>) {
    let rendering = DifferenceRendering(limit: .max)
    let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
    var lines: [StyledLine] = []
    var cause: ImplementationFailure?
    var found: [Report.Difference] = []
    // The number of differences before any are left out.
    var count = 0
    switch failure {
    case .noOutput(let failure):
      kind = .noOutput
      title = "no output: \(failure.message.sanitizedForReport)"
      cause = failure
      if let place = failure.location {
        lines = [StyledLine("    input rejected at \(place)", .dim)]
      }
    case .misbehaved(let failure):
      kind = .misbehaved
      title = "protocol violation after the reply: \(failure.message.sanitizedForReport)"
      cause = failure
    case .violates(let violations):
      kind = .violates
      title = "doesn't match the expectation"
      lines = violations.flatMap(\.unknownValues).map { unknown in
        StyledLine("    \(unknown.message.sanitizedForReport)", .emphasis)
      }
      for violation in violations {
        let parts = rendering.parts(of: violation)
        if violation.facet == nil { listed.formUnion(parts.map(\.difference)) }
        found += parts.map { Report.Difference($0.difference, facet: violation.facet, $0.lines) }
        count += violation.differences.totalCount
      }
    case .differs(let differences):
      kind = .differs
      title = "differs from the golden \(golden)"
      found = Self.rendered(differences, by: rendering, except: listed)
      count = differences.totalCount
    case .dependsOnOrder(let dependence):
      let clauses =
        dependence.clauses.isEmpty ? "" : " (\(dependence.clauses.joined(separator: ", ")))"
      kind = .dependsOnOrder
      title =
        "the output depends on the order of the input\(clauses); shortest ordering that differs"
      cause = dependence.failure
      lines = dependence.arrivals.map { StyledLine("    \($0.sanitizedForReport)") }
      if let cause { lines.append(StyledLine("  no output: \(cause.message.sanitizedForReport)")) }
      found = Self.rendered(dependence.differences, by: rendering)
      count = dependence.differences.totalCount
    case .unusableGolden:
      (kind, title) = (
        .unusableGolden, "the golden \(golden) can't be read; see the error about this file"
      )
    case .noGolden:
      (kind, title) = (.noGolden, "no golden: no output of this case has been accepted yet")
    }
    self.lines = lines
    differences = Array(found.prefix(Self.most))
    more = count > differences.count ? count - differences.count : nil
    fault = cause?.kind
    message = cause?.message.sanitizedForReport
    log = cause?.log.map(\.sanitizedForReport) ?? []
  }

  /// Returns the differences with their lines.
  ///
  /// - Parameter listed: The differences that an earlier failure shows. They have no lines.
  private static func rendered(
    _ differences: DifferenceList,
    by rendering: DifferenceRendering,
    except listed: Set<Difference> = []
  ) -> [Report.Difference] {
    let shown = differences.prefix(most)
    var blocks = rendering.blocks(shown.filter { !listed.contains($0) })[...]
    return shown.map { difference in
      let isListed = listed.contains(difference)
      return Report.Difference(difference, isListed ? [] : blocks.removeFirst())
    }
  }

  /// The maximum number of differences of one failure.
  private static let most = DifferenceList.mostKept
}

extension Report.Difference {
  fileprivate init(_ difference: Difference, facet: String? = nil, _ lines: [StyledLine]) {
    pointer = "\(difference.pointer)".sanitizedForReport
    element = difference.element?.text.sanitizedForReport
    self.facet = facet
    self.lines = lines
    switch difference.change {
    case .changed(let expected, let actual):
      change = .changed
      self.expected = expected.sanitizedForReport
      self.actual = actual.sanitizedForReport
    case .missing(let value): (change, expected, actual) = (.missing, value.sanitizedForReport, nil)
    case .unexpected(let value):
      (change, expected, actual) = (.unexpected, nil, value.sanitizedForReport)
    case .moved: (change, expected, actual) = (.moved, nil, nil)
    }
  }
}

// MARK: - Rendering failures

extension Report.Failure {
  /// Returns the title of the failure, its details, and the last lines of the implementation's log,
  /// formatted to go below the name of a case.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of differences.
  ///   - hasLegend: Whether to explain the signs `−` and `+`.
  ///   - width: The width of a line in columns.
  package func text(limit: Int, hasLegend: Bool = false, width: Int = 80) -> [StyledLine] {
    let shown = differences.prefix(limit)
    let hidden = differences.count - shown.count + (more ?? 0)
    let note = StyledLine("  … and \(counted(hidden, "more difference"))", .dim)
    let values = shown.flatMap(\.lines) + (hidden > 0 ? [note] : [])
    let hasDetails = !lines.isEmpty || !values.isEmpty
    let colon = [.violates, .differs, .dependsOnOrder].contains(kind) && hasDetails ? ":" : ""

    let title = StyledLine.Span("  \(title)")
    let explained = StyledLine([title, .init(" (")] + Self.legend + [.init(")\(colon)")])
    let head = StyledLine([title, .init(colon)])
    let rest =
      if !hasLegend {
        [head] + lines + values
      } else if explained.columns <= width {
        [explained] + lines + values
      } else {
        [head] + lines + [StyledLine(Self.legend).indented(by: 4)] + values
      }
    return rest + log.logLines("    ")
  }

  private static let legend: [StyledLine.Span] = [
    .init("− expected", .removed), .init(", "), .init("+ actual", .added),
  ]

  /// Whether the details have the signs `−` and `+`.
  var hasSigns: Bool { differences.contains { !$0.lines.isEmpty } }

  /// The title with the first line of the details.
  var summary: String {
    if let first = differences.first(where: { !$0.lines.isEmpty }) {
      return "\(title): \(first.summary)"
    }
    guard let first = lines.first else { return title }
    return "\(title): \(first.text(color: false).drop { $0 == " " })"
  }
}

extension Report.Difference {
  /// The place of a changed value, or the first line of another difference.
  fileprivate var summary: String {
    guard change == .changed else {
      return String(lines.first?.text(color: false).drop { $0 == " " } ?? "")
    }
    return facet ?? (pointer.isEmpty ? "at the root" : "at \(pointer)")
  }
}

extension [String] {
  /// Returns the lines that an implementation logged, formatted as a quotation.
  func logLines(_ indent: String) -> [StyledLine] { map { StyledLine("\(indent)| \($0)", .dim) } }
}
