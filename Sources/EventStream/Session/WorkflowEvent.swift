internal import CanonicalJSON

/// A workflow event that a session's stream reports.
public struct WorkflowEvent: Sendable {
  /// The topic of the event.
  public let topic: String
  /// The time of the event, exactly as the backend wrote it.
  public let timestamp: String
  /// Additional data, or `nil` if the event has no `payload` member. A null payload isn't `nil`.
  public let payload: Payload?

  /// Creates an event, by default one without a `payload` member.
  ///
  /// - Parameters:
  ///   - topic: The topic of the event.
  ///   - timestamp: The time of the event, in any form.
  ///   - payload: Additional data, or `nil` for no `payload` member.
  public init(topic: String, timestamp: String, payload: Payload? = nil) {
    self.topic = topic
    self.timestamp = timestamp
    self.payload = payload
  }

  // S2
  /// Reads an event from the data of a server-sent event.
  ///
  /// - Parameter data: The JSON text.
  /// - Returns: `nil` if the data isn't a JSON object with strings `topic` and `ts`, or is nested
  ///   deeper than 500 levels.
  public init?(data: String) {
    guard let object = JSONObject(ofBackend: try? JSONDocument(parsing: data)),
      let topic = object["topic"]?.string, let timestamp = object["ts"]?.string
    else { return nil }
    self.init(topic: topic, timestamp: timestamp, payload: object["payload"].map { Payload($0) })
  }
}

extension WorkflowEvent: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: WorkflowEvent, right: WorkflowEvent) -> Bool {
    left.topic.hasSameBytes(as: right.topic)
      && left.timestamp.hasSameBytes(as: right.timestamp)
      && left.payload == right.payload
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(topic.textKey)
    hasher.combine(timestamp.textKey)
    hasher.combine(payload)
  }
}
