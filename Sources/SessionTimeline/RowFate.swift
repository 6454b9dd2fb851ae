internal import CanonicalJSON

/// What became of one arrived row, and by which rule.
public struct RowFate: Sendable {
  /// Where a row ended.
  public enum Outcome: Sendable {
    /// Another write of the row stands in its place: the one at this position in order of arrival, from 0.
    case superseded(by: Int)
    /// Nothing of it is shown. Its tool results count nevertheless, see ``RowFate/effects``.
    case hidden
    /// It is the entry with this id, alone or as the first row of a message.
    case shown(entryID: String)
    /// It continues the message that is the entry with this id.
    case folded(into: String)
    /// Its entry was left without a block, since all of them stand elsewhere.
    case dissolved
  }

  /// What a row did to a tool or sub-agent beyond its own entry.
  public enum Effect: Sendable {
    /// T3: gave the tool or sub-agent with this id its outcome.
    case appliedResult(toolUseID: String)
    /// T3: held the outcome of a tool that is not in the timeline.
    case unmatchedResult(toolUseID: String)
    /// T4: brought a newer state of a tool that already stands; without an id, of its like in the same place.
    case repeatedTool(toolUseID: String?)
    /// T5: has the first block of a tool that belongs to a sub-agent.
    case movedTool(toolUseID: String?, subAgentID: String)
    /// T6: repeated a sub-agent that already stands.
    case repeatedSubAgent(toolUseID: String)

    /// The rule behind the effect.
    public var rule: Rule {
      switch self {
      case .appliedResult, .unmatchedResult: .t3
      case .repeatedTool: .t4
      case .movedTool: .t5
      case .repeatedSubAgent: .t6
      }
    }
  }

  /// The row's id.
  public let rowID: String
  /// The rule that decided the outcome; for a row that is shown, the one that gave it its blocks.
  public let rule: Rule
  /// Where the row ended.
  public let outcome: Outcome
  /// What it did besides, in order of its blocks.
  public let effects: [Effect]

  package init(rowID: String, rule: Rule, outcome: Outcome, effects: [Effect] = []) {
    self.rowID = rowID
    self.rule = rule
    self.outcome = outcome
    self.effects = effects
  }

  /// The fate of a row that lost to another write of it (R1).
  package init(superseded rowID: String, by arrival: Int) {
    self.init(rowID: rowID, rule: .r1, outcome: .superseded(by: arrival))
  }
}

extension RowFate: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: RowFate, right: RowFate) -> Bool {
    left.rule == right.rule && left.outcome == right.outcome && left.effects == right.effects
      && left.rowID.hasSameBytes(as: right.rowID)
  }
}

extension RowFate.Outcome: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.superseded(let left), .superseded(let right)): left == right
    case (.hidden, .hidden), (.dissolved, .dissolved): true
    case (.shown(let left), .shown(let right)): left.hasSameBytes(as: right)
    case (.folded(let left), .folded(let right)): left.hasSameBytes(as: right)
    default: false
    }
  }
}

extension RowFate.Effect: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.appliedResult(let left), .appliedResult(let right)): left.hasSameBytes(as: right)
    case (.unmatchedResult(let left), .unmatchedResult(let right)): left.hasSameBytes(as: right)
    case (.repeatedTool(let left), .repeatedTool(let right)): sameBytes(left, right)
    case (.movedTool(let left, let leftAgent), .movedTool(let right, let rightAgent)):
      sameBytes(left, right) && leftAgent.hasSameBytes(as: rightAgent)
    case (.repeatedSubAgent(let left), .repeatedSubAgent(let right)): left.hasSameBytes(as: right)
    default: false
    }
  }
}
