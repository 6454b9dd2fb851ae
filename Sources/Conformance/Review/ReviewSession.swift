internal import CanonicalJSON

/// The state of a review that is controlled by single keys. It doesn't use the terminal and writes
/// nothing.
package struct ReviewSession: Sendable {
  /// A key that the user presses, independent of the bytes that a terminal sends for it.
  package enum Key: Hashable, Sendable {
    case character(Character)
    case enter
    case escape
    case backspace
    /// Arrow keys and other keys without a meaning.
    case other
  }

  /// What the session expects to be typed next.
  package enum Prompt: Hashable, Sendable {
    /// A single key that decides about the current decision or navigates.
    case decision
    /// The prompt for a filter, with the pattern typed so far.
    case filter(String)
    /// The prompt for the word that accepts the rest, with the text typed so far.
    case word(String)
  }

  /// What to show after a key.
  package enum Step: Hashable, Sendable {
    /// The current decision, after a line with the reason if there is one.
    case decision(String?)
    /// The same decision without any cuts.
    case inFull
    case help
    case notice(String)
    /// Only the prompt, since the typed text has changed.
    case prompt
    case end
  }

  /// The word to type to accept the rest.
  package static let word = "accept"

  package let decisions: [ReviewDecision]
  package private(set) var prompt = Prompt.decision
  /// The pattern for case ids and rows that limits the decisions, or `nil` if there is none.
  package private(set) var filter: Glob?
  /// The names of the rows that contain a case, by the name of the case (`CONTRACT/CASE`).
  private let rowsByCase: [String: [String]]
  /// The positions of accepted decisions. They are also in `history`.
  private var acceptedPositions: Set<Int> = []
  /// The positions of undecided decisions, in the order in which they are shown.
  private var queue: [Int]
  /// The positions of the accepted and rejected decisions, the latest last.
  private var history: [Int] = []

  /// Creates a session in which every decision is undecided and no filter is set.
  ///
  /// - Parameter suites: The suites that the decisions belong to. Their rows are what a filter can
  ///   match in addition to case ids.
  package init(_ decisions: [ReviewDecision], suites: [Suite]) {
    self.decisions = decisions
    queue = Array(decisions.indices)

    var rowsByCase: [String: [String]] = [:]
    for edit in decisions.flatMap(\.edits) {
      let matrix = suites.first { $0.contract.id == edit.contract }?.matrix
      rowsByCase[edit.name] = matrix?.rows(with: edit.caseID).map(\.id.name)
    }
    self.rowsByCase = rowsByCase
  }

  /// The position of the current decision, or `nil` at the end.
  package var current: Int? { queue.first(where: matchesFilter) ?? queue.first }
  /// The accepted decisions in their original order, however often they were postponed.
  package var accepted: [ReviewDecision] { acceptedPositions.sorted().map { decisions[$0] } }
  /// The number of undecided decisions, whether or not they match the filter.
  package var undecided: Int { queue.count }
  /// The positions that `A` accepts: all undecided ones that match the filter and are acceptable.
  private var rest: [Int] { queue.filter { matchesFilter($0) && decisions[$0].isAcceptable } }
  /// The number of goldens that accepting the rest would write.
  package var restCount: Int { rest.reduce(0) { $0 + decisions[$1].edits.count } }

  /// Handles a key and returns what to show next.
  package mutating func press(_ key: Key) -> Step {
    switch prompt {
    case .decision: return handle(key)

    case .filter(let text):
      guard let text = typed(key, after: text, as: Prompt.filter) else { return .prompt }
      return key == .enter ? setFilter(text) : .notice("the filter is unchanged")

    case .word(let text):
      guard let text = typed(key, after: text, as: Prompt.word) else { return .prompt }
      return key == .enter && text == Self.word
        ? decide(rest, isAccepted: true) : .notice("nothing was accepted")
    }
  }

  /// Handles a key while no text is being typed. Returns `.end` if nothing is left to decide.
  private mutating func handle(_ key: Key) -> Step {
    guard let current else { return .end }

    switch key {
    case .character("a"):
      guard decisions[current].isAcceptable else {
        return .notice("this output can't be accepted; the reason is above")
      }
      return decide([current], isAccepted: true)

    case .character("r"): return decide([current], isAccepted: false)

    case .character("s"): return postpone(current)
    case .character("b"): return undo()
    case .character("v"): return .inFull
    case .character("/"):
      prompt = .filter("")
      return .prompt

    case .character("A"):
      guard !rest.isEmpty else { return .notice("none of the remaining changes can be accepted") }
      prompt = .word("")
      return .prompt

    case .character("q"): return .end
    case .character("?"): return .help
    case .character, .enter, .escape, .backspace, .other:
      return .notice("this key does nothing; press ? to list the keys")
    }
  }

  /// Moves a decision to the end of the queue. The last one that is undecided can't be postponed.
  private mutating func postpone(_ position: Int) -> Step {
    guard queue.count > 1 else {
      return .notice("this is the last change; press q to quit and leave it undecided")
    }

    queue.removeAll { $0 == position }
    queue.append(position)
    return .decision(nil)
  }

  /// Makes the latest decision undecided and current again. A filter that hides it is removed.
  private mutating func undo() -> Step {
    guard let last = history.popLast() else {
      return .notice("nothing to undo: no change has been decided yet")
    }

    acceptedPositions.remove(last)
    queue.insert(last, at: 0)
    if !matchesFilter(last) { filter = nil }
    return .decision("the previous decision was undone")
  }

  /// Removes decisions from the queue as accepted or rejected, as one step each for `b` to undo.
  private mutating func decide(_ positions: [Int], isAccepted: Bool) -> Step {
    if isAccepted { acceptedPositions.formUnion(positions) }
    history += positions
    queue.removeAll(where: positions.contains)

    guard !queue.isEmpty else { return .end }
    // Drop a filter that matches nothing anymore: `A` would have nothing left to accept.
    guard let filter, !queue.contains(where: matchesFilter) else { return .decision(nil) }
    self.filter = nil
    return .decision("no other change matches '\(filter.pattern)', so the filter was removed")
  }

  /// Sets the filter to a pattern, or removes it if the text is empty. A pattern that no undecided
  /// decision matches leaves the earlier filter in place.
  private mutating func setFilter(_ text: String) -> Step {
    guard !text.isEmpty else {
      filter = nil
      return .decision("the filter was removed")
    }

    let earlier = filter
    filter = Glob(text)

    guard queue.contains(where: matchesFilter) else {
      filter = earlier
      return .notice("no remaining case or row matches '\(text)'; use * to match any text")
    }
    return .decision(nil)
  }

  /// Adds a key to the text being typed.
  ///
  /// - Parameters:
  ///   - text: The text before the key.
  ///   - prompt: Makes the prompt that shows the changed text.
  /// - Returns: The text if Enter or Esc ends it, which also restores the prompt for decisions, or
  ///   `nil` while it is being typed.
  private mutating func typed(
    _ key: Key,
    after text: String,
    as prompt: (String) -> Prompt
  ) -> String? {
    switch key {
    case .enter, .escape:
      self.prompt = .decision
      return text

    case .character(let character): self.prompt = prompt(text + String(character))
    case .backspace: self.prompt = prompt(String(text.dropLast()))
    case .other: break
    }

    return nil
  }

  /// Returns whether an edit of a decision, or a row that contains its case, matches the filter.
  /// Without a filter, everything does.
  private func matchesFilter(_ index: Int) -> Bool {
    guard let filter else { return true }
    return decisions[index].edits.contains { edit in
      ([edit.caseID] + (rowsByCase[edit.name] ?? [])).contains {
        filter.matches(name: $0, in: edit.contract)
      }
    }
  }
}
