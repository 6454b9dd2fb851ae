public import CanonicalJSON

/// What a session's stream tells: something happened in the workflow.
public struct WorkflowEvent: Sendable {
  /// What it is about.
  public let topic: String
  /// When it happened, as the backend writes it.
  public let timestamp: String
  /// What else there is to know, if anything; null is something.
  public let payload: JSONValue?

  /// Makes an event of its parts.
  public init(topic: String, timestamp: String, payload: JSONValue? = nil) {
    self.topic = topic
    self.timestamp = timestamp
    self.payload = payload
  }

  // S2
  /// Reads the data of a server-sent event; nil where it is no JSON object with these members, of at most 500 levels.
  public init?(data: String) {
    guard let object = JSONObject(ofBackend: try? JSONDocument(parsing: data)),
      let topic = object["topic"]?.string, let timestamp = object["ts"]?.string
    else { return nil }
    self.init(topic: topic, timestamp: timestamp, payload: object["payload"])
  }
}

extension WorkflowEvent: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: WorkflowEvent, right: WorkflowEvent) -> Bool {
    left.topic.hasSameBytes(as: right.topic) && left.timestamp.hasSameBytes(as: right.timestamp)
      && left.payload == right.payload
  }
}
