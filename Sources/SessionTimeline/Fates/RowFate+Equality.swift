internal import CanonicalJSON

// Written out since the equality that Swift would derive merges canonically equivalent text.

extension RowFate: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: RowFate, right: RowFate) -> Bool {
    left.rule == right.rule && left.outcome == right.outcome && left.effects == right.effects
      && left.isDecrypted == right.isDecrypted && left.wrapperCount == right.wrapperCount
      && left.artifactCount == right.artifactCount && left.rowID.hasSameBytes(as: right.rowID)
  }
}

extension RowFate.Outcome: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.superseded(let left, let leftReason), .superseded(let right, let rightReason)):
      left == right && leftReason == rightReason
    case (.hidden(let left), .hidden(let right)): left == right
    case (.dissolved, .dissolved), (.unread, .unread): true
    case (.shown(let left), .shown(let right)): left.hasSameBytes(as: right)
    case (.folded(let left, let leftFold), .folded(let right, let rightFold)):
      left.hasSameBytes(as: right) && leftFold == rightFold
    case (.ignored(let left), .ignored(let right)), (.undecryptable(let left), .undecryptable(let right)):
      left == right
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
    case (.startedSubAgent(let left), .startedSubAgent(let right)): left.hasSameBytes(as: right)
    case (.movedTool(let left, let leftAgent), .movedTool(let right, let rightAgent)):
      sameBytes(left, right) && leftAgent.hasSameBytes(as: rightAgent)
    case (.unclaimedTool(let left, let leftParent), .unclaimedTool(let right, let rightParent)):
      sameBytes(left, right) && leftParent.hasSameBytes(as: rightParent)
    case (.repeatedSubAgent(let left), .repeatedSubAgent(let right)): left.hasSameBytes(as: right)
    default: false
    }
  }
}
