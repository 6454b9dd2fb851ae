internal import CanonicalJSON

/// Groups failures by row or rule if their values don't distinguish mistakes.
///
/// The next cause is always the row or rule that explains the remaining failures best.
struct PlaceSearch {
  /// A group of failures. They are identified by their index.
  struct Found {
    let trait: FailureTrait
    let contract: String
    let cases: [Int]
    let rules: [Cause.Rule]
  }

  /// A row or a rule of a contract.
  private struct Place: Hashable {
    let contract: String
    let id: TextKey
    let isRule: Bool
  }

  private let evidence: [FailureEvidence]
  private let suspects: RuleSuspects
  /// The number of checked cases of each place.
  private let checked: [Place: Int]

  /// The maximum number of groups.
  private static let most = 50
  /// The smallest number of failures that show that a row fails as a whole.
  private static let mostlyFailed = 3

  /// Counts the checked cases of each row and rule.
  ///
  /// - Parameters:
  ///   - evidence: The failed cases, including those that the search isn't about.
  ///   - cases: The checked cases.
  ///   - suspects: The rules of the checked cases.
  init(_ evidence: [FailureEvidence], among cases: [CheckedCase], suspects: RuleSuspects) {
    self.evidence = evidence
    self.suspects = suspects
    var checked: [Place: Int] = [:]
    for testCase in cases {
      for place in Self.places(of: testCase) { checked[place, default: 0] += 1 }
    }
    self.checked = checked
  }

  /// Returns the groups of some failures, in the order in which they are found.
  func groups(of indices: [Int]) -> [Found] {
    var remaining = indices
    var found: [Found] = []
    while let (place, cases) = best(of: remaining), found.count < Self.most {
      // The failure of one more row doesn't show another mistake.
      if !found.isEmpty, cases.count == 1 { break }

      let rules = rules(of: place, failing: cases, of: remaining, isFirst: found.isEmpty)
      let count = max(checked[place] ?? 0, cases.count)
      let trait: FailureTrait =
        place.isRule ? .rule(place.id, checked: count) : .row(place.id, checked: count)
      found.append(Found(trait: trait, contract: place.contract, cases: cases, rules: rules))

      let explained = Set(cases)
      remaining.removeAll { explained.contains($0) }
    }
    return found
  }

  /// Returns the row or rule that explains the failures best, with those that it explains.
  ///
  /// A rule is returned only if the failures single it out, because a row states a fact, and a rule
  /// is a suspicion.
  private func best(of indices: [Int]) -> (place: Place, cases: [Int])? {
    let failures = indices.map { evidence[$0] }
    let singledOut = suspects.rules(explaining: failures)

    var failed: [Place: [Int]] = [:]
    for index in indices {
      for place in Self.places(of: evidence[index].testCase) {
        failed[place, default: []].append(index)
      }
    }

    let candidates = failed.filter { place, _ in
      guard place.isRule else { return true }
      return singledOut.map(\.id) == [place.id.text] && singledOut[0].contract == place.contract
    }

    /// Returns the number of a place's failures, times the part of its checked cases that they are.
    func score(_ place: Place, _ cases: [Int]) -> Double {
      let count = Double(cases.count)
      return count * count / Double(max(checked[place] ?? 0, cases.count))
    }

    let best = candidates.max { left, right in
      let mine = score(left.key, left.value)
      let other = score(right.key, right.value)
      if mine != other { return mine < other }
      if left.key.isRule != right.key.isRule { return left.key.isRule }
      if left.key.id != right.key.id { return left.key.id > right.key.id }
      return TextKey(left.key.contract) > TextKey(right.key.contract)
    }

    return best.map { ($0.key, $0.value) }
  }

  /// Returns the rules that the mistake of a group may break.
  ///
  /// The group was chosen by its row, so its own cases say nothing about other rules, unless most
  /// cases of the row fail.
  private func rules(
    of place: Place,
    failing cases: [Int],
    of remaining: [Int],
    isFirst: Bool
  ) -> [Cause.Rule] {
    let isMostlyFailed =
      cases.count >= Self.mostlyFailed && 2 * cases.count >= checked[place] ?? 0

    if isMostlyFailed { return suspects.rules(explaining: cases.map { evidence[$0] }) }
    return isFirst ? suspects.rules(explaining: remaining.map { evidence[$0] }) : []
  }

  /// Returns the name of a failed case.
  func name(of index: Int) -> String { evidence[index].testCase.name }

  /// Returns the rows and the rules of a case.
  private static func places(of testCase: CheckedCase) -> [Place] {
    let contract = testCase.contract
    return testCase.rows.map { Place(contract: contract, id: TextKey($0), isRule: false) }
      + testCase.rules.map { Place(contract: contract, id: TextKey($0), isRule: true) }
  }
}
