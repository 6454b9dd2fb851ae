internal import CanonicalJSON
internal import Conformance

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
  var traits: [DisagreementTrait] { divergence.traits }
}

/// Shrinks the inputs that a run found, so that each kind of disagreement becomes one finding.
///
/// An input is shrunk only while it shows the same trait. Traits that are lost on the way, and
/// other disagreements that smaller inputs show, become separate findings.
struct FindingSearch {
  private let limit: Duration?
  /// Sends an input to both implementations. Returns `nil` if the answers don't disagree.
  private let compare: (InputTree) async -> Divergence?

  /// The findings so far, in the order in which they were made.
  private var findings: [Finding] = []
  /// Disagreements that only smaller inputs showed.
  private var discoveries = Discoveries()
  private var remaining = mostTries
  /// Whether an input isn't shrunk as far as the number of tries allows, because the time was up.
  private(set) var isCutShort = false

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - limit: The most time to spend on shrinking one input, or `nil` for no limit. The number of
  ///     tries should decide, so that the findings are the same on a slower machine.
  ///   - compare: Sends an input to both implementations. Returns `nil` if the answers don't
  ///     disagree.
  init(limit: Duration?, compare: @escaping (InputTree) async -> Divergence?) {
    self.limit = limit
    self.compare = compare
  }

  /// The most inputs to try for all findings.
  private static let mostTries = 40_000
  /// The most inputs to try for the first finding of a kind.
  private static let mostTriesOfFirst = 3_000
  /// The most inputs to try for a finding whose kind is known already.
  private static let mostTriesOfRepeated = 800

  /// The most findings about one kind of disagreement from one input.
  private static let mostOfKind = 3

  /// Shrinks inputs to findings, in the order in which the findings are made: first those from the
  /// smallest input of each set of kinds, then those from the other inputs.
  ///
  /// - Parameter found: The inputs on which the implementations disagree, sorted by size.
  /// - Returns: The findings, no two of which have the same traits and shape.
  mutating func shrink(_ found: [DivergentInput]) async -> [Fuzzer.Found] {
    for disagreement in found { discoveries.addKnown(disagreement.traits) }

    // Start with one disagreement of each kind. The others may turn out to be something else.
    var seen: Set<Set<DisagreementTrait.Kind>> = []
    let firsts = found.filter { seen.insert($0.kinds).inserted }
    let numbers = Set(firsts.map(\.number))
    for disagreement in firsts { await addFindings(of: disagreement, isFirst: true) }
    await addDiscovered()

    // Together, the other inputs have as much time as the first ones could take.
    let deadline = limit.map { ContinuousClock.now + $0 * max(1, findings.count) }
    let rest = found.filter { !numbers.contains($0.number) }
    var repetitions: [DivergentInput] = []
    for disagreement in rest {
      // Other elements of the same lists come first, so that no time is lost to repetitions.
      guard !isShown(disagreement) else {
        repetitions.append(disagreement)
        continue
      }
      await addFindings(of: disagreement, isFirst: false, until: deadline)
    }

    for disagreement in repetitions {
      await addFindings(of: disagreement, isFirst: false, until: deadline)
    }

    await addDiscovered()
    return findings.map(\.found)
  }

  /// Shrinks the pending discoveries, including those made on the way, until none is left.
  private mutating func addDiscovered() async {
    while let disagreement = discoveries.next() {
      await addFindings(of: disagreement, isFirst: true)
    }
  }

  /// Returns whether the findings show each trait of a disagreement at the same element.
  private func isShown(_ disagreement: DivergentInput) -> Bool {
    disagreement.traits.allSatisfy(isShown)
  }

  /// Returns whether some finding shows a trait at the same element.
  private func isShown(_ trait: DisagreementTrait) -> Bool {
    findings.contains { $0.traits.contains { $0.continues(trait) } }
  }

  // MARK: - One disagreement

