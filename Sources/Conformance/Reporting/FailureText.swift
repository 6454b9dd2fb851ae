internal import CanonicalJSON

/// One failure of a case in words, which every format tells in its own way.
package struct FailureText {
  /// What is wrong, in a line.
  package let title: String
  /// The same for those who have the suite at hand: where the golden is, what to do.
  let heading: String
  /// What shows it.
  package let lines: [StyledLine]
  /// Whether the lines are what the heading speaks of.
  let isShown: Bool
  /// What of the implementation there is to quote.
  let cause: ImplementationFailure?

  /// - Parameter margin: what lines begin with that are no differences.
  package init(
    _ failure: Verdict.Failure, of testCase: Case, _ rendering: DifferenceRendering, margin: String = ""
  ) {
    let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
    var heading: String?
    var shown: [StyledLine]?
    var cause: ImplementationFailure?
    var place: SourceLocation?
    switch failure {
    case .noOutput(let failure):
      title = "no output: \(failure.message)"
      (cause, place) = (failure, failure.location)
    case .misbehaved(let failure):
      title = "beside its answer it \(failure.message)"
      cause = failure
    case .violates(let violations):
      title = "not what the case expects"
      shown = rendering.lines(violations)
    case .differs(let differences):
      title = "not the golden"
      heading = "not the golden \(golden)"
      shown = rendering.lines(differences)
    case .diverges(let divergence):
      let clauses = divergence.clauses.isEmpty ? "" : " (\(divergence.clauses.joined(separator: ", ")))"
      title = "not the same in every order of arrival\(clauses); the shortest that differs"
      cause = divergence.failure
      shown =
        divergence.arrivals.map { StyledLine("\(margin)  \($0)") }
        + (cause.map { [StyledLine("\(margin)no output: \($0.message)")] } ?? rendering.lines(divergence.differences))
    case .unusableGolden:
      title = "the golden \(golden) can't be read"
      heading = "\(title); see above"
    case .noGolden:
      title = "no golden: nobody has accepted an output of this case"
    }
    self.heading = heading ?? title
    lines = shown ?? place.map { [StyledLine("\(margin)\(margin)refused at \($0)", .dim)] } ?? []
    isShown = shown != nil
    self.cause = cause
  }

  /// The heading and the first of what shows it.
  var summary: String {
    let first = isShown ? lines.first.map { ": \($0.text(color: false).drop { $0 == " " })" } ?? "" : ""
    return StyledLine(heading).text(color: false) + first
  }
}
