/// The timeline of a session, with an explanation of what happened to each row.
///
/// The timeline is the same as that of `SessionTimeline` for the same rows, but takes longer to
/// compute.
///
/// ```swift
/// let account = SessionAccount(rows: rows)
/// for disposition in account.dispositions {
///   print(disposition.rowID, disposition.outcome, disposition.rule.rawValue)
/// }
/// ```
public struct SessionAccount: Hashable, Sendable {
  /// The timeline, or the error if the initial load can't be decrypted.
  public let timeline: Result<SessionTimeline, SessionDecryptionError>
  /// What happened to each row, in order of arrival. The updates follow the initial load.
  public let dispositions: [RowDisposition]

  /// Explains an initial load followed by updates.
  ///
  /// - Parameters:
  ///   - rows: The rows of the initial load, in order of arrival.
  ///   - updates: The rows received after the initial load, in order of arrival.
  public init(rows: [SessionRow], updates: [SessionRow] = []) {
    let arrivals = updates.isEmpty ? rows : rows + updates
    let order = RowOrder(of: arrivals)
    let standing = order.readings(of: arrivals)
    let assembly = TimelineAssembly(of: standing)
    timeline = .success(SessionTimeline(rowCount: order.standing.count, entries: assembly.entries))

    var dispositions = arrivals.indices.map { arrival in
      RowDisposition(supersededBy: order.winners[arrival], arrival: arrival, of: arrivals)
    }
    for (row, disposition) in zip(order.standing, assembly.dispositions(of: standing)) {
      dispositions[row.arrival] = disposition
    }
    self.dispositions = dispositions
  }

  /// Explains stored rows, some of which can be encrypted, as ``DecryptedRows`` reads them.
  ///
  /// - Parameters:
  ///   - rows: The rows of the initial load, in order of arrival.
  ///   - updates: The rows received after the initial load, in order of arrival.
  ///   - sessionKey: The base64 or base64url of 32 bytes. If it is `nil` or invalid, only plain
  ///     rows can be read.
  public init(rows: [StoredSessionRow], updates: [StoredSessionRow] = [], sessionKey: String?) {
    let key = sessionKey.flatMap(SessionKey.init(base64:))
    let arrivals = rows + updates
    // E2: the dispositions that remain if a row of the initial load can't be decrypted.
    var dispositions = arrivals.map {
      RowDisposition(rowID: $0.id, rule: .e2, outcome: .unread)
    }

    var readable: [(arrival: Int, row: SessionRow)] = []
    let load = InitialLoad(rows)
    do throws(LoadFailure) {
      for (arrival, row) in try load.decrypted(with: key).enumerated() {
        if let row { readable.append((arrival, row)) }
      }
    } catch {
      dispositions[error.arrival].outcome = .undecryptable(error.fault)
      self.dispositions = dispositions
      timeline = .failure(error.fault.error)
      return
    }

    let bare = rows.map(\.withoutContent)
    for arrival in rows.indices where load.winners[arrival] != arrival {
      dispositions[arrival] = RowDisposition(
        supersededBy: load.winners[arrival],
        arrival: arrival,
        of: bare
      )
    }

    for (offset, row) in updates.enumerated() {
      let arrival = rows.count + offset
      do throws(DecryptionFault) {
        readable.append((arrival, try row.decrypted(with: key)))
      } catch {
        // E3
        dispositions[arrival] = RowDisposition(
          rowID: row.id,
          rule: .e3,
          outcome: .ignored(error)
        )
      }
    }

    let account = SessionAccount(rows: readable.map(\.row))
    timeline = account.timeline
    for (arrival, disposition) in zip(readable.map(\.arrival), account.dispositions) {
      dispositions[arrival] = disposition
      dispositions[arrival].isDecrypted =
        if case .encrypted = arrivals[arrival].form {
          true
        } else {
          false
        }
      if case .superseded(let winner, let precedence) = disposition.outcome {
        dispositions[arrival].outcome = .superseded(
          by: readable[winner].arrival,
          because: precedence
        )
      }
    }
    self.dispositions = dispositions
  }
}

extension RowDisposition {
  // R1
  /// Creates the disposition of a write that lost to another write of the same row.
  ///
  /// - Parameters:
  ///   - winner: The index of the winning write in `arrivals`.
  ///   - arrival: The index of the losing write in `arrivals`.
  fileprivate init(supersededBy winner: Int, arrival: Int, of arrivals: [SessionRow]) {
    let loser = RowPosition(of: arrivals[arrival])
    let other = RowPosition(of: arrivals[winner])
    let precedence: Precedence =
      loser.sequenceNumber != other.sequenceNumber
      ? .greaterSequenceNumber : loser.instant != other.instant ? .laterCreation : .laterArrival

    self.init(
      rowID: arrivals[arrival].id,
      rule: .r1,
      outcome: .superseded(by: winner, because: precedence)
    )
  }
}
