package import CanonicalJSON

extension WorkflowEvent {
  /// The payload of an event: any JSON value.
  ///
  /// Decode it if you know the event's topic:
  ///
  /// ```swift
  /// let json = Data(payload.json.utf8)
  /// let build = try JSONDecoder().decode(BuildResult.self, from: json)
  /// ```
  ///
  /// Two payloads are equal if their values are, regardless of the order of members.
  public struct Payload: Hashable, Sendable, CustomStringConvertible {
    package let value: JSONValue

    /// Creates a payload from a JSON value, which can be null.
    package init(_ value: JSONValue) { self.value = value }

    /// Creates a payload from JSON text, or returns `nil` if the text isn't valid JSON.
    public init?(json: String) {
      guard let document = try? JSONDocument(parsing: json) else { return nil }
      value = document.root.value
    }

    /// The payload as compact JSON, with the number literals and the member order of the backend.
    public var json: String { value.writtenText() }

    /// The payload as JSON.
    public var description: String { json }
  }
}
