internal import CanonicalJSON

extension Cause {
  /// Returns what failed cases have in common, the most worthwhile to fix first.
  ///
  /// - Parameters:
  ///   - evidence: The failed cases of one implementation, or inputs for which it differs from
  ///     another one.
  ///   - checked: The cases that the implementation was checked with, whether they failed or not.
  ///   - implementation: The name of the implementation.
  package static func all(
    of evidence: [FailureEvidence],
    among checked: [CheckedCase] = [],
    implementation: String
  ) -> [Cause] {
    guard !evidence.isEmpty else { return [] }

    let suspects = RuleSuspects(among: checked)
    // Rows distinguish mistakes only if there are several.
    let hasRows = Set(checked.flatMap { testCase in testCase.rows.map { TextKey($0) } }).count > 1
    let traits = EvidenceTraits.all(of: evidence, hasRows: hasRows)
    let isOneContract = Set(evidence.map { TextKey($0.testCase.contract) }).count == 1

    let byTrait = causes(
      withTraits: traits,
      of: evidence,
      checkedCount: checked.count,
      suspects: suspects,
      implementation: implementation,
      isOneContract: isOneContract
    )
    let places = PlaceSearch(evidence, among: checked, suspects: suspects)
    let byPlace = places.causes(
      of: traits.indices.filter { traits[$0].isSilent },
      traits,
      implementation: implementation,
      isOneContract: isOneContract
    )

    let inQuestion = suspects.rules(explaining: evidence.filter { $0.orderDependences.isEmpty })
    return merged(byTrait, byPlace).enumerated().map { index, cause in
      cause.namingRules(inQuestion: inQuestion, isFirst: index == 0)
    }
  }

  /// Returns the causes of the failed cases that have traits, in the order in which the search
  /// finds them.
  ///
  /// - Parameters:
  ///   - traits: The traits of each piece of evidence, in the same order.
  ///   - evidence: The failed cases, including those without traits.
  ///   - checkedCount: The number of cases that the implementation was checked with.
  private static func causes(
    withTraits traits: [EvidenceTraits],
    of evidence: [FailureEvidence],
    checkedCount: Int,
    suspects: RuleSuspects,
    implementation: String,
    isOneContract: Bool
  ) -> [Cause] {
    let voters = traits.indices.filter { !traits[$0].isSilent }
    let unanswered = evidence.count { !$0.hasOutput }
    var search = CauseSearch(
      voters.map { index in
        VotingCase(traits[index], isOneContract ? nil : evidence[index].testCase.contract)
      },
      checkedCount: max(checkedCount - unanswered, 0)
    )

    return search.causes().map { found -> Cause in
      let cases = found.cases.map { voters[$0] }
      let example = voters[found.examples[0]]
      let own = cases.map { evidence[$0] }
      return Cause(
        implementation: implementation,
        contract: found.contract,
        trait: found.trait,
        cases: cases.map { evidence[$0].testCase.name },
        alone: found.alone,
        taken: found.taken,
        rules: found.trait.declaredRules(in: own) ?? suspects.rules(explaining: own),
        example: evidence[example].testCase.name,
        difference: traits[example].difference(showing: found.trait)
      )
    }
  }

  /// The smallest number of cases from which a rule is named for a cause that isn't the first one.
  private static let fewestCases = 5

  /// Returns the cause with only those rules that the failures as a whole allow.
  ///
  /// If a few rules explain all failures, a single mistake probably caused them, and every cause is
  /// an effect of it. Otherwise, a later cause with few cases may be a side effect of an earlier
  /// one.
  private func namingRules(inQuestion: [Rule], isFirst: Bool) -> Cause {
    switch trait {
    case .order(.staleUpdate), .order(.input): return self
    default: break
    }

    guard !inQuestion.isEmpty else {
      let isReliable = isFirst || cases.count >= Self.fewestCases
      return isReliable ? self : naming([])
    }

    guard rules.contains(where: inQuestion.contains) else { return naming([]) }

    let contracts = Set(rules.map { TextKey($0.contract) })
    return naming(inQuestion.filter { contracts.contains(TextKey($0.contract)) })
  }