  /// Shrinks an input once for each trait to keep, and counts it to the findings.
  ///
  /// If the search has no tries or time left, the input counts to a finding that shows it already,
  /// or becomes a finding as it is.
  ///
  /// - Parameters:
  ///   - disagreement: The input.
  ///   - isFirst: Whether the input is the first with its set of kinds. Each kind that no finding
  ///     shows then becomes one.
  ///   - deadline: The time after which the input isn't shrunk, or `nil` if there is none.
  private mutating func addFindings(
    of disagreement: DivergentInput,
    isFirst: Bool,
    until deadline: ContinuousClock.Instant? = nil
  ) async {
    let isOverdue = deadline.map { ContinuousClock.now >= $0 } ?? false
    if isOverdue { isCutShort = true }
    let isSpent = remaining <= 0 || Task.isCancelled || isOverdue
    if isSpent, let repeated = findingToCount(disagreement) {
      findings[repeated].count += disagreement.count
      return
    }

    var shown: Set<Int> = []
    for trait in traitsToKeep(of: disagreement, isFirst: isFirst) {
      let isKnown = findings.contains { $0.kinds.contains(trait.kind) }
      let most = isFirst && !isKnown ? Self.mostTriesOfFirst : Self.mostTriesOfRepeated
      let tries = isSpent ? 0 : min(remaining, most)
      let smallest = await shrink(disagreement, keeping: trait, tries: tries)
      shown.insert(recordFinding(smallest, number: disagreement.number))
    }
    for index in shown { findings[index].count += disagreement.count }
  }

  /// Returns the index of a finding to which to count a disagreement without shrinking it, or `nil`
  /// if no finding shows it.
  private func findingToCount(_ disagreement: DivergentInput) -> Int? {
    let similar = findings.indices.filter {
      !findings[$0].kinds.isDisjoint(with: disagreement.kinds)
    }
    let shown = similar.reduce(into: Set<DisagreementTrait.Kind>()) {
      $0.formUnion(findings[$1].kinds)
    }
    guard shown.isSuperset(of: disagreement.kinds) else { return nil }

    // Show some elements of each list, even if there is no time left to shrink their inputs.
    guard similar.count >= Self.mostOfKind || isShown(disagreement) else { return nil }
    return similar.first { findings[$0].kinds.isSubset(of: disagreement.kinds) } ?? similar.first
  }

  /// Returns the traits to keep, each in a separate shrinking run.
  ///
  /// For the first input of a kind, these are all traits of kinds that no finding shows yet.
  /// Otherwise, it is the first trait that no finding shows, if there is one.
  private func traitsToKeep(
    of disagreement: DivergentInput,
    isFirst: Bool
  ) -> [DisagreementTrait] {
    let traits = disagreement.traits
    let next = [traits.first { !isShown($0) } ?? traits.first].compactMap(\.self)
    guard isFirst else { return next }

    let found = findings.reduce(into: Set<DisagreementTrait.Kind>()) { $0.formUnion($1.kinds) }
    let new = traits.filter { !found.contains($0.kind) }
    let kept = new.grouped(by: \.kind).flatMap { $0.prefix(Self.mostOfKind) }
    return kept.isEmpty ? next : kept
  }

  /// Shrinks an input while it shows a trait, and records the other disagreements found on the way.
  private mutating func shrink(
    _ disagreement: DivergentInput,
    keeping trait: DisagreementTrait,
    tries: Int
  ) async -> Reproduction {
    let kinds = disagreement.kinds
    var discoveries = discoveries
    let deadline = limit.map { ContinuousClock.now + $0 }
    var shrinking = InputShrinking(tries: tries, until: deadline) { [compare] input, earlier in
      guard let divergence = await compare(input) else { return nil }
      discoveries.add(divergence, of: input, insteadOf: earlier, from: disagreement)

      let next = divergence.traits.first { $0.continues(earlier.trait) }
      guard let next, divergence.kinds.isSubset(of: kinds) else { return nil }
      return Reproduction(tree: input, divergence: divergence, trait: next)
    }

    let original = Reproduction(
      tree: disagreement.input,
      divergence: disagreement.divergence,
      trait: trait
    )
    let smallest = await shrinking.shrink(original)
    if shrinking.isOverdue { isCutShort = true }
    remaining -= tries - shrinking.remaining
    self.discoveries = discoveries
    return smallest
  }

