internal import CanonicalJSON

/// A walk through decisions by single keys. Knows no terminal and writes nothing.
package struct ReviewSession: Sendable {
  package enum Key: Hashable, Sendable {
    case character(Character)
    case enter
    case escape
    case backspace
    /// Arrows and the like.
    case other
  }

  package enum Prompt: Hashable, Sendable {
    case decision
    /// What has been typed of a glob.
    case filter(String)
    /// What has been typed of the word that accepts the rest.
    case word(String)
  }

  /// What is to be shown after a key.
  package enum Step: Hashable, Sendable {
    /// The decision that is due now, after a line on why, where there is one.
    case decision(String?)
    /// The same decision with nothing cut.
    case inFull
    case help
    case notice(String)
    /// The prompt alone, since what is typed has changed.
    case prompt
    case end
  }

  /// What has to be typed to accept the rest.
  package static let word = "accept"

  package let decisions: [ReviewDecision]
  package private(set) var prompt = Prompt.decision
  package private(set) var filter: Glob?
  private let rowsByCase: [String: [String]]
  private var acceptedPositions: Set<Int> = []
  /// Undecided, in the order in which they come up.
  private var queue: [Int]
  /// Decided, the latest last.
  private var history: [Int] = []

  /// - Parameter suites: those that the decisions are about.
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

  /// The position of the decision that is due; nil at the end.
  package var current: Int? { queue.first(where: matchesFilter) ?? queue.first }
  package var accepted: [ReviewDecision] { acceptedPositions.sorted().map { decisions[$0] } }
  package var undecided: Int { queue.count }
  /// What would be accepted together with everything else that the filter lets through.
  private var rest: [Int] { queue.filter { matchesFilter($0) && decisions[$0].isAcceptable } }
  /// How many goldens that would write.
  package var restCount: Int { rest.reduce(0) { $0 + decisions[$1].edits.count } }

  package mutating func press(_ key: Key) -> Step {
    switch prompt {
    case .decision: return decide(key)
    case .filter(let text):
      guard let text = typed(key, after: text, as: Prompt.filter) else { return .prompt }
      return key == .enter ? setFilter(text) : .notice("the filter is as it was")
    case .word(let text):
      guard let text = typed(key, after: text, as: Prompt.word) else { return .prompt }
      return key == .enter && text == Self.word
        ? decide(rest, isAccepted: true) : .notice("nothing was accepted")
    }
  }

  private mutating func decide(_ key: Key) -> Step {
    guard let current else { return .end }
    switch key {
    case .character("a"):
      guard decisions[current].isAcceptable else {
        return .notice("no key accepts this one; see above for why")
      }
      return decide([current], isAccepted: true)
    case .character("r"): return decide([current], isAccepted: false)
    case .character("s"):
      guard queue.count > 1 else { return .notice("it is the last one; q ends and leaves it") }
      queue.removeAll { $0 == current }
      queue.append(current)
      return .decision(nil)
    case .character("b"):
      guard let last = history.popLast() else { return .notice("nothing has been decided yet") }
      acceptedPositions.remove(last)
      queue.insert(last, at: 0)
      if !matchesFilter(last) { filter = nil }
      return .decision("back to the decision before")
    case .character("v"): return .inFull
    case .character("/"):
      prompt = .filter("")
      return .prompt
    case .character("A"):
      guard !rest.isEmpty else { return .notice("nothing that is left can be accepted") }
      prompt = .word("")
      return .prompt
    case .character("q"): return .end
    case .character("?"): return .help
    case .character, .enter, .escape, .backspace, .other:
      return .notice("that key decides nothing; ? tells which do")
    }
  }

  private mutating func decide(_ positions: [Int], isAccepted: Bool) -> Step {
    if isAccepted { acceptedPositions.formUnion(positions) }
    history += positions
    queue.removeAll(where: positions.contains)
    guard !queue.isEmpty else { return .end }
    // A filter that nothing matches any more is lifted.
    guard let filter, !queue.contains(where: matchesFilter) else { return .decision(nil) }
    self.filter = nil
    return .decision("nothing else matches '\(filter.pattern)'; without a filter:")
  }

  private mutating func setFilter(_ text: String) -> Step {
    guard !text.isEmpty else {
      filter = nil
      return .decision("no filter")
    }
    let earlier = filter
    filter = Glob(text)
    guard queue.contains(where: matchesFilter) else {
      filter = earlier
      return .notice("'\(text)' matches no case or row that is left; * stands for any text")
    }
    return .decision(nil)
  }

  /// The text where Enter or Esc has ended it; nil while it is typed.
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

  private func matchesFilter(_ index: Int) -> Bool {
    guard let filter else { return true }
    return decisions[index].edits.contains { edit in
      ([edit.caseID] + (rowsByCase[edit.name] ?? [])).contains {
        filter.matches(name: $0, in: edit.contract)
      }
    }
  }
}
