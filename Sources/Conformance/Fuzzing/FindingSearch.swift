internal import CanonicalJSON

/// An input over which two implementations disagree.
struct DivergentInput: Sendable {
  let input: InputTree
  let divergence: Divergence
  let number: Int
  let size: Int
  /// How many inputs from the same case differ in the same way.
  var count: Int

  var kinds: Set<DisagreementTrait.Kind> { divergence.kinds }
}

/// Makes what a run found smaller, so that each kind of disagreement is one finding.
///
/// An input becomes smaller only while it shows the same trait. Traits that it loses on the way,
/// and other disagreements that smaller inputs show, become findings of their own.
struct FindingSearch {
  private let limit: Duration
  private let divergence: (InputTree) async -> Divergence?

  private var results: [Result] = []
  /// What smaller inputs showed that no input had shown before.
  private var discovered: [DivergentInput] = []
  private var discoveredCount = 0
  private var knownKinds: Set<DisagreementTrait.Kind> = []
  private var remaining = mostTries

  /// - Parameters:
  ///   - limit: The most time for one finding.
  ///   - divergence: Compares the answers to an input; `nil` if they don't disagree.
  init(limit: Duration, divergence: @escaping (InputTree) async -> Divergence?) {
    self.limit = limit
    self.divergence = divergence
  }

  /// The most inputs that are tried for all findings, and for one.
  private static let mostTries = 40_000
  private static let mostTriesOfFirst = 3_000
  private static let mostTriesOfRepeated = 800

  /// The most findings about one kind of disagreement from one input.
  private static let mostOfKind = 3
  /// The most disagreements that only smaller inputs show. Texts of errors may have no end of
  /// kinds.
  private static let mostDiscovered = 16

  /// Returns the findings, those from the smallest inputs first.
  ///
  /// - Parameter found: Sorted by size.
  mutating func findings(among found: [DivergentInput]) async -> [Fuzzer.Found] {
    knownKinds = found.reduce(into: []) { $0.formUnion($1.kinds) }

    // One disagreement of each kind first, then others that may turn out to be something else.
    var seen: Set<Set<DisagreementTrait.Kind>> = []
    let firsts = found.filter { seen.insert($0.kinds).inserted }
    let numbers = Set(firsts.map(\.number))
    for disagreement in firsts { await addFindings(of: disagreement, isFirst: true) }
    await addDiscovered()

    let start = ContinuousClock.now
    let timeForRest = limit * max(1, results.count)
    for disagreement in found where !numbers.contains(disagreement.number) {
      let isInTime = ContinuousClock.now - start < timeForRest
      await addFindings(of: disagreement, isFirst: false, isInTime: isInTime)
    }
    await addDiscovered()
    return results.map(\.found)
  }

  private mutating func addDiscovered() async {
    while !discovered.isEmpty {
      await addFindings(of: discovered.removeFirst(), isFirst: true)
    }
  }

  // MARK: - One disagreement

  private mutating func addFindings(
    of disagreement: DivergentInput,
    isFirst: Bool,
    isInTime: Bool = true
  ) async {
    let isSpent = remaining <= 0 || Task.isCancelled || !isInTime
    let known = results.firstIndex { $0.kinds.isSubset(of: disagreement.kinds) }
    if let known, isSpent {
      results[known].count += disagreement.count
      return
    }

    var shown: Set<Int> = []
    for target in targets(of: disagreement, isFirst: isFirst) {
      let isKnown = results.contains { $0.kinds.contains(target.kind) }
      let most = isFirst && !isKnown ? Self.mostTriesOfFirst : Self.mostTriesOfRepeated
      let smallest = await smallest(of: disagreement, target, tries: min(remaining, most))
      shown.insert(result(for: smallest, number: disagreement.number))
    }
    for index in shown { results[index].count += disagreement.count }
  }

  /// Returns the traits to keep, one after another.
  ///
  /// Of an input that is the first of its kind these are all traits that no finding shows yet.
  private func targets(of disagreement: DivergentInput, isFirst: Bool) -> [DisagreementTrait] {
    let traits = disagreement.divergence.traits
    guard isFirst else { return Array(traits.prefix(1)) }

    let found = results.reduce(into: Set<DisagreementTrait.Kind>()) { $0.formUnion($1.kinds) }
    let new = traits.filter { !found.contains($0.kind) }
    let targets = new.grouped(by: \.kind).flatMap { $0.prefix(Self.mostOfKind) }
    return targets.isEmpty ? Array(traits.prefix(1)) : targets
  }

  private mutating func smallest(
    of disagreement: DivergentInput,
    _ target: DisagreementTrait,
    tries: Int
  ) async -> ShownInput {
    let kinds = disagreement.kinds
    var knownKinds = knownKinds
    let room = Self.mostDiscovered - discoveredCount
    var others: [DivergentInput] = []
    var shrinking = InputShrinking(tries: tries, until: .now + limit) { [divergence] input, shown in
      guard let found = await divergence(input) else { return nil }
      let next = found.traits.first { $0.continues(shown.target) }
      if let next, found.kinds.isSubset(of: kinds) {
        return ShownInput(tree: input, divergence: found, target: next)
      }
      if others.count < room, !found.kinds.isSubset(of: knownKinds) {
        knownKinds.formUnion(found.kinds)
        others.append(
          DivergentInput(
            input: input,
            divergence: found,
            number: disagreement.number,
            size: input.size,
            count: 0
          )
        )
      }
      return nil
    }

    let shown = ShownInput(
      tree: disagreement.input,
      divergence: disagreement.divergence,
      target: target
    )
    let smallest = await shrinking.smallest(of: shown)
    remaining -= tries - shrinking.remaining
    self.knownKinds = knownKinds
    discovered += others
    discoveredCount += others.count
    return smallest
  }

  // MARK: - Results

  private struct Result {
    let shown: ShownInput
    let number: Int
    /// How many inputs show it; 0 if only smaller ones do.
    var count = 0
    let traits: Set<DisagreementTrait>
    let shape: Set<String>

    var kinds: Set<DisagreementTrait.Kind> { shown.divergence.kinds }

    var found: Fuzzer.Found {
      Fuzzer.Found(
        input: shown.tree,
        divergence: shown.divergence,
        number: number,
        count: max(1, count)
      )
    }
  }

  /// Returns the index of the result that an input shows, which is a new one if none is the same.
  private mutating func result(for shown: ShownInput, number: Int) -> Int {
    let traits = Set(shown.divergence.traits)
    let shape = shown.tree.shape
    let same = results.firstIndex { $0.traits == traits && $0.shape == shape }
    if let same { return same }

    results.append(Result(shown: shown, number: number, traits: traits, shape: shape))
    return results.count - 1
  }
}
