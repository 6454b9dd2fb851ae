public import CanonicalJSON

/// What became of one arrived row, and by which rule.
public struct RowFate: Hashable, Sendable {
  /// Where a row ended.
  public enum Outcome: Hashable, Sendable {
    /// Another write of the row stands in its place: the one at this position in order of arrival,
    /// from 0.
    case superseded(by: Int, because: Precedence)
    /// Nothing of it is shown. Its tool results count nevertheless, see ``RowFate/effects``.
    case hidden(because: HiddenReason)
    /// It is the entry with this id, alone or as the first row of a message.
    case shown(entryID: TextKey)
    /// It continues the message that is the entry with this id.
    case folded(into: TextKey, adding: Fold)
    /// Its entry was left without a block, since all of them stand elsewhere.
    case dissolved
    /// An update that can't be decrypted, which is as if it had never come.
    case ignored(DecryptionFault)
    /// The row of an initial load that can't be decrypted, for which there is no timeline.
    case undecryptable(DecryptionFault)
    /// Nobody looked at it, since the initial load can't be decrypted.
    case unread
  }

  /// Why one write of a row stands and not another: the first of these that tells them apart; the
  /// raw value says it.
  public enum Precedence: String, Sendable {
    case greaterSequenceNumber = "whose sequence number is greater"
    case laterCreation = "which was created later"
    case laterArrival = "which arrived later"
  }

  /// What a row of a message adds to the entry of the rows before it; the raw value says it in
  /// words.
  public enum Fold: String, Sendable {
    /// Its texts stand already, and it has no tool or sub-agent that takes a place.
    case nothing = "to which it adds nothing"
    /// Its blocks come behind those of the entry, less texts that all stand already.
    case appending = "at its end"
    /// Its texts take the place of those after the entry's last tool or sub-agent.
    case replacing = "whose last text it replaces"
  }

  /// What a row did to a tool or sub-agent beyond its own entry.
  public enum Effect: Hashable, Sendable {
    /// T3: gave the tool or sub-agent with this id its outcome.
    case appliedResult(toolUseID: TextKey)
    /// T3: held the outcome of a tool that is not in the timeline.
    case unmatchedResult(toolUseID: TextKey)
    /// T4: brought a newer state of a tool that already stands; without an id, of its like in the
    /// same place.
    case repeatedTool(toolUseID: TextKey?)
    /// T5: has the first block of a sub-agent.
    case startedSubAgent(toolUseID: TextKey)
    /// T5: has the first block of a tool that belongs to a sub-agent.
    case movedTool(toolUseID: TextKey?, subAgentID: TextKey)
    /// T5: has the first block of a tool whose parent is no sub-agent of the timeline, so that it
    /// stays.
    case unclaimedTool(toolUseID: TextKey?, parentID: TextKey)
    /// T6: repeated a sub-agent that already stands.
    case repeatedSubAgent(toolUseID: TextKey)

    /// The rule behind the effect.
    public var rule: Rule {
      switch self {
      case .appliedResult, .unmatchedResult: .t3
      case .repeatedTool: .t4
      case .startedSubAgent, .movedTool, .unclaimedTool: .t5
      case .repeatedSubAgent: .t6
      }
    }
  }

  /// The row's id.
  public let rowID: TextKey
  /// The rule that decided the outcome; for a row that is shown, the one that gave it its blocks.
  public let rule: Rule
  /// Where the row ended.
  public internal(set) var outcome: Outcome
  /// What it did besides: its outcomes of tools, then its blocks, each in their order.
  public internal(set) var effects: [Effect] = []
  /// Whether it came encrypted and was decrypted (E1).
  public internal(set) var isDecrypted = false
  /// How many `raw_json` wrappers were taken off (P2); 0 for a row that was superseded or not read.
  public internal(set) var wrapperCount = 0
  /// How many texts were left out as protocol artifacts (P3).
  public internal(set) var artifactCount = 0
}
