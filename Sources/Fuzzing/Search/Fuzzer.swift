internal import CanonicalJSON
package import Conformance
internal import Synchronization

/// Sends generated inputs to two implementations and finds those on which they disagree.
package struct Fuzzer: Sendable {
  /// The results of a run.
  package struct Findings: Sendable {
    /// The smallest inputs found, each of which shows a different disagreement.
    package let divergences: [Found]
    /// The number of inputs that both implementations received.
    package let sent: Int
    /// The number of inputs that don't count as a disagreement, because both implementations or the
    /// deciding one returned an error, or because an output was over the limit.
    package let refused: Int
    /// The number of inputs on which the implementations disagree.
    package let disagreeing: Int
    /// Whether Parity abandoned one of the implementations before the end.
    package let wasAbandoned: Bool
    /// The time spent on generated inputs, without the time to shrink them.
    package let duration: Duration
    /// The time limit for shrinking an input, if it left an input larger than it could be.
    package let reachedLimit: Duration?
  }

  /// A shrunk input and the disagreement that it shows.
  package struct Found: Sendable {
    package let input: InputTree
    package let divergence: Divergence
    /// The number of the generated input that it was shrunk from.
    package let number: Int
    /// The number of generated inputs that showed the same disagreement.
    package let count: Int
  }

  private let contract: String
  private let operation: ContractOperation
  private let generator: InputGenerator
  private let implementations: (any Implementation, any Implementation)
  private let comparison: AnswerComparison
  private let shrinkingLimit: Duration?

  /// Creates a fuzzer.
  ///
  /// - Parameters:
  ///   - contract: The id of the contract.
  ///   - operation: The operation to call.
  ///   - generator: Generates the inputs.
  ///   - implementations: The two implementations to compare.
  ///   - deciding: The implementation whose errors mark an input as invalid for the contract, or
  ///     `nil` if neither implementation decides that.
  ///   - shrinkingLimit: The most time to spend on shrinking the input of one finding, or `nil` for
  ///     no limit.
  package init(
    contract: String,
    operation: ContractOperation,
    generator: InputGenerator,
    implementations: (any Implementation, any Implementation),
    deciding: Divergence.Side?,
    shrinkingLimit: Duration? = nil
  ) {
    self.contract = contract
    self.operation = operation
    self.generator = generator
    self.implementations = implementations
    self.shrinkingLimit = shrinkingLimit
    comparison = AnswerComparison(operation: operation, deciding: deciding)
  }

  /// Sends inputs to both implementations until there are no more or the deadline passes, then
  /// shrinks those on which they disagree.
  ///
  /// - Parameters:
  ///   - inputs: The number of inputs, or `nil` to run until the deadline.
  ///   - deadline: The time after which no more inputs are sent.
  ///   - jobs: The number of processes per program.
  ///   - progress: Called after each input.
  package func run(
    inputs: Int?,
    until deadline: ContinuousClock.Instant?,
    jobs: Int,
    progress: @escaping @Sendable () -> Void
  ) async -> Findings {
    let start = ContinuousClock.now
    let log = FuzzLog(inputs: inputs ?? .max, deadline: deadline)
    await withTaskGroup(of: Void.self) { group in
      // While the programs process one batch, generate another and compare the answers to a third.
      for _ in 0..<3 {
        group.addTask {
          while !Task.isCancelled, let numbers = log.next() {
            await compareAnswers(toInputs: numbers, jobs: jobs, log: log, progress: progress)
          }
        }
      }
    }

    let duration = ContinuousClock.now - start
    let (state, found) = log.results

    var search = FindingSearch(limit: shrinkingLimit, compare: compareAnswers(to:))
    let divergences = await search.shrink(found)
    return Findings(
      divergences: divergences,
      sent: state.sent,
      refused: state.refused,
      disagreeing: state.disagreeing,
      // An interruption ends the programs too. That isn't their fault.
      wasAbandoned: state.wasAbandoned && !Task.isCancelled,
      duration: duration,
      reachedLimit: search.isCutShort ? shrinkingLimit : nil
    )
  }

  /// Sends a batch of inputs to both implementations at the same time, and logs whether they
  /// disagree.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the inputs.
  ///   - jobs: The number of processes per program.
  ///   - log: Receives the result for each input.
  ///   - progress: Called after each input.
  private func compareAnswers(
    toInputs numbers: Range<Int>,
    jobs: Int,
    log: FuzzLog,
    progress: @Sendable () -> Void
  ) async {
    let inputs = numbers.map(generator.input)
    let requests = zip(numbers, inputs).map { request($1.tree, $1.text, name: "input \($0)") }
    async let firsts = implementations.0.outcomes(of: requests, jobs: jobs)
    async let seconds = implementations.1.outcomes(of: requests, jobs: jobs)

    for (index, (first, second)) in zip(await firsts, await seconds).enumerated() {
      let input = inputs[index]
      let result = await comparison.compare(first, second, inputSize: { input.text.count })
      log.record(result, of: input, number: numbers.lowerBound + index)
      log.recordOutputSize(max(first.output?.textSize ?? 0, second.output?.textSize ?? 0))
      progress()
    }
  }

  /// Returns the request to send for an input. `text` is the input as it is written, or `nil` if it
  /// still has to be written.
  private func request(_ input: InputTree, _ text: [UInt8]? = nil, name: String) -> Request {
    Request(
      contract: contract,
      operation: operation,
      input: input.value,
      inputText: text,
      caseName: name
    )
  }

  /// Sends a smaller input to both implementations, and returns the disagreement, or `nil` if there
  /// is none.
  private func compareAnswers(to input: InputTree) async -> Divergence? {
    let request = request(input, name: "a smaller input")
    async let first = implementations.0.outcome(of: request)
    async let second = implementations.1.outcome(of: request)
    let result = await comparison.compare(
      await first,
      await second,
      inputSize: { input.size }
    )

    return if case .divergence(let divergence) = result {
      divergence
    } else {
      nil
    }
  }
}

