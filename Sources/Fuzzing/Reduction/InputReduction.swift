package import CanonicalJSON
package import Conformance

/// Reduces an input that shows a failure to the smallest one found that fails in the same way.
///
/// Long inputs lose elements of their lists and lines of their texts first, by `ListReduction`. The
/// rest is shrunk by `InputShrinking`.
package struct InputReduction: Sendable {
  /// The result of a reduction.
  package enum Result: Sendable {
    /// The implementations return the same output, or the only one returns an output.
    case noFailure
    /// Both implementations refuse the input. The associated value is the failure of the first.
    case refused(ImplementationFailure)
    /// An implementation was abandoned, or the reduction was canceled, before the first answers.
    case notRun
    case reduced(Reduced)
  }

  /// The smallest input that was found, and the failure that it shows.
  package struct Reduced: Sendable {
    /// The failure of the whole input.
    package let original: Divergence
    /// The input, or the payloads of a recording.
    package let value: JSONValue
    /// Whether the value is the array of payloads of a recording.
    package let isRecording: Bool
    package let divergence: Divergence
    /// The number of smaller inputs that were tried.
    package let tries: Int
    package let end: End
    /// Whether the failure of the whole input has parts that the smallest input doesn't show.
    package let hasLostParts: Bool
    /// Whether the smallest input failed in the same way once more at the end.
    package let isConfirmed: Bool
  }

  /// The way in which a reduction ended.
  package enum End: Sendable {
    /// No smaller input was found.
    case complete
    /// The time was up, or the task was canceled.
    case stopped
    /// Parity abandoned an implementation.
    case abandoned
  }

  private let contract: String
  private let operation: ContractOperation
  private let implementations: [any Implementation]
  private let deciding: Int?
  private let recording: Recording?

  /// Creates a reduction.
  ///
  /// - Parameters:
  ///   - contract: The id of the contract.
  ///   - operation: The operation to call.
  ///   - implementations: Two implementations to compare, or one whose failure is kept.
  ///   - deciding: The index of the implementation whose errors mark an input as invalid for the
  ///     contract, or `nil` if neither implementation decides that.
  ///   - recording: The conversion of payloads to an input if the values to reduce are arrays of
  ///     payloads, or `nil` if they are inputs.
  package init(
    contract: String,
    operation: ContractOperation,
    implementations: [any Implementation],
    deciding: Int?,
    recording: Recording? = nil
  ) {
    self.contract = contract
    self.operation = operation
    self.implementations = implementations
    self.deciding = deciding
    self.recording = recording
  }

  /// Reduces a value until it can't be made smaller or the deadline passes.
  ///
  /// The result depends only on the value and the answers if the deadline doesn't pass.
  ///
  /// - Parameters:
  ///   - value: The value to reduce.
  ///   - deadline: The time after which no more inputs are tried.
  ///   - progress: Called after each input.
  package func result(
    of value: JSONValue,
    until deadline: ContinuousClock.Instant,
    progress: @escaping @Sendable () -> Void
  ) async -> Result {
    let input = recording?.input(of: value) ?? value
    var comparison = AnswerComparison(operation: operation, deciding: deciding)
    var answer = await answer(to: input, comparison)
    if case .refused = answer, deciding != nil {
      // If only the deciding implementation refuses the input, that is the failure to keep.
      comparison = AnswerComparison(operation: operation, deciding: nil)
      answer = await self.answer(to: input, comparison)
    }

    switch answer {
    case .same: return .noFailure
    case .refused: return .refused(await refusal(of: input))
    case .notRun: return .notRun
    case .divergence(let original):
      guard let target = original.traits.first else { return .noFailure }
      let start = ShownInput(tree: InputTree(value), divergence: original, target: target)
      let search = ReducedInputSearch(from: start, until: deadline) { [comparison] input in
        defer { progress() }
        return await self.answer(to: input, comparison)
      }
      return .reduced(await search.result(recording))
    }
  }

  /// Returns the failure of the first implementation.
  private func refusal(of input: JSONValue) async -> ImplementationFailure {
    let outcome = await implementations[0].outcome(of: request(input))
    return if case .failure(let failure) = outcome {
      failure
    } else {
      "was not run"
    }
  }

  private func request(_ input: JSONValue) -> Request {
    Request(
      contract: contract,
      operation: operation,
      input: input,
      caseName: "a smaller input"
    )
  }

  /// Compares the answers to an input. A failure of the only implementation counts as a
  /// disagreement with itself.
  private func answer(
    to input: JSONValue,
    _ comparison: AnswerComparison
  ) async -> AnswerComparison.Result {
    let request = request(input)
    guard implementations.count > 1 else {
      return Divergence.failure(of: await implementations[0].outcome(of: request))
    }

    async let first = implementations[0].outcome(of: request)
    async let second = implementations[1].outcome(of: request)
    return await comparison.result(await first, await second) { input.writtenUTF8().count }
  }
}

