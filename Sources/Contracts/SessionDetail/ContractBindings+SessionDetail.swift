internal import CanonicalJSON
package import Conformance
internal import SessionDetail

extension ContractBindings {
  /// The support for `session-detail`: the timeline that is shown for the rows of a chat session.
  package static let sessionDetail = ContractBindings(
    "session-detail",
    // The library has two ways to the same timeline: from all rows at once, or updated row by row
    // (R4).
    implementations: [
      implementation("reference", .default) {
        SessionTimeline(rows: $0.rows, updates: $0.updates)
      },
      implementation("live", .named) { rows in
        var timeline = LiveSessionTimeline(rows: rows.rows)
        for update in rows.updates { timeline.update(update) }
        return timeline
      },
    ],
    recording: .claudeEvents,
    rowExport: RowExport(target: "rows", row: SessionRows.exported),
    operations: [
      "timeline": .init(
        reading: SessionRows.init,
        schedules: SessionArrivals.init,
        account: Account.init
      )
    ]
  )

  /// Returns an implementation that reports rows it can't decrypt in the way that the contract
  /// defines.
  private static func implementation(
    _ name: String,
    _ origin: ImplementationOrigin,
    timeline: @escaping @Sendable (DecryptedRows) -> any JSONWritable & Sendable
  ) -> InProcessImplementation {
    /// Returns the timeline, or the error that replaces it.
    @Sendable func output(_ stored: StoredSession) -> any JSONWritable & Sendable {
      do throws(SessionDecryptionError) {
        return timeline(try DecryptedRows(stored))
      } catch {
        return error
      }
    }

    return InProcessImplementation(
      name: name,
      origin: origin,
      typedBody: { output(try SessionRows.stored($0)) },
      body: { output(try SessionRows($0.input).stored).json }
    )
  }
}