/// Hands out the numbers of inputs and keeps the smallest disagreeing input for each case and set
/// of traits.
private final class FuzzLog: Sendable {
  /// What two inputs have in common if only the smaller one is kept.
  fileprivate struct Key: Hashable {
    let traits: Set<DisagreementTrait.Indexed>
    let origin: Int
  }

  /// The counters of the run and the disagreeing inputs to keep.
  struct State: Sendable {
    var next = 0
    var sent = 0
    var refused = 0
    var disagreeing = 0
    var wasAbandoned = false
    /// The most inputs in the next batch. It grows while outputs are small.
    var batchLimit = FuzzLog.firstBatchLimit
    fileprivate var entries: [Key: DivergentInput] = [:]
  }

  private let inputs: Int
  private let deadline: ContinuousClock.Instant?
  private let state = Mutex(State())

  /// The most inputs in a batch.
  private static let largestBatch = 128
  /// The most inputs in a batch if there is a deadline, which is checked only between batches.
  private static let largestBatchWithDeadline = 16
  /// The most inputs in the first batch.
  private static let firstBatchLimit = 4
  /// The memory, in bytes, that the outputs of a batch should not exceed.
  private static let batchMemoryLimit = 16 << 20
  /// The most entries to keep. Further disagreements are only counted.
  private static let entryLimit = 4_000

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - inputs: The number of inputs to hand out.
  ///   - deadline: The time after which no more batches are handed out, or `nil` if there is none.
  init(inputs: Int, deadline: ContinuousClock.Instant?) {
    self.inputs = inputs
    self.deadline = deadline
  }

  /// Returns the numbers of the next batch of inputs, or `nil` if the run is over.
  ///
  /// The first batch is due even if the deadline has passed, so that no run passes without having
  /// compared anything.
  func next() -> Range<Int>? {
    let isOverdue = deadline.map { ContinuousClock.now >= $0 } ?? false
    let largestBatch = deadline == nil ? Self.largestBatch : Self.largestBatchWithDeadline
    return state.withLock { state in
      guard state.next < inputs, !state.wasAbandoned, !isOverdue || state.next == 0 else {
        return nil
      }

      let start = state.next
      let most = min(largestBatch, state.batchLimit)
      state.next = start + min(inputs - start, most)
      state.batchLimit = min(2 * state.batchLimit, Self.largestBatch)
      return start..<state.next
    }
  }

  /// Makes the next batches smaller if outputs are large.
  ///
  /// - Parameter bytes: The size of an output in bytes.
  func recordOutputSize(_ bytes: Int) {
    guard LargeOutputs.isLarge(bytes: bytes) else { return }
    state.withLock { state in
      state.batchLimit = max(1, min(state.batchLimit, Self.batchMemoryLimit / bytes))
    }
  }

  /// Records the result for an input.
  ///
  /// The input that is kept for a key doesn't depend on the order in which answers arrive.
  func record(_ result: ComparedAnswers, of input: InputGenerator.Input, number: Int) {
    state.withLock { state in
      switch result {
      case .notRun:
        state.wasAbandoned = true
      case .refused:
        state.sent += 1
        state.refused += 1
      case .same:
        state.sent += 1
      case .divergence(let divergence):
        state.sent += 1
        state.disagreeing += 1
        state.keep(divergence, of: input, number: number, most: Self.entryLimit)
      }
    }
  }

  /// The counters, and the disagreeing inputs sorted by size.
  var results: (State, [DivergentInput]) {
    let state = state.withLock(\.self)
    return (state, state.entries.values.sorted { ($0.size, $0.number) < ($1.size, $1.number) })
  }
}

extension FuzzLog.State {
  /// Keeps an input unless a smaller one has the same key, and counts it in either case.
  ///
  /// - Parameter most: The most entries to keep. If there are as many, an input with a new key is
  ///   dropped.
  fileprivate mutating func keep(
    _ divergence: Divergence,
    of input: InputGenerator.Input,
    number: Int,
    most: Int
  ) {
    let traits = Set(divergence.traits.map(\.indexed))
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
