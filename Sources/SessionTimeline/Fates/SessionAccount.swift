internal import CanonicalJSON

/// The timeline of a session, with an explanation of what happened to each row.
///
/// The timeline is the same as that of `SessionTimeline` for the same rows, but takes longer to
/// compute.
public struct SessionAccount: Sendable {
  /// The timeline, or the error if the initial load can't be decrypted.
  public let timeline: Result<SessionTimeline, SessionDecryptionError>
  /// What happened to each row, in order of arrival. The updates follow the initial load.
  public let fates: [RowFate]

  /// Explains an initial load followed by updates, both in order of arrival.
  public init(rows: [SessionRow], updates: [SessionRow] = []) {
    let arrivals = updates.isEmpty ? rows : rows + updates
    let order = RowOrder(of: arrivals)
    let standing = order.readings(of: arrivals)
    let assembly = TimelineAssembly(of: standing)
    timeline = .success(SessionTimeline(rowCount: order.standing.count, entries: assembly.entries))

    var fates = arrivals.indices.map { arrival in
      RowFate(supersededBy: order.winners[arrival], arrival: arrival, of: arrivals)
    }
    for (row, fate) in zip(order.standing, assembly.fates(of: standing)) {
      fates[row.arrival] = fate
    }
    self.fates = fates
  }

  /// Explains stored rows, some of which can be encrypted, as ``DecryptedRows`` reads them.
  public init(rows: [StoredSessionRow], updates: [StoredSessionRow] = [], sessionKey: String?) {
    let key = sessionKey.flatMap(SessionKey.init(base64:))
    let arrivals = rows + updates
    // E2: the fates that remain if a row of the initial load can't be decrypted.
    var fates = arrivals.map { RowFate(rowID: TextKey($0.id), rule: .e2, outcome: .unread) }
    var readable: [(arrival: Int, row: SessionRow)] = []
    for (arrival, row) in arrivals.enumerated() {
      do throws(DecryptionFault) {
        readable.append((arrival, try row.decrypted(with: key)))
      } catch  where arrival < rows.count {
        fates[arrival].outcome = .undecryptable(error)
        self.fates = fates
        timeline = .failure(error.error)
        return
      } catch {
        // E3
        fates[arrival] = RowFate(rowID: TextKey(row.id), rule: .e3, outcome: .ignored(error))
      }
    }

    let account = SessionAccount(rows: readable.map(\.row))
    timeline = account.timeline
    for (arrival, fate) in zip(readable.map(\.arrival), account.fates) {
      fates[arrival] = fate
      fates[arrival].isDecrypted =
        if case .encrypted = arrivals[arrival].content {
          true
        } else {
          false
        }
      if case .superseded(let winner, let precedence) = fate.outcome {
        fates[arrival].outcome = .superseded(by: readable[winner].arrival, because: precedence)
      }
    }
    self.fates = fates
  }
}

extension RowFate {
  // R1
  fileprivate init(supersededBy winner: Int, arrival: Int, of arrivals: [SessionRow]) {
    let loser = RowPosition(of: arrivals[arrival])
    let other = RowPosition(of: arrivals[winner])
    let precedence: Precedence =
      loser.sequenceNumber != other.sequenceNumber
      ? .greaterSequenceNumber : loser.instant != other.instant ? .laterCreation : .laterArrival
    self.init(rowID: loser.id, rule: .r1, outcome: .superseded(by: winner, because: precedence))
  }
}
