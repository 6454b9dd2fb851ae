internal import CanonicalJSON

/// What happened to one arrived row, and the rule that decided it. ``SessionAccount`` has one for
/// each row.
public struct RowDisposition: Sendable {
  /// The final state of a row.
  public enum Outcome: Sendable {
    /// Another write of the row won. `by` is the zero-based index of the winning write in order of
    /// arrival.
    case superseded(by: Int, because: Precedence)
    /// The row isn't shown. Its tool results still apply; see ``RowDisposition/effects``.
    case hidden(because: HiddenReason)
    /// The row is the entry with this id, either by itself or as the first row of a message.
    case shown(entryID: String)
    /// The row continues the message that is the entry with this id.
    case folded(into: String, adding: Fold)
    /// The row's entry has no blocks left, because all of them are shown elsewhere.
    case dissolved
    /// The row is an update that can't be decrypted. It is treated as if it had never arrived.
    case ignored(DecryptionFault)
    /// The row belongs to an initial load and can't be decrypted. The session has no timeline.
    case undecryptable(DecryptionFault)
    /// The row wasn't read, because the initial load can't be decrypted.
    case unread
  }

  /// The reason why one write of a row wins over another: the first of these criteria in which they
  /// differ. The raw value describes the reason in words.
  public enum Precedence: String, CaseIterable, Sendable {
    /// The winning write has a greater sequence number.
    case greaterSequenceNumber = "whose sequence number is greater"
    /// The winning write was created later, or only it has a creation time.
    case laterCreation = "which was created later"
    /// The winning write arrived later.
    case laterArrival = "which arrived later"
  }

  /// What a row of a message adds to the entry of the rows before it. The raw value describes it in
  /// words.
  public enum Fold: String, CaseIterable, Sendable {
    /// Its texts are all in the entry already, and it has no tool or sub-agent that takes a place.
    case nothing = "to which it adds nothing"
    /// Its blocks are appended to the entry. Its texts are left out if all of them are in the entry
    /// already.
    case appending = "at its end"
    /// Its texts replace the texts after the entry's last tool or sub-agent.
    case replacing = "whose last text it replaces"
  }

  /// The effect of a row on a tool or sub-agent beyond the row's own entry.
  public enum Effect: Sendable {
    /// T3: the row sets the outcome of the tool or sub-agent with this id.
    case appliedResult(toolUseID: String)
    /// T3: the row contains the outcome of a tool that isn't in the timeline.
    case unmatchedResult(toolUseID: String)
    /// T4: the row updates a tool that is already in the timeline. Without an id, it updates the
    /// same tool in the same entry or sub-agent.
    case repeatedTool(toolUseID: String?)
    /// T5: the row contains the first block of a sub-agent.
    case startedSubAgent(toolUseID: String)
    /// T5: the row contains the first block of a tool that belongs to a sub-agent.
    case movedTool(toolUseID: String?, subAgentID: String)
    /// T5: the row contains the first block of a tool whose parent isn't a sub-agent of the
    /// timeline, so the tool stays in its entry.
    case unclaimedTool(toolUseID: String?, parentID: String)
    /// T6: the row repeats a sub-agent that is already in the timeline.
    case repeatedSubAgent(toolUseID: String)

    /// The rule that causes the effect.
    public var rule: Rule {
      switch self {
      case .appliedResult, .unmatchedResult: .t3
      case .repeatedTool: .t4
      case .startedSubAgent, .movedTool, .unclaimedTool: .t5
      case .repeatedSubAgent: .t6
      }
    }
  }

  /// The id of the row.
  public let rowID: String
  /// The rule that decided the outcome. For a row that is shown, it is the rule that produced its
  /// blocks.
  public let rule: Rule
  /// The final state of the row.
  public internal(set) var outcome: Outcome
  /// The other effects of the row: first those of its tool outcomes, then those of its blocks, each
  /// in order.
  public internal(set) var effects: [Effect] = []
  /// Whether the row was encrypted and has been decrypted (E1).
  public internal(set) var isDecrypted = false
  /// The number of `raw_json` wrappers that were removed (P2). It is 0 for a row that was
  /// superseded or not read.
  public internal(set) var wrapperCount = 0
  /// The number of texts that were omitted as protocol artifacts (P3, P14).
  public internal(set) var artifactCount = 0
}

extension RowDisposition: Hashable {
  /// Returns whether all members are equal. Ids are compared by their UTF-8 bytes.
  public static func == (left: RowDisposition, right: RowDisposition) -> Bool {
    left.rowID.hasSameBytes(as: right.rowID)
      && left.rule == right.rule
      && left.outcome == right.outcome
      && left.effects == right.effects
      && left.isDecrypted == right.isDecrypted
      && left.wrapperCount == right.wrapperCount
      && left.artifactCount == right.artifactCount
  }

  /// Hashes the members that identify the row and what happened to it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rowID.textKey)
    hasher.combine(rule)
    hasher.combine(outcome)
    hasher.combine(effects)
  }
}

extension RowDisposition.Outcome: Hashable {
  /// Returns whether both are the same case with the same values. Ids are compared by their UTF-8
  /// bytes.
  public static func == (left: RowDisposition.Outcome, right: RowDisposition.Outcome) -> Bool {
    switch (left, right) {
    case (.superseded(let left, let leftReason), .superseded(let right, let rightReason)):
      left == right && leftReason == rightReason
    case (.hidden(let left), .hidden(let right)): left == right
    case (.shown(let left), .shown(let right)): left.hasSameBytes(as: right)
    case (.folded(let left, let leftFold), .folded(let right, let rightFold)):
      left.hasSameBytes(as: right) && leftFold == rightFold
    case (.ignored(let left), .ignored(let right)): left == right
    case (.undecryptable(let left), .undecryptable(let right)): left == right
    case (.dissolved, .dissolved), (.unread, .unread): true
    default: false
    }
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .superseded(let winner, let precedence):
      hasher.combine(winner)
      hasher.combine(precedence)
    case .hidden(let reason): hasher.combine(reason)
    case .shown(let entryID): hasher.combine(entryID.textKey)
    case .folded(let entryID, let fold):
      hasher.combine(entryID.textKey)
      hasher.combine(fold)
    case .ignored(let fault), .undecryptable(let fault): hasher.combine(fault)
    case .dissolved, .unread: break
    }
  }
}

extension RowDisposition.Effect: Hashable {
  /// Returns whether both are the same case with the same ids, compared by their UTF-8 bytes.
  public static func == (left: RowDisposition.Effect, right: RowDisposition.Effect) -> Bool {
    left.parts == right.parts
  }

  /// Hashes the case and its ids.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// The name of the case, followed by its ids.
  private var parts: [TextKey?] {
    switch self {
    case .appliedResult(let id): ["appliedResult", id.textKey]
    case .unmatchedResult(let id): ["unmatchedResult", id.textKey]
    case .repeatedTool(let id): ["repeatedTool", id.textKey]
    case .startedSubAgent(let id): ["startedSubAgent", id.textKey]
    case .movedTool(let id, let subAgent): ["movedTool", id.textKey, subAgent.textKey]
    case .unclaimedTool(let id, let parent): ["unclaimedTool", id.textKey, parent.textKey]
    case .repeatedSubAgent(let id): ["repeatedSubAgent", id.textKey]
    }
  }
}
