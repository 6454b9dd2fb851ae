internal import CanonicalJSON
internal import Synchronization

/// Asks two implementations about generated inputs, and finds those over which they disagree.
package struct Fuzzer: Sendable {
  /// What a run found.
  package struct Findings: Sendable {
    /// The smallest inputs, each of which shows something else.
    package let divergences: [Found]
    package let asked: Int
    /// By both, or by the one whose refusal settles it.
    package let refused: Int
    /// Inputs over which they disagree.
    package let disagreeing: Int
    /// Whether one of the two was given up before the end.
    package let wasGivenUp: Bool
    /// How long they were asked, before what was found was made smaller.
    package let duration: Duration
  }

  package struct Found: Sendable {
    package let input: InputTree
    package let divergence: Divergence
    /// The generated input that it comes from.
    package let number: Int
    /// How many inputs showed it in the same way.
    package let count: Int
  }

  private let contract: String
  private let operation: ContractOperation
  private let generator: InputGenerator
  private let implementations: (any Implementation, any Implementation)
  private let comparison: AnswerComparison

  /// - Parameter judge: the index of the implementation of which a refusal says that the input is none of the contract's,
  ///   so that it doesn't matter what the other makes of it; nil: neither.
  package init(
    contract: String, operation: ContractOperation, generator: InputGenerator,
    implementations: (any Implementation, any Implementation), judge: Int?
  ) {
    (self.contract, self.operation, self.generator) = (contract, operation, generator)
    self.implementations = implementations
    comparison = AnswerComparison(operation: operation, judge: judge)
  }

  /// - Parameters:
  ///   - inputs: how many; nil: until the deadline.
  ///   - jobs: processes of a program.
  ///   - progress: called after each.
  package func run(
    inputs: Int?, until deadline: ContinuousClock.Instant?, jobs: Int, progress: @escaping @Sendable () -> Void
  ) async -> Findings {
    let start = ContinuousClock.now
    let log = FuzzLog(inputs: inputs ?? .max, deadline: deadline, comparison: comparison)
    await withTaskGroup(of: Void.self) { group in
      // While the programs are busy with one batch, another is made, and the answers to a third are compared.
      for _ in 0..<3 {
        group.addTask {
          while !Task.isCancelled, let numbers = log.next() {
            let inputs = numbers.map(generator.input)
            let requests = zip(numbers, inputs).map { request($1.tree, $1.text, name: "input \($0)") }
            async let firsts = implementations.0.outcomes(of: requests, jobs: jobs)
            async let seconds = implementations.1.outcomes(of: requests, jobs: jobs)
            for (index, (first, second)) in zip(await firsts, await seconds).enumerated() {
              log.note(judged(first, second), to: inputs[index], number: numbers.lowerBound + index)
              progress()
            }
          }
        }
      }
    }
    let duration = ContinuousClock.now - start
    let (state, found) = log.results
    return Findings(
      divergences: await shrunk(found), asked: state.asked, refused: state.refused,
      disagreeing: state.disagreeing, wasGivenUp: state.wasGivenUp, duration: duration)
  }

  private func request(_ input: InputTree, _ text: [UInt8]? = nil, name: String) -> Request {
    Request(
      contract: contract,
      operation: operation.name,
      input: input.value,
      inputText: text,
      caseName: name)
  }

  private func judged(_ first: Outcome, _ second: Outcome) -> (Outcome, Outcome) {
    (operation.judged(first), operation.judged(second))
  }

  private func answers(to input: InputTree) async -> (Outcome, Outcome) {
    let request = request(input, name: "a smaller input")
    async let first = implementations.0.respond(to: request)
    async let second = implementations.1.respond(to: request)
    return judged(await first, await second)
  }

  // MARK: - Shrinking

  /// What was found, the smallest inputs first; of those alike one.
  private func shrunk(_ found: [FuzzLog.Entry]) async -> [Found] {
    var results: [Result] = []
    // First one of each kind, then others that may turn out to be something else.
    var seen: Set<Set<String>> = []
    let firsts = found.filter { seen.insert($0.traits).inserted }
    let numbers = Set(firsts.map(\.number))
    let others = found.filter { !numbers.contains($0.number) }
    var remaining = Self.mostTries
    for (entry, isFirst) in firsts.map({ ($0, true) }) + others.map({ ($0, false) }) {
      let known = results.firstIndex { $0.traits.isSubset(of: entry.traits) }
      if let known, remaining <= 0 || Task.isCancelled {
        results[known].count += entry.count
        continue
      }
      var shrinking = InputShrinking(tries: min(remaining, isFirst && known == nil ? 3_000 : 800)) { input in
        let (first, second) = await answers(to: input)
        guard case .divergence(let shown) = comparison.result(first, second, size: input.size) else { return nil }
        return shown.traits.isSubset(of: entry.traits) ? shown : nil
      }
      let before = shrinking.remaining
      let (input, divergence) = await shrinking.smallest(of: entry.input, entry.divergence)
      remaining -= before - shrinking.remaining
      let new = Result(
        input: input, divergence: divergence, number: entry.number, count: entry.count, traits: divergence.traits,
        shape: input.shape)
      if let same = results.firstIndex(where: { $0.traits == new.traits && $0.shape == new.shape }) {
        results[same].count += entry.count
      } else {
        results.append(new)
      }
    }
    return results.map { Found(input: $0.input, divergence: $0.divergence, number: $0.number, count: $0.count) }
  }

  private struct Result {
    let input: InputTree
    let divergence: Divergence
    let number: Int
    var count: Int
    let traits: Set<String>
    let shape: Set<String>
  }

  /// For all that was found together.
  private static let mostTries = 40_000
}

