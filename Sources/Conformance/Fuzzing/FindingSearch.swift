internal import CanonicalJSON

/// An input on which two implementations disagree.
struct DivergentInput: Sendable {
  let input: InputTree
  let divergence: Divergence
  let number: Int
  /// The size of the input in bytes.
  let size: Int
  /// The number of inputs from the same case whose answers differ in the same way.
  var count: Int

  var kinds: Set<DisagreementTrait.Kind> { divergence.kinds }
}

/// Shrinks the inputs that a run found, so that each kind of disagreement becomes one finding.
///
/// An input is shrunk only while it shows the same trait. Traits that are lost on the way, and
/// other disagreements that smaller inputs show, become separate findings.
struct FindingSearch {
  private let limit: Duration
  private let divergence: (InputTree) async -> Divergence?

  private var results: [Result] = []
  /// Disagreements that only smaller inputs showed.
  private var discovered: [DivergentInput] = []
  private var discoveredCount = 0
  private var knownKinds: Set<DisagreementTrait.Kind> = []
  private var remaining = mostTries

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - limit: The most time to spend on one finding.
  ///   - divergence: Compares the answers to an input. Returns `nil` if they don't disagree.
  init(limit: Duration, divergence: @escaping (InputTree) async -> Divergence?) {
    self.limit = limit
    self.divergence = divergence
  }

  /// The most inputs to try for all findings.
  private static let mostTries = 40_000
  /// The most inputs to try for the first finding of a kind.
  private static let mostTriesOfFirst = 3_000
  /// The most inputs to try for a finding whose kind is known already.
  private static let mostTriesOfRepeated = 800

  /// The most findings about one kind of disagreement from one input.
  private static let mostOfKind = 3
  /// The most disagreements to keep that only smaller inputs show. The texts of errors may have any
  /// number of kinds.
  private static let mostDiscovered = 16

  /// Returns the findings in the order in which they were made: those from the smallest input of
  /// each set of kinds first, then those from the other inputs.
  ///
  /// - Parameter found: The inputs on which the implementations disagree, sorted by size.
  mutating func findings(among found: [DivergentInput]) async -> [Fuzzer.Found] {
    knownKinds = found.reduce(into: []) { $0.formUnion($1.kinds) }

    // Start with one disagreement of each kind. The others may turn out to be something else.
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

  /// Returns the traits to keep, each in a separate shrinking run.
  ///
  /// For the first input of a kind, these are all traits that no finding shows yet.
  private func targets(of disagreement: DivergentInput, isFirst: Bool) -> [DisagreementTrait] {
    let traits = disagreement.divergence.traits
    guard isFirst else { return Array(traits.prefix(1)) }

    let found = results.reduce(into: Set<DisagreementTrait.Kind>()) { $0.formUnion($1.kinds) }
    let new = traits.filter { !found.contains($0.kind) }
    let targets = new.grouped(by: \.kind).flatMap { $0.prefix(Self.mostOfKind) }
    return targets.isEmpty ? Array(traits.prefix(1)) : targets
  }

  /// Shrinks an input while it shows a trait, and records the other disagreements found on the way.
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
    /// The number of generated inputs that show it, or 0 if only smaller inputs do.
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

  /// Returns the index of the result that an input shows. Adds a result if none has the same traits
  /// and shape.
  private mutating func result(for shown: ShownInput, number: Int) -> Int {
    let traits = Set(shown.divergence.traits)
    let shape = shown.tree.shape
    let same = results.firstIndex { $0.traits == traits && $0.shape == shape }
    if let same { return same }

    results.append(Result(shown: shown, number: number, traits: traits, shape: shape))
    return results.count - 1
  }
}
