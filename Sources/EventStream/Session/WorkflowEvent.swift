public import CanonicalJSON

/// What a session's stream tells: something happened in the workflow.
public struct WorkflowEvent: Equatable, Sendable {
  /// What it is about.
  @ByteWise public private(set) var topic: String
  /// When it happened, as the backend writes it.
  @ByteWise public private(set) var timestamp: String
  /// What else there is to know, if anything; null is something.
  public let payload: JSONValue?

  /// Makes an event of its parts.
  public init(topic: String, timestamp: String, payload: JSONValue? = nil) {
    self.topic = topic
    self.timestamp = timestamp
    self.payload = payload
  }

  // S2
  /// Reads the data of a server-sent event; nil where it is no JSON object with these members, of
  /// at most 500 levels.
  public init?(data: String) {
    guard let object = JSONObject(ofBackend: try? JSONDocument(parsing: data)),
      let topic = object["topic"]?.string, let timestamp = object["ts"]?.string
    else { return nil }
    self.init(topic: topic, timestamp: timestamp, payload: object["payload"])
  }
}
