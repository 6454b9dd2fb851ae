internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

/// Says in words what became of a row.
struct FateWording {
  /// How many rows the initial load has; arrivals behind them are updates.
  let loadCount: Int
  let hasUpdates: Bool

  /// What happened to the row, in the order in which it did.
  func fates(of fate: RowFate) -> [Account.Fate] {
    var fates: [Account.Fate] = []
    if fate.isDecrypted { fates.append(Account.Fate("decrypted", by: .e1)) }
    if fate.wrapperCount > 0 {
      fates.append(Account.Fate("taken out of \(counted(fate.wrapperCount, "wrapper"))", by: .p2))
    }
    fates.append(Account.Fate(outcome(of: fate), by: fate.rule))
    if fate.artifactCount > 0, fate.rule != .p3 {
      fates.append(Account.Fate("without \(counted(fate.artifactCount, "protocol artifact"))", by: .p3))
    }
    return fates + fate.effects.map { Account.Fate(Self.text(of: $0), by: $0.rule) }
  }

  private func outcome(of fate: RowFate) -> String {
    switch fate.outcome {
    case .superseded(let winner, let precedence):
      "superseded by \(arrival(winner)), \(Self.text(of: precedence))"
    case .hidden(let reason): "hidden: \(Self.text(of: reason, by: fate.rule))"
    case .shown: "shown: \(Self.shown(by: fate.rule))"
    case .folded(let entry, let fold): "folded into entry \(entry)\(Self.text(of: fold))"
    case .dissolved:
      "no entry of its own\(fate.rule == .t5 ? "" : ", since all that it has stands already")"
    case .ignored(let fault): "ignored: \(Self.text(of: fault))"
    case .undecryptable(let fault): "fails the whole load with \(fault.error.rawValue): \(Self.text(of: fault))"
    case .unread: "not shown, since the load fails"
    }
  }

  /// What another arrival is called; the numbers are those that the rows are listed with.
  private func arrival(_ index: Int) -> String {
    if index >= loadCount { return "update \(index - loadCount + 1)" }
    return hasUpdates ? "row \(index + 1) of the load" : "row \(index + 1)"
  }

  private static func text(of precedence: RowFate.Precedence) -> String {
    switch precedence {
    case .greaterSequenceNumber: "whose sequence number is greater"
    case .laterCreation: "which was created later"
    case .laterArrival: "which arrived later"
    }
  }

  private static func text(of fold: RowFate.Fold) -> String {
    switch fold {
    case .nothing: ", to which it adds nothing"
    case .appending: ", at its end"
    case .replacing: ", whose last text it replaces"
    }
  }

  private static func shown(by rule: Rule) -> String {
    switch rule {
    case .p1: "plain text of the user"
    case .p7: "an assistant's message"
    case .p8: "what the user wrote"
    case .p9: "a result that failed"
    case .p10: "terminal output"
    case .p11: "a command of the user"
    default: "its text"
    }
  }

  private static func text(of reason: HiddenReason, by rule: Rule) -> String {
    switch reason {
    case .blank: "it is blank"
    case .brokenWrapper: "its raw_json holds no object"
    case .tooManyWrappers: "it has more wrappers than are taken off"
    case .artifact: "its text is a protocol artifact"
    case .toolTraffic: "it is part of a tool's traffic, by type or tool_use_id"
    case .nothingToShow: rule == .p8 ? "nothing in it was written by the user" : "it has nothing to show"
    case .subAgentPrompt: "parent_tool_use_id says that a sub-agent was prompted"
    case .meta: "isMeta is true"
    case .synthetic: "isSynthetic is true"
    case .compactSummary: "isCompactSummary is true"
    case .success: "a result that succeeded"
    case .noStream: "it has no stream"
    case .noOutput: "its content is missing or blank"
    case .hiddenType: "rows of this type are never shown"
    case .systemRole: "its role is system"
    }
  }

  private static func text(of fault: DecryptionFault) -> String {
    switch fault {
    case .noUsableKey: "there is no session_key that is the base64 of 32 bytes"
    case .noCiphertext: "content_encrypted is missing, no string, or blank"
    case .noNonce: "content_nonce is missing, no string, or blank"
    case .undecodableCiphertext: "content_encrypted is neither hex nor base64"
    case .undecodableNonce: "content_nonce is neither hex nor base64"
    case .nonceLength: "the nonce does not have 12 bytes"
    case .ciphertextLength: "the ciphertext is shorter than its tag"
    case .notAuthentic: "wrong key or nonce, or the ciphertext was changed"
    case .notUTF8: "the plaintext is not UTF-8"
    }
  }

  private static func text(of effect: RowFate.Effect) -> String {
    switch effect {
    case .appliedResult(let id): "its tool_result is the outcome of \(id)"
    case .unmatchedResult(let id): "its tool_result is for \(id), which is no tool here: no effect"
    case .repeatedTool(let id): "repeats \(tool(id)) and gives its latest state"
    case .startedSubAgent(let id): "starts sub-agent \(id)"
    case .movedTool(let id, let subAgent): "\(tool(id)) is a child of \(subAgent)"
    case .unclaimedTool(let id, let parent): "\(tool(id)) stays, since its parent \(parent) is no sub-agent here"
    case .repeatedSubAgent(let id): "repeats sub-agent \(id), merged"
    }
  }

  private static func tool(_ id: TextKey?) -> String { id.map { "tool \($0)" } ?? "a tool without an id" }
}

extension Account.Fate {
  fileprivate init(_ text: String, by rule: Rule) { self.init(text, by: [rule.rawValue]) }
}