/// Hands out the numbers of inputs, and keeps the smallest of those that come from one input and differ in the same way.
private final class FuzzLog: Sendable {
  struct Entry: Sendable {
    var input: InputTree
    var divergence: Divergence
    var number: Int
    var size: Int
    var count: Int
    let traits: Set<String>
  }

  fileprivate struct Key: Hashable {
    let traits: Set<String>
    let origin: Int
  }

  struct State: Sendable {
    var next = 0
    var asked = 0
    var refused = 0
    var disagreeing = 0
    var wasGivenUp = false
    fileprivate var entries: [Key: Entry] = [:]
  }

  private let inputs: Int
  private let deadline: ContinuousClock.Instant?
  private let comparison: AnswerComparison
  private let state = Mutex(State())

  init(inputs: Int, deadline: ContinuousClock.Instant?, comparison: AnswerComparison) {
    (self.inputs, self.deadline, self.comparison) = (inputs, deadline, comparison)
  }

  /// The numbers of some more inputs.
  func next() -> Range<Int>? {
    if let deadline, ContinuousClock.now >= deadline { return nil }
    return state.withLock { state in
      guard state.next < inputs, !state.wasGivenUp else { return nil }
      let start = state.next
      state.next = start + min(inputs - start, deadline == nil ? 128 : 16)
      return start..<state.next
    }
  }

  /// Which input is kept doesn't depend on the order in which the answers come.
  func note(_ answers: (Outcome, Outcome), to input: InputGenerator.Input, number: Int) {
    let size = input.text.count
    let result = comparison.result(answers.0, answers.1, size: size)
    guard case .divergence(let divergence) = result else {
      return state.withLock { state in
        switch result {
        case .notRun: state.wasGivenUp = true
        case .refused: (state.asked, state.refused) = (state.asked + 1, state.refused + 1)
        case .same, .divergence: state.asked += 1
        }
      }
    }
    let traits = divergence.traits
    let key = Key(traits: traits, origin: input.origin)
    state.withLock { state in
      state.asked += 1
      state.disagreeing += 1
      var entry =
        state.entries[key]
        ?? Entry(input: input.tree, divergence: divergence, number: number, size: size, count: 0, traits: traits)
      if (size, number) < (entry.size, entry.number) {
        (entry.input, entry.divergence, entry.number, entry.size) = (input.tree, divergence, number, size)
      }
      entry.count += 1
      state.entries[key] = entry
    }
  }

  /// The entries, that with the smallest input first.
  var results: (State, [Entry]) {
    let state = state.withLock(\.self)
    return (state, state.entries.values.sorted { ($0.size, $0.number) < ($1.size, $1.number) })
  }
}