  /// Returns the cause with other rules.
  private func naming(_ rules: [Rule]) -> Cause {
    var cause = self
    cause.rules = rules
    return cause
  }

  /// Returns both lists as one, in which each list keeps its order and the larger of the next
  /// causes comes first.
  private static func merged(_ first: [Cause], _ second: [Cause]) -> [Cause] {
    var result: [Cause] = []
    var rest = second[...]

    for cause in first {
      while let next = rest.first, next.taken > cause.taken {
        result.append(next)
        rest.removeFirst()
      }
      result.append(cause)
    }

    return result + rest
  }
}

// MARK: - Traits of all failures

extension EvidenceTraits {
  /// Returns the traits of each failed case.
  ///
  /// - Parameters:
  ///   - evidence: The failed cases.
  ///   - hasRows: Whether failures can be grouped by row, so that traits which say nothing about
  ///     the mistake can be left out.
  static func all(of evidence: [FailureEvidence], hasRows: Bool) -> [EvidenceTraits] {
    let values = evidence.lazy.flatMap { [$0.golden, $0.output] }.compactMap { $0?.value }
    let fewTexts = TextCounts(of: values).names
    let patterns = ErrorPatterns(of: evidence.flatMap(\.errorMessages))
    let groups = Array(evidence.indices).grouped { index in
      [TextKey(evidence[index].testCase.contract), TextKey(evidence[index].operation)]
    }

    var traits: [EvidenceTraits?] = Array(repeating: nil, count: evidence.count)
    for group in groups {
      let shape = OutputShape(
        of: group.lazy.flatMap { [evidence[$0].golden, evidence[$0].output] }
          .compactMap { $0?.value }
      )
      let context = Context(patterns: patterns, fewTexts: fewTexts, shape: shape)
      for index in group { traits[index] = EvidenceTraits(evidence[index], in: context) }
      guard hasRows, shape != .structure, group.count > 1 else { continue }

      var counts: [FailureTrait: Int] = [:]
      for index in group {
        for trait in traits[index]?.all ?? [] { counts[trait, default: 0] += 1 }
      }
      for index in group {
        traits[index]?.remove { $0.saysNothing(in: shape, count: counts[$0] ?? 0) }
      }
    }
    return traits.compactMap(\.self)
  }

  /// All traits, the specific ones first.
  var all: [FailureTrait] { specific + generic }

  /// Whether no trait says anything about the mistake.
  var isSilent: Bool { specific.isEmpty && generic.isEmpty }

  /// Returns the first difference with a trait.
  func difference(showing trait: FailureTrait) -> Difference? {
    if case .elements(let array, let change) = trait {
      return all.first { other in
        guard case .element(array, change, _) = other else { return false }
        return true
      }.flatMap { differences[$0] }
    }
    return differences[trait]
  }

  /// The first difference of the case, or `nil` if there is none.
  var firstDifference: Difference? { removed ?? all.lazy.compactMap { self.differences[$0] }.first }
}

extension FailureTrait {
  /// Returns whether the trait can't distinguish mistakes if outputs have a given shape.
  ///
  /// - Parameter count: The number of failures with the trait.
  fileprivate func saysNothing(in shape: OutputShape, count: Int) -> Bool {
    switch (shape, self) {
    case (.verdict, .value), (.verdict, .expectation), (.verdict, .facet): true
    case (.verdict, .element), (.text, .value(_, .differs)): true
    case (.text, .textPart): count < 2
    case (_, _): false
    }
  }

