package import CanonicalJSON
package import Conformance

/// The reduction of an input to the smallest one found that still shows the same divergence.
///
/// A divergence is a difference between the outcomes of two implementations, or the failure of a
/// single one. A round of the reduction
///
/// 1. removes elements of long lists and lines of long texts (`ListReduction`),
/// 2. shrinks single parts (`InputShrinking`),
/// 3. removes separated items and single scalars of short texts, and
/// 4. replaces repeated texts by single letters.
///
/// The reduction is complete if a round makes the input no smaller. If the input was converted from
/// the payloads of a recording, the payloads are reduced first, and then the converted input if it
/// needs fewer elements than there are payloads left.
package struct InputReduction: Sendable {
  /// The implementations whose divergence is kept.
  package enum Subject: Sendable {
    /// One implementation. Its divergence is a failure.
    case single(any Implementation)
    /// Two implementations to compare.
    ///
    /// - Parameter deciding: The implementation whose errors mark an input as invalid for the
    ///   contract, or `nil` if neither implementation decides that.
    case pair(any Implementation, any Implementation, deciding: Divergence.Side?)

    fileprivate var deciding: Divergence.Side? {
      switch self {
      case .single: nil
      case .pair(_, _, let deciding): deciding
      }
    }
  }

  private let contract: String
  private let operation: ContractOperation
  private let subject: Subject
  private let form: ValueForm

  /// Creates a reduction.
  ///
  /// - Parameters:
  ///   - contract: The id of the contract.
  ///   - operation: The operation to call.
  ///   - subject: The implementations whose divergence is kept.
  ///   - recording: The conversion of payloads to an input if the values to reduce are arrays of
  ///     payloads, or `nil` if they are inputs.
  package init(
    contract: String,
    operation: ContractOperation,
    subject: Subject,
    recording: Recording? = nil
  ) {
    self.contract = contract
    self.operation = operation
    self.subject = subject
    form = recording.map { ValueForm.payloads($0) } ?? .input
  }

  /// Reduces a value until a round makes it no smaller.
  ///
  /// The reduction ends early after a number of tries, if the deadline passes, if the task is
  /// canceled or if Parity abandons an implementation. Unless the deadline or a cancellation ends
  /// it, the result depends only on the value and the outcomes.
  ///
  /// - Parameters:
  ///   - value: The input to reduce, or the array of payloads of a recording.
  ///   - most: The most inputs to try.
  ///   - deadline: The time after which no more inputs are tried, or `nil` if there is none.
  ///   - progress: Called after each smaller input, and after the smallest one is sent again. It
  ///     isn't called for the original input.
  /// - Returns: The smallest input found, or why the original input has no divergence to keep.
  package func reduce(
    _ value: JSONValue,
    tries most: Int,
    until deadline: ContinuousClock.Instant?,
    progress: @escaping @Sendable () -> Void
  ) async -> ReductionResult {
    let input = form.input(of: value)
    var comparison = AnswerComparison(operation: operation, deciding: subject.deciding)
    var first = await send(input, comparison)
    if case .refused = first.compared, comparison.deciding != nil {
      // If only the deciding implementation refuses the input, that is the divergence to keep.
      comparison = AnswerComparison(operation: operation, deciding: nil)
      first = await send(input, comparison)
    }

    switch first.compared {
    case .same: return .noDivergence
    case .refused: return .refused(first.outcomes)
    case .notRun: return .notRun
    case .divergence(let divergence):
      guard let trait = divergence.traits.first else { return .noDivergence }
      let original = Reproduction(tree: InputTree(value), divergence: divergence, trait: trait)
      let search = ReducedInputSearch(
        from: original,
        form,
        tries: most,
        until: deadline
      ) { [comparison] input in
        defer { progress() }
        return await send(input, comparison).compared
      }
      return .reduced(await search.run())
    }
  }

  /// Sends an input to the implementations, to two of them at the same time.
  ///
  /// - Returns: The outcomes in the order of the implementations, and the result of their
  ///   comparison.
  private func send(
    _ input: JSONValue,
    _ comparison: AnswerComparison
  ) async -> (outcomes: [Outcome], compared: ComparedAnswers) {
    let request = request(input)

    switch subject {
    case .single(let implementation):
      let outcome = await implementation.outcome(of: request)
      return ([outcome], ComparedAnswers(single: outcome))

    case .pair(let first, let second, _):
      async let firstOutcome = first.outcome(of: request)
      async let secondOutcome = second.outcome(of: request)
      let outcomes = [await firstOutcome, await secondOutcome]
      let compared = await comparison.compare(
        outcomes[0],
        outcomes[1],
        inputSize: { input.writtenUTF8().count }
      )
      return (outcomes, compared)
    }
  }

  /// Returns the request for an input.
  ///
  /// The name of the case isn't sent. Incidents contain it, even those with the original input.
  private func request(_ input: JSONValue) -> Request {
    Request(
      contract: contract,
      operation: operation,
      input: input,
      caseName: "a smaller input"
    )
  }
}