  // MARK: - Findings

  /// A shrunk input, and what distinguishes it from those of other findings.
  private struct Finding {
    let smallest: Reproduction
    /// The number of the generated input that it was shrunk from.
    let number: Int
    /// The number of generated inputs that show it, or 0 if only smaller inputs do.
    var count = 0
    let traits: Set<DisagreementTrait>
    let shape: Set<String>

    var kinds: Set<DisagreementTrait.Kind> { smallest.divergence.kinds }

    /// The finding as the fuzzer returns it.
    var found: Fuzzer.Found {
      Fuzzer.Found(
        input: smallest.tree,
        divergence: smallest.divergence,
        number: number,
        count: max(1, count)
      )
    }
  }

  /// Adds a shrunk input to the findings, unless one has the same traits and shape.
  ///
  /// - Parameters:
  ///   - smallest: The shrunk input.
  ///   - number: The number of the generated input that it was shrunk from.
  /// - Returns: The index of the finding with these traits and this shape.
  private mutating func recordFinding(_ smallest: Reproduction, number: Int) -> Int {
    let traits = Set(smallest.divergence.traits)
    let shape = smallest.tree.shape
    let same = findings.firstIndex { $0.traits == traits && $0.shape == shape }
    if let same { return same }

    findings.append(Finding(smallest: smallest, number: number, traits: traits, shape: shape))
    return findings.count - 1
  }
}

/// The disagreements that only smaller inputs show, in the order in which they are found.
private struct Discoveries {
  private var knownKinds: Set<DisagreementTrait.Kind> = []
  private var knownTraits: Set<DisagreementTrait.Indexed> = []
  private var pending: [DivergentInput] = []
  private var kindCount = 0
  private var elementCount = 0

  /// The most disagreements to keep that have a new kind. The texts of errors may have any number
  /// of kinds.
  private static let mostKinds = 16
  /// The most disagreements to keep that are of a known kind, but at another element of a list.
  private static let mostElements = 8

  /// Adds the traits of a disagreement that needs no discovery.
  mutating func addKnown(_ traits: [DisagreementTrait]) {
    knownKinds.formUnion(traits.map(\.kind))
    knownTraits.formUnion(traits.map(\.indexed))
  }

  /// Removes and returns the first disagreement, or returns `nil` if there is none.
  mutating func next() -> DivergentInput? { pending.isEmpty ? nil : pending.removeFirst() }

  /// Adds the disagreement that a smaller input shows, if it has a trait that isn't known.
  ///
  /// - Parameters:
  ///   - divergence: The disagreement.
  ///   - input: The smaller input.
  ///   - earlier: The input that the smaller one is made from.
  ///   - origin: The disagreement whose input is being shrunk.
  mutating func add(
    _ divergence: Divergence,
    of input: InputTree,
    insteadOf earlier: Reproduction,
    from origin: DivergentInput
  ) {
    let hasNewKind = !divergence.kinds.isSubset(of: knownKinds)
    if hasNewKind {
      guard kindCount < Self.mostKinds else { return }
      kindCount += 1
    } else {
      guard elementCount < Self.mostElements,
        divergence.traits.contains(where: { isNew($0, to: earlier, origin) })
      else { return }
      elementCount += 1
    }

    addKnown(divergence.traits)
    pending.append(
      DivergentInput(
        input: input,
        divergence: divergence,
        number: origin.number,
        size: input.size,
        count: 0
      )
    )
  }

  /// Returns whether a trait is at an element at which no disagreement is known.
  ///
  /// The reduction of the input can move an element, so the trait must not continue one of the
  /// inputs that the smaller one was made from.
  private func isNew(
    _ trait: DisagreementTrait,
    to earlier: Reproduction,
    _ origin: DivergentInput
  ) -> Bool {
    guard !trait.positions.isEmpty, !knownTraits.contains(trait.indexed) else { return false }

    let continuesEarlier = earlier.divergence.traits.contains(where: trait.continues)
    let continuesOrigin = origin.traits.contains(where: trait.continues)
    return !continuesEarlier && !continuesOrigin
  }
}
