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
        SessionTimeline(rows: $0.rows, updates: $0.updates).json
      },
      implementation("live", .named) { rows in
        var timeline = LiveSessionTimeline(rows: rows.rows)
        for update in rows.updates { timeline.update(update) }
        return timeline.json
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
    output: @escaping @Sendable (DecryptedRows) -> JSONValue
  ) -> InProcessImplementation {
    InProcessImplementation(name: name, origin: origin) { request in
      let stored = try SessionRows(request.input).stored
      do throws(SessionDecryptionError) {
        return output(try DecryptedRows(stored))
      } catch {
        return error.json
      }
    }
  }
}
