internal import Conformance
internal import SessionDetail

extension Account {
  /// Creates an account of what happened to each row, with the timeline as the chat shows it.
  init(_ session: SessionRows) {
    let stored = session.stored
    let account = SessionAccount(
      rows: stored.rows,
      updates: stored.updates,
      sessionKey: stored.sessionKey
    )
    let wording = DispositionWording(
      loadCount: stored.rows.count,
      hasUpdates: !stored.updates.isEmpty
    )

    let arrivals = stored.rows + stored.updates
    // If rows are numbered in order of arrival, the numbers of the list already show it.
    let isNumbered = arrivals.enumerated().allSatisfy { $1.sequenceNumber == Int64($0 + 1) }
    let parts = zip(arrivals, account.dispositions).map { row, disposition in
      let summary = row.summary(sessionKey: stored.sessionKey)
      return Account.Part(
        row.id,
        details: (isNumbered ? [] : ["sequence \(row.sequenceNumber)"]) + [summary.kind],
        excerpt: summary.excerpt,
        dispositions: wording.dispositions(of: disposition)
      )
    }

    let load = (
      stored.updates.isEmpty ? "rows, in order of arrival" : "initial load, in order of arrival",
      Array(parts.prefix(stored.rows.count))
    )
    let updates = ("updates, in order of arrival", Array(parts.dropFirst(stored.rows.count)))

    self.init(
      [load, updates].filter { !$0.parts.isEmpty },
      pictureTitle: "in the chat",
      picture: ChatPicture(of: account.timeline).paragraphs
    )
  }
}