extension Divergence {
  /// Returns the failure of an implementation that isn't compared with another one. It is the
  /// answer of both sides.
  fileprivate static func failure(of outcome: Outcome) -> AnswerComparison.Result {
    switch outcome {
    case .output: .same
    case .skipped: .refused
    case .notRun: .notRun
    case .failure(let failure):
      .divergence(
        Divergence(
          first: .failure(failure),
          second: .failure(failure),
          differences: [],
          traits: DisagreementTrait.all(inFailuresOf: [outcome])
        )
      )
    }
  }
}

/// The search for the smallest input that shows one trait.
private final class ReducedInputSearch {
  private let original: ShownInput
  private let deadline: ContinuousClock.Instant
  private let answer: (JSONValue) async -> AnswerComparison.Result

  /// The conversion of payloads to an input, or `nil` if the tree is the input.
  private var recording: Recording?
  /// The smallest input so far.
  private var smallest: ShownInput
  private var tries = 0
  private var isAbandoned = false

  /// Lists with fewer elements are left to `InputShrinking`.
  private static let fewestElements = 8
  /// Texts with fewer lines are left to `InputShrinking`.
  private static let fewestLines = 4

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - original: The input to start with.
  ///   - deadline: The time after which no more inputs are tried.
  ///   - answer: Sends an input to the implementations and compares their answers.
  init(
    from original: ShownInput,
    until deadline: ContinuousClock.Instant,
    answer: @escaping (JSONValue) async -> AnswerComparison.Result
  ) {
    self.original = original
    self.deadline = deadline
    self.answer = answer
    smallest = original
  }

  private var isStopped: Bool { Task.isCancelled || ContinuousClock.now >= deadline }
  private var isOver: Bool { isAbandoned || isStopped }

  /// Runs the search.
  ///
  /// - Parameter recording: The conversion of payloads to an input, or `nil` if the tree is the
  ///   input.
  func result(_ recording: Recording?) async -> InputReduction.Reduced {
    self.recording = recording
    await reduce()
    if let recording { await reduceConverted(recording) }

    let end: InputReduction.End =
      if isAbandoned {
        .abandoned
      } else if isStopped {
        .stopped
      } else {
        .complete
      }

    // The confirmation isn't one of the tries.
    let tries = tries
    let again = end == .complete ? await showing(smallest.tree, as: smallest) : smallest
    return InputReduction.Reduced(
      original: original.divergence,
      value: smallest.tree.value,
      isRecording: self.recording != nil,
      divergence: smallest.divergence,
      tries: tries,
      end: end,
      hasLostParts: !original.divergence.kinds.isSubset(of: smallest.divergence.kinds),
      isConfirmed: again != nil
    )
  }

  /// Repeats all steps until a whole round makes the input no smaller. What one step leaves out
  /// often allows another step to go on.
  private func reduce() async {
    var size = Int.max
    while smallest.tree.size < size, !isOver {
      size = smallest.tree.size
      await reduceLists()
      await shrink()
      await reduceTexts()
      await renameTexts()
    }
  }

  /// Converts the reduced payloads to an input, and reduces it further if it can do with fewer
  /// elements than there are payloads.
  ///
  /// An element may depend on the position of its payload, such as the id `event-10`. Such payloads
  /// can't be left out, but elements can.
  private func reduceConverted(_ recording: Recording) async {
    let payloads = smallest
    let input = recording.input(of: payloads.tree.value)
    guard let elements = input[recording.target]?.elements, elements.count > 1, !isOver else {
      return
    }

    self.recording = nil
    let trees = elements.map { InputTree($0) }
    let kept = await ListReduction { [self] in isOver }.smallest(of: trees) { trees in
      await take(.object([.init(key: recording.target, value: .array(trees))]))
    }
    if kept.count < elements.count {
      await reduce()
    } else {
      smallest = payloads
      self.recording = recording
    }
  }

  /// Returns the failure that an input shows if it is the same as that of another input.
  ///
  /// An input with a kind of difference that the whole input doesn't have shows something else.
  private func showing(_ tree: InputTree, as shown: ShownInput) async -> ShownInput? {
    tries += 1
    let input = recording?.input(of: tree.value) ?? tree.value

    switch await answer(input) {
    case .divergence(let found):
      // A program that is ended with the run may seem to crash.
      guard !Task.isCancelled else { return nil }
      let next = found.traits.first { $0.continues(shown.target) }
      guard let next, found.kinds.isSubset(of: original.divergence.kinds) else { return nil }
      return ShownInput(tree: tree, divergence: found, target: next)
    case .notRun:
      isAbandoned = !Task.isCancelled
      return nil
    case .same, .refused: return nil
    }
  }

