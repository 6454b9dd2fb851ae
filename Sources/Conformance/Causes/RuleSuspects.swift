internal import CanonicalJSON

/// Finds the rules that a mistake may break, from the cases that it fails.
///
/// Rows say which rules a case is about, but a case fails also if it only uses what the mistake
/// breaks. So one rule is named only if the failed cases single it out.
struct RuleSuspects {
  typealias Rule = Cause.Rule

  /// The number of checked cases of each rule.
  private let checked: [Rule: Int]

  /// The most rules to name. With more, the failures say too little about any one of them.
  private static let most = 3
  /// A rule is left out if its score is smaller than the best one by more than this factor.
  private static let margin = 2.0
  /// The smallest part of the failures, by weight, that the first rule must explain.
  private static let leastExplainedByFirst = 1.0 / 3
  /// The smallest part of the failures that the rules must explain together.
  private static let leastExplained = 3.0 / 5

  /// Counts the checked cases of each rule.
  init(among cases: [CheckedCase]) {
    var checked: [Rule: Int] = [:]
    for testCase in cases {
      for rule in testCase.suspects { checked[rule, default: 0] += 1 }
    }
    self.checked = checked
  }

  /// Returns the number of checked cases whose rows are about a rule.
  func checkedCount(of rule: Rule) -> Int { checked[rule] ?? 0 }

  /// Returns the rules that the failures single out, the most likely one first. None if they don't
  /// single out a few.
  ///
  /// The score of a rule is Ochiai's coefficient: the part of the failures that the rule explains
  /// times the square root of the ratio of all failures to the checked cases of the rule. A failure
  /// weighs more the smaller its input is. A rule of all failed cases stays in the result.
  func rules(explaining failures: [FailureEvidence]) -> [Rule] {
    var weights: [Rule: Double] = [:]
    var counts: [Rule: Int] = [:]
    var sum = 0.0
    for failure in failures {
      let weight = 1 / Double(max(failure.inputSize, 8))
      sum += weight
      for rule in failure.testCase.suspects {
        weights[rule, default: 0] += weight
        counts[rule, default: 0] += 1
      }
    }

    /// Returns Ochiai's coefficient of a rule, with weighted failures.
    func score(_ rule: Rule) -> Double {
      let all = Double(max(checkedCount(of: rule), counts[rule] ?? 0))
      return (weights[rule] ?? 0) / sum * (Double(failures.count) / all).squareRoot()
    }

    let ranked = weights.keys.map { (rule: $0, score: score($0)) }.sorted { left, right in
      left.score != right.score ? left.score > right.score : left.rule.precedes(right.rule)
    }
    guard let best = ranked.first else { return [] }

    let isShared = { (rule: Rule) in counts[rule] == failures.count }
    let isClose = { (rule: Rule, score: Double) in score * Self.margin >= best.score }
    let suspects: [Rule]
    if ranked.contains(where: { isShared($0.rule) }) {
      suspects = ranked.filter { rule, score in
        let explainsHalf = 2 * (weights[rule] ?? 0) >= sum
        return isShared(rule) || isClose(rule, score) && explainsHalf
      }.map(\.rule)
    } else {
      let part = (weights[best.rule] ?? 0) / sum
      guard part >= Self.leastExplainedByFirst else { return [] }
      suspects = ranked.filter { isClose($0.rule, $0.score) }.map(\.rule)
    }

    guard suspects.count <= Self.most else { return [] }

    let explained = failures.count { failure in
      failure.testCase.suspects.contains { suspects.contains($0) }
    }
    let isExplained = Double(explained) >= Self.leastExplained * Double(failures.count)
    return isExplained ? suspects : []
  }
}

extension Cause.Rule {
  /// Returns whether the rule comes before another one of equal rank. Contracts may have rules with
  /// the same id.
  fileprivate func precedes(_ other: Cause.Rule) -> Bool {
    (TextKey(id), TextKey(contract)) < (TextKey(other.id), TextKey(other.contract))
  }
}

extension CheckedCase {
  /// The rules of the case.
  var suspects: [Cause.Rule] { rules.map { Cause.Rule(contract: contract, id: $0) } }
}
