package import CanonicalJSON
package import Conformance

extension Support {
  /// The plain form of the shared Claude fixture, for those who link no reference.
  package static let claudeEvents = Support("session-detail", recording: .claudeEvents)
}

extension Recording {
  /// `events` for the rows that raw payloads amount to, by the shared Claude fixture's rules.
  package static let claudeEvents = Recording(member: "events", target: "rows") { event, index in
    let id = ["id", "event_id"].lazy.compactMap { event[$0]?.string }.first { !$0.isEmpty }
    let ownSequence = event["sequence_number"].flatMap { SequenceNumber($0) == nil ? nil : $0 }
    var row: JSONObject = [
      "id": .string(id ?? "event-\(index + 1)"),
      "sequence_number": ownSequence ?? .number(JSONNumber(index + 1)),
      "content": .string(JSONValue.object(event).canonicalText()),
    ]
    if case .string(let createdAt)? = event["created_at"] { row["created_at"] = .string(createdAt) }
    return .object(row)
  }
}

/// The place of a row in its session: an integer within ±(2⁵³−1), or a string `-?[0-9]+` of one.
package struct SequenceNumber: Sendable {
  package let value: Int64

  package static let greatest: Int64 = (1 << 53) - 1

  package init?(_ json: JSONValue) {
    let number: Int64? =
      switch json {
      case .number(let number): number.integer
      // `Int64` would take a `+`.
      case .string(let text) where text.utf8.first != UInt8(ascii: "+"): Int64(text)
      default: nil
      }
    guard let number, (-Self.greatest...Self.greatest).contains(number) else { return nil }
    value = number
  }
}
