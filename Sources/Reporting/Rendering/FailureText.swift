internal import CanonicalJSON
package import Conformance

/// A failure of a case as text: a title, details, differences, and the last lines of a log.
package struct FailureText: Sendable {
  /// Differences that are rendered together.
  struct Section: Sendable {
    let differences: [Difference]
    /// The facet that the values belong to, or `nil` if they are at places of the output.
    let facet: String?
    /// The location of the statement that the values don't satisfy, or `nil` if it is the golden.
    let location: SourceLocation?
  }

  let kind: Verdict.Failure.Kind
  /// A one-line description of the failure.
  let title: String
  /// The details in addition to the differences.
  let details: [StyledLine]
  /// The differences that no earlier failure of the case shows.
  let sections: [Section]
  /// The number of differences that aren't in the sections and that no earlier failure shows.
  let hiddenCount: Int
  /// The last lines that the implementation logged.
  let log: [String]
  /// Whether an earlier failure of the case shows all differences.
  let isShownAbove: Bool

  /// Returns the failures of a case as text. If the golden and an expectation differ at the same
  /// place in the same way, only the first of them has the difference.
  ///
  /// - Parameters:
  ///   - failures: The failures.
  ///   - caseName: The name of the case, `CONTRACT/CASE`.
  ///   - form: The form of the outputs, on which the name of the golden depends.
  package static func texts(
    of failures: [Verdict.Failure],
    in caseName: String,
    form: ContractOperation.OutputForm
  ) -> [FailureText] {
    let golden = goldenPath(of: caseName, form)
    var listed = Set<Difference>()
    return failures.map { FailureText($0, golden: golden, &listed) }
  }

  /// - Parameters:
  ///   - failure: The failure.
  ///   - golden: The path of the golden.
  ///   - listed: The differences that earlier failures show. Those of a violation are added, unless
  ///     it is about a facet.
  private init(_ failure: Verdict.Failure, golden: String, _ listed: inout Set<Difference>) {
    kind = failure.kind
    title = Self.title(of: failure, golden: golden)
    details = Self.details(of: failure)
    log = failure.fault?.log ?? []

    let all: [Section]
    switch failure {
    case .violates(let violations):
      all = violations.map { Section($0) }
      for violation in violations where violation.facet == nil {
        listed.formUnion(violation.differences)
      }
    case .differs(let differences):
      all = [Section(differences.filter { !listed.contains($0) })]
    case .dependsOnOrder(let dependence): all = [Section(Array(dependence.differences))]
    case .noOutput, .misbehaved, .noGolden, .unusableGolden: all = []
    }

    sections = all.filter { !$0.differences.isEmpty }
    hiddenCount = failure.hiddenDifferenceCount
    isShownAbove = sections.isEmpty && failure.differenceCount > 0
  }

  /// Returns what is wrong, on one line.
  ///
  /// - Parameter golden: The path of the golden.
  private static func title(of failure: Verdict.Failure, golden: String) -> String {
    switch failure {
    case .noOutput(let fault): return "no output: \(printable(fault.message))"
    case .misbehaved(let fault):
      return "protocol violation after the reply: \(printable(fault.message))"
    case .violates(let violations): return title(ofNearest: violations.first?.alternative)
    case .differs: return "differs from the golden \(golden)"
    case .dependsOnOrder(let dependence):
      let names = dependence.clauses.joined(separator: ", ")
      let clauses = names.isEmpty ? "" : " (\(names))"
      return
        "the output depends on the order of the input\(clauses); shortest ordering that differs"
    case .unusableGolden:
      return "the golden \(golden) can't be read; see the error about this file"
    case .noGolden: return "no golden: no output of this case has been accepted yet"
    }
  }

  /// Returns the title for an output that misses an expectation.
  ///
  /// - Parameter alternative: The alternative of a `oneOf` that the violations are of, which is the
  ///   nearest one, or `nil` if the expectation has no alternatives.
  private static func title(ofNearest alternative: Expectation.Alternative?) -> String {
    guard let alternative else { return "doesn't match the expectation" }
    guard alternative.count != 1 else { return "doesn't match the only alternative" }
    return "matches none of \(alternative.count) alternatives; "
      + "number \(alternative.number) is the nearest"
  }

  /// Returns what explains the failure in addition to differences and the log: unknown values, the
  /// ordering, or the rejected part of the input.
  private static func details(of failure: Verdict.Failure) -> [StyledLine] {
    switch failure {
    case .noOutput(let fault):
      return fault.location.map { [StyledLine("    input rejected at \($0)", .dim)] } ?? []
    case .violates(let violations):
      return violations.flatMap(\.unknownValues).map { unknown in
        StyledLine("    \(unknown.message)", .emphasis)
      }
    case .dependsOnOrder(let dependence):
      let fault = dependence.failure.map { StyledLine("  no output: \($0.message)") }
      return dependence.arrivals.map { StyledLine("    \($0)") } + [fault].compactMap(\.self)
    case .misbehaved, .differs, .unusableGolden, .noGolden: return []
    }
  }

  /// Returns the path of a case's golden, whether or not it exists.
  private static func goldenPath(
    of caseName: String,
    _ form: ContractOperation.OutputForm
  ) -> String {
    let parts = caseName.split(separator: "/", maxSplits: 1).map(String.init)
    return GoldenFolder.path(of: parts[0], caseID: parts.count > 1 ? parts[1] : "", form: form)
  }
}

