internal import CanonicalJSON
internal import Conformance

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

/// The position of a row in its session: an integer within ±(2⁵³−1), or such an integer as a string
/// `-?[0-9]+`.
struct SequenceNumber: Sendable {
  let value: Int64

  /// The greatest valid number, 2⁵³−1.
  static let greatest: Int64 = (1 << 53) - 1

  /// Reads a sequence number, or returns `nil` for any other value.
  init?(_ json: JSONValue) {
    let number: Int64? =
      switch json {
      case .number(let number): number.integer
      // `Int64` would accept a `+`.
      case .string(let text) where text.utf8.first != UInt8(ascii: "+"): Int64(text)
      default: nil
      }
    guard let number, (-Self.greatest...Self.greatest).contains(number) else { return nil }
    value = number
  }
}