/// The result of a reduction.
package enum ReductionResult: Sendable {
  /// The input has no divergence to keep: the implementations return the same output, the only one
  /// returns an output, or the outputs differ in a way that has no trait.
  case noDivergence
  /// The outcomes can't be compared: an implementation skipped the input, both returned an error,
  /// or an output is over the size limit. They are in the order of the implementations.
  case refused([Outcome])
  /// Parity didn't get all outcomes for the original input, because it abandoned an implementation
  /// or the task was canceled.
  case notRun
  /// The input has a divergence. If no smaller input shows it, the smallest one is the original.
  case reduced(ReducedInput)
}

/// The smallest input that was found, and the divergence that it shows.
package struct ReducedInput: Sendable {
  /// The reason why a reduction ended.
  package enum End: Sendable {
    /// A round made the input no smaller.
    case complete
    /// As many inputs were tried as are allowed.
    case outOfTries
    /// The deadline passed, or the task was canceled.
    case stopped
    /// Parity abandoned an implementation.
    case abandoned
  }

  /// The result of sending the smallest input once more at the end.
  package enum Confirmation: Sendable {
    /// The input showed the same divergence.
    case confirmed
    /// The input didn't show the same divergence.
    case failedToReproduce
    /// The input wasn't sent again, because the reduction isn't complete.
    case notAttempted
  }

  /// The divergence of the original input.
  package let originalDivergence: Divergence
  /// The input, or the array of payloads of a recording.
  package let value: JSONValue
  /// Whether the value is the array of payloads of a recording.
  package let isRecording: Bool
  /// The divergence of the smallest input when it was found. It has the trait that was kept, and no
  /// kind of difference that the original divergence doesn't have.
  package let divergence: Divergence
  /// The number of smaller inputs that were tried.
  package let tries: Int
  /// The reason why the reduction ended.
  package let end: End
  /// Whether the original divergence has kinds of differences that the smallest input doesn't show.
  package let hasLostParts: Bool
  /// The result of sending the smallest input once more.
  package let confirmation: Confirmation
}

/// The form of a value to reduce.
private enum ValueForm {
  /// The value is an input.
  case input
  /// The value is an array of payloads, which the recording converts to an input.
  case payloads(Recording)

  var isRecording: Bool {
    switch self {
    case .input: false
    case .payloads: true
    }
  }

  /// Returns the input that a value is or converts to.
  func input(of value: JSONValue) -> JSONValue {
    switch self {
    case .input: value
    case .payloads(let recording): recording.input(of: value)
    }
  }
}

/// The search for the smallest input that shows one trait of a divergence.
private final class ReducedInputSearch {
  private let original: Reproduction
  private let deadline: ContinuousClock.Instant?
  /// Sends an input to the implementations and compares their outcomes.
  private let send: (JSONValue) async -> ComparedAnswers

  /// The smallest value so far, and the divergence of its input.
  private var smallest: Reproduction
  /// The form of the smallest value.
  private var form: ValueForm
  private var tries = 0
  private let mostTries: Int
  private var isAbandoned = false

  /// Lists with fewer elements are left to `InputShrinking`.
  private static let minimumElementCount = 8
  /// Texts with fewer lines are left to `InputShrinking`.
  private static let minimumLineCount = 4

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - original: The value to start with, and the divergence of its input.
  ///   - form: The form of the value.
  ///   - most: The most inputs to try.
  ///   - deadline: The time after which no more inputs are tried, or `nil` if there is none.
  ///   - send: Sends an input to the implementations and compares their outcomes.
  init(
    from original: Reproduction,
    _ form: ValueForm,
    tries most: Int,
    until deadline: ContinuousClock.Instant?,
    send: @escaping (JSONValue) async -> ComparedAnswers
  ) {
    self.original = original
    self.form = form
    mostTries = most
    self.deadline = deadline
    self.send = send
    smallest = original
  }

  private var isStopped: Bool {
    Task.isCancelled || deadline.map { ContinuousClock.now >= $0 } ?? false
  }
  private var isOutOfTries: Bool { tries >= mostTries }
  private var isOver: Bool { isAbandoned || isOutOfTries || isStopped }