  /// Returns the rules that the contract declares for an order, or `nil` if rows say which rules
  /// are suspects. Failures that have nothing in common suggest no rule.
  ///
  /// A case of any rule can depend on the order of its input, so its rows say nothing.
  fileprivate func declaredRules(in evidence: [FailureEvidence]) -> [Cause.Rule]? {
    if self == .other { return [] }
    guard case .order = self else { return nil }

    let dependent = evidence.filter { !$0.orderDependences.isEmpty }
    guard !dependent.isEmpty else { return nil }
    return dependent.flatMap { evidence in
      evidence.orderDependences.flatMap(\.clauses).map { clause in
        Cause.Rule(contract: evidence.testCase.contract, id: clause)
      }
    }.distinct(by: \.self)
  }
}

extension FailureEvidence {
  /// The messages of errors that the implementation returned in place of an output.
  fileprivate var errorMessages: [String] {
    failures.compactMap { failure in
      switch failure {
      case .noOutput(let failure), .misbehaved(let failure): failure.messageOfError
      case .dependsOnOrder(let dependence): dependence.failure?.messageOfError
      case .violates, .differs, .noGolden, .unusableGolden: nil
      }
    }
  }

  /// The failures of orderings other than that of the case.
  fileprivate var orderDependences: [OrderDependence] {
    failures.compactMap { failure in
      guard case .dependsOnOrder(let dependence) = failure else { return nil }
      return dependence
    }
  }
}

extension PlaceSearch {
  /// Returns the groups of some failures as causes.
  fileprivate func causes(
    of indices: [Int],
    _ traits: [EvidenceTraits],
    implementation: String,
    isOneContract: Bool
  ) -> [Cause] {
    var counted: Set<Int> = []

    /// Creates the cause of a group, and counts those of its cases that no earlier group has.
    func cause(
      _ trait: FailureTrait,
      _ contract: String?,
      _ cases: [Int],
      _ rules: [Cause.Rule]
    ) -> Cause {
      let taken = cases.count { counted.insert($0).inserted }
      let example = cases.min { (traits[$0].size, $0) < (traits[$1].size, $1) } ?? cases[0]

      return Cause(
        implementation: implementation,
        contract: isOneContract ? nil : contract,
        trait: trait,
        cases: cases.map(name),
        alone: taken,
        taken: taken,
        rules: rules,
        example: name(of: example),
        difference: traits[example].firstDifference
      )
    }

    let causes = groups(of: indices).map { group in
      cause(group.trait, group.contract, group.cases, group.rules)
    }
    let rest = indices.filter { !counted.contains($0) }
    return rest.isEmpty ? causes : causes + [cause(.other, nil, rest, [])]
  }
}

/// The traits with which one failed case takes part in a search.
struct VotingCase {
  let specific: [LocalTrait]
  let generic: [LocalTrait]
  let size: Int

  /// Creates the case of a search. Traits that mean the same everywhere lose the contract.
  ///
  /// - Parameter contract: The contract of the case, or `nil` if all cases are of the same one.
  init(_ traits: EvidenceTraits, _ contract: String?) {
    specific = traits.specific.map { LocalTrait($0, in: contract) }
    generic = traits.generic.map { LocalTrait($0, in: contract) }
    size = traits.size
  }
}

extension LocalTrait {
  /// Creates a trait that depends on a contract, unless it means the same in every contract.
  fileprivate init(_ trait: FailureTrait, in contract: String?) {
    let isLocal =
      switch trait {
      case .crash, .timeout, .error, .noGolden, .text, .other: false
      default: true
      }
    self.init(contract: isLocal ? contract : nil, trait: trait)
  }

  /// For an element of an array: the trait of all missing or unexpected elements of that array.
  fileprivate var ofAllElements: LocalTrait? {
    guard case .element(let array, let change, let kinds) = trait, !kinds.isEmpty else {
      return nil
    }
    return LocalTrait(contract: contract, trait: .elements(of: array, change))
  }
}

