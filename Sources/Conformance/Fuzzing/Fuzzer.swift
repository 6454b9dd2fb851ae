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
  private let shrinkingLimit: Duration

  /// - Parameters:
  ///   - judge: The index of the implementation that refuses everything that isn't an input of the
  ///     contract; `nil` if neither of the two decides that.
  ///   - shrinkingLimit: The most time to make the input of one finding smaller.
  package init(
    contract: String,
    operation: ContractOperation,
    generator: InputGenerator,
    implementations: (any Implementation, any Implementation),
    judge: Int?,
    shrinkingLimit: Duration = .seconds(5)
  ) {
    self.contract = contract
    self.operation = operation
    self.generator = generator
    self.implementations = implementations
    self.shrinkingLimit = shrinkingLimit
    comparison = AnswerComparison(operation: operation, judge: judge)
  }

  /// - Parameters:
  ///   - inputs: how many; nil: until the deadline.
  ///   - jobs: processes of a program.
  ///   - progress: called after each.
  package func run(
    inputs: Int?,
    until deadline: ContinuousClock.Instant?,
    jobs: Int,
    progress: @escaping @Sendable () -> Void
  ) async -> Findings {
    let start = ContinuousClock.now
    let log = FuzzLog(inputs: inputs ?? .max, deadline: deadline)
    await withTaskGroup(of: Void.self) { group in
      // While the programs are busy with one batch, another is made, and the answers to a third are
      // compared.
      for _ in 0..<3 {
        group.addTask {
          while !Task.isCancelled, let numbers = log.next() {
            let inputs = numbers.map(generator.input)
            let requests = zip(numbers, inputs).map {
              request($1.tree, $1.text, name: "input \($0)")
            }
            async let firsts = implementations.0.outcomes(of: requests, jobs: jobs)
            async let seconds = implementations.1.outcomes(of: requests, jobs: jobs)
            for (index, (first, second)) in zip(await firsts, await seconds).enumerated() {
              let input = inputs[index]
              let result = await comparison.result(first, second) { input.text.count }
              log.note(result, of: input, number: numbers.lowerBound + index)
              log.noteSize(max(first.output?.textSize ?? 0, second.output?.textSize ?? 0))
              progress()
            }
          }
        }
      }
    }
    let duration = ContinuousClock.now - start
    let (state, found) = log.results
    var search = FindingSearch(limit: shrinkingLimit, divergence: divergence)
    return Findings(
      divergences: await search.findings(among: found),
      asked: state.asked,
      refused: state.refused,
      disagreeing: state.disagreeing,
      // An interruption ends the programs, which is nothing that they did.
      wasGivenUp: state.wasGivenUp && !Task.isCancelled,
      duration: duration
    )
  }

  private func request(_ input: InputTree, _ text: [UInt8]? = nil, name: String) -> Request {
    Request(
      contract: contract,
      operation: operation.name,
      input: input.value,
      inputText: text,
      caseName: name
    )
  }

  /// Compares the answers to one input, or returns `nil` if they don't disagree.
  private func divergence(over input: InputTree) async -> Divergence? {
    let request = request(input, name: "a smaller input")
    async let first = implementations.0.respond(to: request)
    async let second = implementations.1.respond(to: request)
    let result = await comparison.result(await first, await second) { input.size }
    return if case .divergence(let divergence) = result {
      divergence
    } else {
      nil
    }
  }
}

/// Hands out the numbers of inputs, and keeps the smallest of those that come from one input and
/// differ in the same way.
private final class FuzzLog: Sendable {
  fileprivate struct Key: Hashable {
    let traits: Set<Trait>
    let origin: Int

    /// A trait with its first positions, since the order of a list can be fixed: a result for each
    /// instance, for example.
    struct Trait: Hashable {
      let kind: DisagreementTrait.Kind
      let positions: [Int]

      private static let mostPositions = 8

      init(_ trait: DisagreementTrait) {
        kind = trait.kind
        positions = trait.positions.map { min($0.index, Self.mostPositions) }
      }
    }
  }

  struct State: Sendable {
    var next = 0
    var asked = 0
    var refused = 0
    var disagreeing = 0
    var wasGivenUp = false
    /// The most inputs of the next batch, which grows while outputs are small.
    var mostOfBatch = FuzzLog.firstBatch
    fileprivate var entries: [Key: DivergentInput] = [:]
  }

  private let inputs: Int
  private let deadline: ContinuousClock.Instant?
  private let state = Mutex(State())

  private static let firstBatch = 4
  /// The memory that the outputs of a batch should not exceed, in bytes.
  private static let bytesOfBatch = 16 << 20
  /// The most entries; what differs in yet another way is counted.
  private static let mostEntries = 4_000

  init(inputs: Int, deadline: ContinuousClock.Instant?) {
    self.inputs = inputs
    self.deadline = deadline
  }

  /// The numbers of some more inputs.
  func next() -> Range<Int>? {
    if let deadline, ContinuousClock.now >= deadline { return nil }
    return state.withLock { state in
      guard state.next < inputs, !state.wasGivenUp else { return nil }
      let start = state.next
      let most = min(deadline == nil ? 128 : 16, state.mostOfBatch)
      state.next = start + min(inputs - start, most)
      state.mostOfBatch = min(2 * state.mostOfBatch, 128)
      return start..<state.next
    }
  }

  /// Makes the next batches smaller if outputs are large.
  ///
  /// - Parameter bytes: The size of an output.
  func noteSize(_ bytes: Int) {
    guard LargeOutputs.isLarge(bytes: bytes) else { return }
    state.withLock { state in
      state.mostOfBatch = max(1, min(state.mostOfBatch, Self.bytesOfBatch / bytes))
    }
  }

  /// Which input is kept doesn't depend on the order in which the answers come.
  func note(_ result: AnswerComparison.Result, of input: InputGenerator.Input, number: Int) {
    state.withLock { state in
      switch result {
      case .notRun:
        state.wasGivenUp = true
      case .refused:
        state.asked += 1
        state.refused += 1
      case .same:
        state.asked += 1
      case .divergence(let divergence):
        state.asked += 1
        state.disagreeing += 1
        state.keep(divergence, of: input, number: number, most: Self.mostEntries)
      }
    }
  }

  /// The entries, that with the smallest input first.
  var results: (State, [DivergentInput]) {
    let state = state.withLock(\.self)
    return (state, state.entries.values.sorted { ($0.size, $0.number) < ($1.size, $1.number) })
  }
}

extension FuzzLog.State {
  fileprivate mutating func keep(
    _ divergence: Divergence,
    of input: InputGenerator.Input,
    number: Int,
    most: Int
  ) {
    let traits = Set(divergence.traits.map(FuzzLog.Key.Trait.init))
    let key = FuzzLog.Key(traits: traits, origin: input.origin)
    let new = DivergentInput(
      input: input.tree,
      divergence: divergence,
      number: number,
      size: input.text.count,
      count: 1
    )
    guard let earlier = entries[key] else {
      if entries.count < most { entries[key] = new }
      return
    }

    let isSmaller = (new.size, number) < (earlier.size, earlier.number)
    entries[key] = isSmaller ? new : earlier
    entries[key]?.count = earlier.count + 1
  }
}
