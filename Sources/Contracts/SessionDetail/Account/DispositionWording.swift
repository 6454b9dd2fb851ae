internal import Conformance
internal import SessionDetail

/// Describes in words what happened to a row.
struct DispositionWording {
  /// The number of rows in the initial load. Arrivals after these are updates.
  let loadCount: Int
  let hasUpdates: Bool

  /// Returns what happened to the row, in order.
  func dispositions(of disposition: RowDisposition) -> [Account.Disposition] {
    var dispositions: [(text: String, rule: RowDisposition.Rule)] = []

    if disposition.isDecrypted { dispositions.append(("decrypted", .e1)) }
    if disposition.wrapperCount > 0 {
      dispositions.append(("unwrapped from \(counted(disposition.wrapperCount, "wrapper"))", .p2))
    }

    dispositions.append((outcome(of: disposition), disposition.rule))
    if disposition.artifactCount > 0, disposition.rule != .p3 {
      dispositions.append(
        ("without \(counted(disposition.artifactCount, "protocol artifact"))", .p3)
      )
    }

    dispositions += disposition.effects.map { (Self.text(of: $0), $0.rule) }
    return dispositions.map { ($0.text, [$0.rule.rawValue]) }
  }

  /// Returns the words for the final state of the row.
  private func outcome(of disposition: RowDisposition) -> String {
    switch disposition.outcome {
    case .superseded(let winner, let precedence):
      "superseded by \(arrival(winner)), \(precedence.rawValue)"
    case .hidden(.nothingToShow) where disposition.rule == .p8:
      "hidden: nothing in it was written by the user"
    case .hidden(let reason): "hidden: \(reason.rawValue)"
    case .shown: "shown: \(Self.shown(by: disposition.rule))"
    case .folded(let entry, let fold): "folded into entry \(entry), \(fold.rawValue)"
    case .dissolved:
      "no entry of its own, because all of its content is shown "
        + (disposition.rule == .t5 ? "elsewhere" : "already")
    case .ignored(let fault): "ignored: \(fault.rawValue)"
    case .undecryptable(let fault):
      "fails the whole load with \(fault.error.rawValue): \(fault.rawValue)"
    case .unread: "not shown, because the load fails"
    }
  }

  /// Returns the name of another arrival, with the number that it has in the list of rows.
  private func arrival(_ index: Int) -> String {
    if index >= loadCount { return "update \(index - loadCount + 1)" }
    return hasUpdates ? "row \(index + 1) of the load" : "row \(index + 1)"
  }

  /// Returns the words for what an entry shows, given the rule that produced its blocks.
  private static func shown(by rule: RowDisposition.Rule) -> String {
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

  /// Returns the words for an effect of the row on a tool or sub-agent.
  private static func text(of effect: RowDisposition.Effect) -> String {
    switch effect {
    case .appliedResult(let id): "its tool_result is the outcome of \(id)"
    case .unmatchedResult(let id):
      "its tool_result is for \(id), which isn't a known tool, so it has no effect"
    case .repeatedTool(let id): "repeats \(tool(id)) and updates its state"
    case .startedSubAgent(let id): "starts sub-agent \(id)"
    case .movedTool(let id, let subAgent): "\(tool(id)) is a child of \(subAgent)"
    case .unclaimedTool(let id, let parent):
      "\(tool(id)) isn't moved, because its parent \(parent) isn't a known sub-agent"
    case .repeatedSubAgent(let id): "repeats sub-agent \(id) and is merged into it"
    }
  }

  /// Returns a noun phrase for a tool, which may lack an id.
  private static func tool(_ id: String?) -> String {
    id.map { "tool \($0)" } ?? "a tool without an id"
  }
}