/// Finds what failed cases have in common.
///
/// Each case has one vote, which is split among its traits. The trait with the most votes is the
/// next cause. From then on the cases that show it vote for their other traits, with a quarter of a
/// vote. A trait that more than a third of the cases show says little about any one of them, so
/// those cases keep voting for their other traits.
///
/// The running time is near linear in the number of traits of all cases, times the number of
/// causes, which is bounded by `mostCauses`.
struct CauseSearch {
  /// A cause. Cases are identified by their index.
  struct Found {
    let contract: String?
    let trait: FailureTrait
    /// The cases that show the cause.
    var cases: [Int]
    fileprivate var members: Set<Int>
    fileprivate let isEverywhere: Bool
    /// The number of cases that show nothing else.
    var alone = 0
    /// The number of failed cases that are counted under this cause.
    var taken = 0
    /// The cases to choose an example from, the one with the fewest differences first.
    var examples: [Int] = []
  }

  /// The maximum number of causes. The remaining failures are grouped as `other`.
  private static let mostCauses = 50
  /// The value of one vote: the least common multiple of 1 to 16. Votes are integers, so the result
  /// doesn't depend on the order in which they are added.
  private static let vote = 720_720

  /// The distinct traits. Everything below refers to a trait by its index in this array.
  private let traits: [LocalTrait]
  /// The specific traits of each case.
  private let specific: [Set<Int>]
  /// The generic traits of each case.
  private let generic: [Set<Int>]
  /// The number of differences of each case.
  private let sizes: [Int]
  /// The cases that show each trait, in order.
  private let shown: [[Int]]
  /// Traits of an array's elements, grouped by array.
  private let arrays: [(all: LocalTrait, members: [Int])]
  /// The number of cases above which a trait counts as being everywhere.
  private let many: Int

  /// The traits that have become causes or parts of causes. They get no more votes.
  private var used: Set<Int> = []
  /// The traits of causes that more than `many` cases show.
  private var everywhere: Set<Int> = []
  /// The votes for each trait.
  private var votes: [Int]

  /// Creates a search and counts the first votes.
  ///
  /// - Parameters:
  ///   - cases: The traits of each failed case.
  ///   - checkedCount: The number of checked cases that returned an output.
  init(_ cases: [VotingCase], checkedCount: Int) {
    var ids: [LocalTrait: Int] = [:]
    var all: [LocalTrait] = []

    /// Returns the index of a trait, which is added if it is new.
    func id(_ trait: LocalTrait) -> Int {
      if let id = ids[trait] { return id }
      ids[trait] = all.count
      all.append(trait)
      return all.count - 1
    }

    specific = cases.map { Set($0.specific.map(id)) }
    generic = cases.map { Set($0.generic.map(id)) }
    sizes = cases.map(\.size)

    var shown = [[Int]](repeating: [], count: all.count)
    for index in cases.indices {
      for id in specific[index].union(generic[index]) {
        shown[id].append(index)
      }
    }

    self.shown = shown
    traits = all
    arrays = Array(all.indices).grouped { all[$0].ofAllElements }.compactMap { members in
      all[members[0]].ofAllElements.map { ($0, members) }
    }

    many = max(1, checkedCount / 3)
    votes = [Int](repeating: 0, count: all.count)
    for index in cases.indices { add(1, votesOf: index) }
  }

  /// Returns the causes, in the order in which they are found.
  mutating func causes() -> [Found] {
    var causes: [Found] = []
    var explained = Set<Int>()

    while causes.count < Self.mostCauses, let next = best(isUnreported: { !explained.contains($0) })
    {
      if explained.count == specific.count, next.votes < Self.vote { break }

      let cases = Set(next.members.flatMap { shown[$0] })
      var cause = Found(
        contract: next.trait.contract,
        trait: next.trait.trait,
        cases: cases.sorted(),
        members: next.members,
        isEverywhere: cases.count > many
      )

      explained.formUnion(cases)
      for index in cases { add(-1, votesOf: index) }

      if cause.isEverywhere {
        everywhere.formUnion(cause.members)
      } else {
        cause.members.formUnion(companions(of: cause.cases))
      }

      used.formUnion(cause.members)
      for index in cases { add(1, votesOf: index) }
      causes.append(cause)
    }

    return finished(causes)
  }