  /// Runs the search once, and sends the smallest input again if the search is complete.
  func run() async -> ReducedInput {
    await reduceUntilStable()
    if case .payloads(let recording) = form { await reduceConvertedInput(recording) }

    let end: ReducedInput.End =
      if isAbandoned {
        .abandoned
      } else if isOutOfTries {
        .outOfTries
      } else if isStopped {
        .stopped
      } else {
        .complete
      }

    // The confirmation isn't one of the tries.
    let tries = tries
    let confirmation = end == .complete ? await confirm() : .notAttempted

    return ReducedInput(
      originalDivergence: original.divergence,
      value: smallest.tree.value,
      isRecording: form.isRecording,
      divergence: smallest.divergence,
      tries: tries,
      end: end,
      hasLostParts: !original.divergence.kinds.isSubset(of: smallest.divergence.kinds),
      confirmation: confirmation
    )
  }

  /// Sends the smallest input again.
  private func confirm() async -> ReducedInput.Confirmation {
    let again = await reproduce(smallest, with: smallest.tree, form)
    return again == nil ? .failedToReproduce : .confirmed
  }

  /// Repeats all steps until a whole round makes the value no smaller. What one step removes often
  /// allows another step to remove more.
  private func reduceUntilStable() async {
    var size = Int.max
    while smallest.tree.size < size, !isOver {
      size = smallest.tree.size
      await removeElementsAndLines()
      await shrinkParts()
      await removeItemsAndScalars()
      await replaceRepeatedTexts()
    }
  }

  /// Converts the reduced payloads to an input, and reduces it further if it needs fewer elements
  /// than there are payloads.
  ///
  /// An element may depend on the position of its payload, such as the id `event-10`. Such payloads
  /// can't be removed, but elements can.
  private func reduceConvertedInput(_ recording: Recording) async {
    let input = recording.input(of: smallest.tree.value)
    guard let elements = input[recording.target]?.elements, elements.count > 1, !isOver else {
      return
    }

    let trees = elements.map { InputTree($0) }
    let reduction = ListReduction(stopWhen: { [self] in isOver })
    let kept = await reduction.reduce(trees) { trees in
      await take(.object([.init(key: recording.target, value: .array(trees))]), as: .input)
    }
    if kept.count < elements.count { await reduceUntilStable() }
  }

  /// Sends a smaller input to the implementations, and counts it as a try.
  ///
  /// An input with a kind of difference that the original divergence doesn't have shows something
  /// else. If an implementation was abandoned, the search is over.
  ///
  /// - Parameters:
  ///   - earlier: The value with the trait that the smaller input has to continue.
  ///   - tree: The smaller value.
  ///   - form: The form of the smaller value.
  /// - Returns: The smaller value with its divergence, or `nil` if it doesn't show the same one.
  private func reproduce(
    _ earlier: Reproduction,
    with tree: InputTree,
    _ form: ValueForm
  ) async -> Reproduction? {
    tries += 1

    switch await send(form.input(of: tree.value)) {
    case .divergence(let divergence):
      // Cancellation kills the program, which looks like a crash.
      guard !Task.isCancelled else { return nil }

      let trait = divergence.traits.first { $0.continues(earlier.trait) }
      guard let trait, divergence.kinds.isSubset(of: original.divergence.kinds) else { return nil }
      return Reproduction(tree: tree, divergence: divergence, trait: trait)

    case .notRun:
      isAbandoned = !Task.isCancelled
      return nil

    case .same, .refused: return nil
    }
  }

  /// Makes a value the smallest one if it shows the same divergence, and returns whether it does.
  private func take(_ tree: InputTree, as newForm: ValueForm) async -> Bool {
    guard let reproduction = await reproduce(smallest, with: tree, newForm) else { return false }
    smallest = reproduction
    form = newForm
    return true
  }

  /// Makes a value of the same form the smallest one if it shows the same divergence, and returns
  /// whether it does.
  private func take(_ tree: InputTree) async -> Bool { await take(tree, as: form) }

  // MARK: - Steps

  /// Removes elements of long lists and lines of long texts, outer parts first.
  private func removeElementsAndLines() async {
    await removePieces { part in
      switch part.form {
      case .array(let elements) where elements.count >= Self.minimumElementCount:
        Pieces(elements, makeTree: { .array($0) })
      case .text(let text) where text.lineCount >= Self.minimumLineCount:
        Pieces(text, after: "\n")
      default: nil
      }
    }
  }