  /// Takes a smaller tree if it fails in the same way, and returns whether it does.
  private func take(_ tree: InputTree) async -> Bool {
    guard let shown = await showing(tree, as: smallest) else { return false }
    smallest = shown
    return true
  }

  // MARK: - Steps

  /// Shrinks single parts, with no limit on the number of tries but the deadline.
  private func shrink() async {
    guard !isOver else { return }
    var shrinking = InputShrinking(tries: .max, until: deadline) { [self] tree, shown in
      guard !isAbandoned else { return nil }
      return await showing(tree, as: shown)
    }
    smallest = await shrinking.smallest(of: smallest)
  }

  /// Leaves out elements of long lists and lines of long texts, outer parts first.
  private func reduceLists() async {
    await forEachPart { part in
      switch part.form {
      case .array(let elements) where elements.count >= Self.fewestElements:
        Pieces(elements) { .array($0) }
      case .text(let text) where text.lineCount >= Self.fewestLines: Pieces(text, after: "\n")
      default: nil
      }
    }
  }

  /// Leaves out the items of lists that are written as texts, and then single scalars, of texts
  /// that are short enough for that.
  private func reduceTexts() async {
    for separator in Self.separators {
      await forEachPart { part in
        guard let text = part.shortText, text.unicodeScalars.contains(separator) else { return nil }
        return Pieces(text, after: separator)
      }
    }

    await forEachPart { part in
      part.shortText.map { text in
        Pieces(text.unicodeScalars.map { String($0) }) { .text($0.joined()) }
      }
    }
  }

  /// What may separate the items of a text, the largest items first.
  private static let separators: [Unicode.Scalar] = ["\n", ";", "|", ",", "&", " ", "/", ":"]

  /// Replaces each text that occurs more than once by a short one, such as an id and the references
  /// to it, which have to stay equal.
  private func renameTexts() async {
    var counts: [TextKey: Int] = [:]
    var texts: [String] = []
    smallest.tree.forEachNode { part, _ in
      guard case .text(let text) = part.form else { return }
      counts[TextKey(text), default: 0] += 1
      if counts[TextKey(text)] == 1 { texts.append(text) }
    }

    let short = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    var names = short.filter { counts[TextKey($0)] == nil }[...]
    for text in texts where counts[TextKey(text), default: 0] > 1 && text.utf8.count > 1 {
      guard !isOver, let name = names.first else { return }
      let renamed = smallest.tree.changingTexts { $0.hasSameBytes(as: text) ? name : nil }
      if let renamed, await take(renamed) { names.removeFirst() }
    }
  }

  /// Leaves out pieces of each part for which `pieces` returns some.
  private func forEachPart(_ pieces: (InputTree) -> Pieces?) async {
    var number = 0
    while !isOver, let next = smallest.tree.firstNode(from: number, where: { pieces($0) != nil }) {
      number = next + 1
      guard let part = smallest.tree.node(next)?.node, let pieces = pieces(part) else { continue }

      let whole = smallest.tree
      let reduction = ListReduction { [self] in isOver }
      _ = await reduction.smallest(of: Array(0..<pieces.count)) { kept in
        await take(whole.replacingNode(next) { _ in pieces.tree(kept) })
      }
    }
  }
}

/// A part of an input as a list of pieces, some of which can be left out.
private struct Pieces {
  let count: Int
  /// Returns the part with the pieces at some indices.
  let tree: ([Int]) -> InputTree

  /// Takes a list as pieces. `tree` returns the part with some of them, in their order.
  init<Piece>(_ pieces: [Piece], _ tree: @escaping ([Piece]) -> InputTree) {
    count = pieces.count
    self.tree = { kept in tree(kept.map { pieces[$0] }) }
  }

  /// Takes a text as the pieces between separators. Each piece but the last one includes the
  /// separator after it.
  init(_ text: String, after separator: Unicode.Scalar) {
    let items = text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
    let pieces = items.enumerated().map { index, item in
      String(item) + (index < items.count - 1 ? String(separator) : "")
    }
    self.init(pieces) { .text($0.joined()) }
  }
}

extension String {
  fileprivate var lineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}

extension InputTree {
  /// The text, or `nil` if the part isn't a text or is too long to leave out single scalars.
  fileprivate var shortText: String? {
    guard case .text(let text) = form, text.unicodeScalars.count <= Self.scalarLimit else {
      return nil
    }
    return text
  }

  /// The most scalars of a text from which single scalars are left out.
  private static let scalarLimit = 2_000

  /// Returns the number of the first part for which a condition is true, among those with at least
  /// a given number.
  fileprivate func firstNode(from least: Int, where isWanted: (InputTree) -> Bool) -> Int? {
    var number = 0
    var found: Int?
    forEachNode { part, _ in
      if found == nil, number >= least, isWanted(part) { found = number }
      number += 1
    }
    return found
  }
}