  /// Returns the specific traits of a case that aren't everywhere, or otherwise the generic
  /// ones.
  private func traits(_ index: Int) -> Set<Int> {
    let specific = specific[index].subtracting(everywhere)
    return specific.isEmpty ? generic[index].subtracting(everywhere) : specific
  }

  /// Adds or removes the votes of a case.
  private mutating func add(_ sign: Int, votesOf index: Int) {
    let all = traits(index)
    let live = all.subtracting(used)
    guard !live.isEmpty else { return }
    let share = (live.count == all.count ? Self.vote : Self.vote / 4) / live.count
    for id in live { votes[id] += sign * share }
  }

  /// Returns the trait with the most votes, or all traits of an array's elements if together they
  /// have at least two and a half times the votes of the largest of them.
  ///
  /// Of traits with equal votes, the first one in the order of cases and differences is taken.
  private func best(
    isUnreported: (Int) -> Bool
  ) -> (trait: LocalTrait, members: Set<Int>, votes: Int)? {
    let most = votes.max() ?? 0
    guard most > 0 else { return nil }

    let first = traits.indices.filter { votes[$0] == most }.min { left, right in
      let mine = shown[left].count(where: isUnreported)
      let other = shown[right].count(where: isUnreported)
      return mine != other ? mine > other : left < right
    }

    var best = first.map { (trait: traits[$0], members: Set([$0]), votes: most) }
    for (trait, members) in arrays {
      let live = members.filter { votes[$0] > 0 }
      let sum = live.reduce(0) { $0 + votes[$1] }
      let largest = live.map { votes[$0] }.max() ?? 0
      let isSpread = live.count > 1 && 2 * sum >= 5 * largest
      if isSpread, sum > best?.votes ?? 0 {
        best = (trait, Set(live), sum)
      }
    }

    return best
  }

  /// Returns the unused traits that exactly the same cases show.
  private func companions(of cases: [Int]) -> [Int] {
    guard let first = cases.first else { return [] }
    return specific[first].union(generic[first]).filter { !used.contains($0) && shown[$0] == cases }
  }

  /// Returns the causes with their counts, followed by a cause of the cases that show none of them.
  private func finished(_ found: [Found]) -> [Found] {
    var causes = found
    let (taken, rest) = casesTaken(by: found)

    for (number, cause) in causes.enumerated() {
      let alone = cause.cases.filter { index in
        (specific[index].isEmpty ? generic[index] : specific[index]).isSubset(of: cause.members)
      }
      let pool = [alone, taken[number], cause.cases].first { !$0.isEmpty } ?? []

      causes[number].alone = alone.count
      causes[number].taken = taken[number].count
      causes[number].examples = sortedBySize(pool)
    }

    guard !rest.isEmpty else { return causes }

    let last = Found(
      contract: nil,
      trait: .other,
      cases: rest,
      members: [],
      isEverywhere: false,
      taken: rest.count,
      examples: sortedBySize(rest)
    )
    return causes + [last]
  }

  /// Returns the cases that are counted under each cause, and those that show none.
  ///
  /// Each case is counted under the first cause with one of its specific traits, or otherwise under
  /// the first cause that it shows.
  private func casesTaken(by causes: [Found]) -> (taken: [[Int]], rest: [Int]) {
    var taken = [[Int]](repeating: [], count: causes.count)
    var rest: [Int] = []

    for index in specific.indices {
      let own = traits(index)
      let all = specific[index].union(generic[index])
      let cause =
        causes.firstIndex { !$0.isEverywhere && !$0.members.isDisjoint(with: own) }
        ?? causes.firstIndex { !$0.members.isDisjoint(with: all) }
      if let cause {
        taken[cause].append(index)
      } else {
        rest.append(index)
      }
    }

    return (taken, rest)
  }

  /// Returns cases in the order of their number of differences, the fewest first.
  private func sortedBySize(_ cases: [Int]) -> [Int] {
    cases.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
  }
}