  /// Shrinks single parts until the deadline, with the tries that are left.
  private func shrinkParts() async {
    guard !isOver else { return }

    let form = form
    var shrinking = InputShrinking(tries: .max, until: deadline) { [self] tree, earlier in
      guard !isAbandoned, !isOutOfTries else { return nil }
      return await reproduce(earlier, with: tree, form)
    }
    smallest = await shrinking.shrink(smallest)
  }

  /// Removes separated items from short texts, and then single scalars.
  private func removeItemsAndScalars() async {
    for separator in Self.separators {
      await removePieces { part in
        guard let text = part.shortText, text.unicodeScalars.contains(separator) else { return nil }
        return Pieces(text, after: separator)
      }
    }

    await removePieces { part in
      part.shortText.map { text in
        Pieces(text.unicodeScalars.map { String($0) }, makeTree: { .text($0.joined()) })
      }
    }
  }

  /// The separators to try, from coarse to fine.
  private static let separators: [Unicode.Scalar] = ["\n", ";", "|", ",", "&", " ", "/", ":"]

  /// Replaces each repeated text by a single letter in all places. An id and its references stay
  /// equal.
  ///
  /// A letter that is a text of the input isn't used. The step ends when no letter is left.
  private func replaceRepeatedTexts() async {
    var counts: [TextKey: Int] = [:]
    var texts: [String] = []
    smallest.tree.forEachNode { part, _ in
      guard case .text(let text) = part.form else { return }
      counts[TextKey(text), default: 0] += 1
      if counts[TextKey(text)] == 1 { texts.append(text) }
    }

    let alphabet = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    var letters = alphabet.filter { counts[TextKey($0)] == nil }[...]
    for text in texts {
      let isRepeated = counts[TextKey(text), default: 0] > 1
      guard isRepeated, text.utf8.count > 1 else { continue }
      guard !isOver, let letter = letters.first else { return }

      let replaced = smallest.tree.changingTexts { $0.hasSameBytes(as: text) ? letter : nil }
      if let replaced, await take(replaced) { letters.removeFirst() }
    }
  }

  /// Removes pieces of each part that can be split, outer parts first.
  ///
  /// - Parameter split: Returns the pieces of a part, or `nil` to leave the part as it is.
  private func removePieces(splitBy split: (InputTree) -> Pieces?) async {
    var start = 0
    while !isOver, let found = smallest.tree.firstPieces(from: start, splitBy: split) {
      start = found.index + 1

      let whole = smallest.tree
      let reduction = ListReduction(stopWhen: { [self] in isOver })
      _ = await reduction.reduce(Array(0..<found.pieces.count)) { kept in
        await take(whole.replacingNode(found.index) { _ in found.pieces.makeTree(kept) })
      }
    }
  }
}

/// The pieces of a part of an input, some of which can be removed.
private struct Pieces {
  let count: Int
  /// Returns the part with only the pieces at some indices, which are in ascending order.
  let makeTree: ([Int]) -> InputTree

  /// Creates pieces from a list.
  ///
  /// - Parameters:
  ///   - pieces: All pieces of the part, in order.
  ///   - makeTree: Returns the part with only some of the pieces.
  init<Piece>(_ pieces: [Piece], makeTree: @escaping ([Piece]) -> InputTree) {
    count = pieces.count
    self.makeTree = { kept in makeTree(kept.map { pieces[$0] }) }
  }

  /// Creates pieces from the items of a text. Each piece but the last one includes the separator
  /// after it.
  init(_ text: String, after separator: Unicode.Scalar) {
    let items = text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
    let pieces = items.enumerated().map { index, item in
      String(item) + (index < items.count - 1 ? String(separator) : "")
    }
    self.init(pieces, makeTree: { .text($0.joined()) })
  }
}

extension String {
  fileprivate var lineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}

extension InputTree {
  /// The text, or `nil` if the part isn't a text or is too long to remove single scalars.
  fileprivate var shortText: String? {
    guard case .text(let text) = form, text.unicodeScalars.count <= Self.scalarLimit else {
      return nil
    }
    return text
  }

  /// The most scalars of a text from which single scalars are removed.
  private static let scalarLimit = 2_000

  /// Returns the first part that can be split, with its pieces.
  ///
  /// - Parameters:
  ///   - start: The index of the first part to split, in preorder.
  ///   - split: Returns the pieces of a part, or `nil` if it can't be split.
  fileprivate func firstPieces(
    from start: Int,
    splitBy split: (InputTree) -> Pieces?
  ) -> (index: Int, pieces: Pieces)? {
    var index = 0
    var found: (index: Int, pieces: Pieces)?
    forEachNode { part, _ in
      if found == nil, index >= start, let pieces = split(part) { found = (index, pieces) }
      index += 1
    }
    return found
  }
}