extension FailureText.Section {
  /// Creates the section of differences from the golden.
  fileprivate init(_ differences: [Difference]) {
    self.init(differences: differences, facet: nil, location: nil)
  }

  /// Creates the section of a statement that isn't satisfied.
  fileprivate init(_ violation: Violation) {
    self.init(
      differences: Array(violation.differences),
      facet: violation.facet,
      location: violation.location
    )
  }

  /// Returns the lines of each of the first differences.
  func blocks(limit: Int, textLimit: Int, width: Int) -> [[StyledLine]] {
    let rendering = DifferenceRendering(limit: .max, textLimit: textLimit, width: width)
    // An element and its replacement, which is the next difference, share their lines.
    let needed = limit < differences.count ? differences.prefix(limit + 1) : differences[...]
    let rendered = rendering.blocks(needed, facet: facet)

    var blocks = Array(rendered.prefix(limit))
    if let location, blocks.count == differences.count, !blocks.isEmpty {
      blocks[blocks.count - 1].append(StyledLine("      expected at \(location)", .dim))
    }
    return blocks
  }
}

// MARK: - Lines

extension FailureText {
  /// Returns the title of the failure, its details, and the last lines of the implementation's log,
  /// formatted to go below the name of a case.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of differences.
  ///   - textLimit: The maximum number of lines of a text, or `Int.max` to show texts in full.
  ///   - hasLegend: Whether to explain the signs `−` and `+`.
  ///   - width: The width of a line in columns.
  package func lines(
    limit: Int,
    textLimit: Int = .max,
    hasLegend: Bool = false,
    width: Int = 80
  ) -> [StyledLine] {
    let values = values(limit: limit, textLimit: textLimit, width: width)
    let hasDetails = !details.isEmpty || !values.isEmpty
    let colon = [.violates, .differs, .dependsOnOrder].contains(kind) && hasDetails ? ":" : ""

    let title = StyledLine.Span("  \(title)")
    let explained = StyledLine([title, .init(" (")] + Self.legend + [.init(")\(colon)")])
    let head = StyledLine([title, .init(colon)])
    let rest =
      if !hasLegend {
        [head] + details + values
      } else if explained.columns <= width {
        [explained] + details + values
      } else {
        [head] + details + [StyledLine(Self.legend).indented(by: 4)] + values
      }
    return rest + log.logLines("    ")
  }

  /// Returns the lines of the first differences, and a count of the others.
  private func values(limit: Int, textLimit: Int, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var left = limit
    for section in sections {
      lines += section.blocks(limit: left, textLimit: textLimit, width: width)
        .flatMap(\.self)
      left -= min(left, section.differences.count)
    }

    let count = sections.reduce(0) { $0 + $1.differences.count }
    let hidden = count - min(limit, count) + hiddenCount
    guard hidden > 0 else { return lines }
    return lines + [StyledLine("  … and \(counted(hidden, "more difference"))", .dim)]
  }

  /// What the signs in front of values mean.
  private static let legend: [StyledLine.Span] = [
    .init("− expected", .removed), .init(", "), .init("+ actual", .added),
  ]

  /// Whether the details have the signs `−` and `+`.
  var hasSigns: Bool { !sections.isEmpty }
}

extension [String] {
  /// Returns the lines that an implementation logged, formatted as a quotation.
  func logLines(_ indent: String) -> [StyledLine] { map { StyledLine("\(indent)| \($0)", .dim) } }
}
