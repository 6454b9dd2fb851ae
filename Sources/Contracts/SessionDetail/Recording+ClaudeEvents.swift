internal import CanonicalJSON
internal import Conformance
internal import SessionDetail

extension Recording {
  /// Converts recorded payloads in `events` to `rows` by the rules of the shared Claude fixture.
  static let claudeEvents = Recording(member: "events", target: "rows") { event, index in
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
