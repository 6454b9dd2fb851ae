internal import CanonicalJSON
internal import ClaudeEvents
package import Conformance
internal import SessionTimeline

extension Support {
  /// Of `session-detail`: what a chat session's rows look like as a timeline.
  package static let sessionDetail = Support(
    "session-detail",
    // The library's two ways to the same timeline: from all rows at once, and kept current update
    // by update (R4).
    implementations: [
      implementation("reference", isDefault: true) {
        SessionTimeline(rows: $0.rows, updates: $0.updates).json
      },
      implementation("live", isDefault: false) { rows in
        var timeline = LiveSessionTimeline(rows: rows.rows)
        for update in rows.updates { timeline.update(update) }
        return timeline.json
      },
    ],
    recording: .claudeEvents,
    operations: [
      "timeline": .init(
        reading: SessionRows.init,
        schedules: SessionArrivals.init,
        account: Account.init
      )
    ]
  )

  /// An implementation that answers for rows which cannot be decrypted as the contract says.
  private static func implementation(
    _ name: String,
    isDefault: Bool,
    output: @escaping @Sendable (DecryptedRows) -> JSONValue
  ) -> InProcessImplementation {
    InProcessImplementation(name: name, isDefault: isDefault) { request in
      let stored = try SessionRows(request.input)
      do throws(SessionDecryptionError) {
        return output(
          try DecryptedRows(
            rows: stored.initial,
            updates: stored.updates,
            sessionKey: stored.sessionKey
          )
        )
      } catch {
        return error.json
      }
    }
  }
}
