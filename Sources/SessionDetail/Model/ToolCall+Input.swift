package import CanonicalJSON

extension ToolCall {
  /// The input of a tool: a JSON object with at least one member.
  ///
  /// Decode it if you know the tool:
  ///
  /// ```swift
  /// let json = Data(input.json.utf8)
  /// let arguments = try JSONDecoder().decode(ReadArguments.self, from: json)
  /// ```
  ///
  /// Two inputs are equal if their values are, regardless of the order of members.
  public struct Input: Hashable, Sendable, CustomStringConvertible {
    /// The input's members, in the order of the row.
    package let object: JSONObject

    /// Creates an input, or returns `nil` for an empty object.
    package init?(_ object: JSONObject) {
      guard !object.isEmpty else { return nil }
      self.object = object
    }

    /// Creates an input from JSON text, or returns `nil` if the text isn't a JSON object with at
    /// least one member.
    public init?(json: String) {
      guard let object = try? JSONDocument(parsing: json).root.value.object else { return nil }
      self.init(object)
    }

    /// The input as compact JSON, with the number literals and the member order of the row.
    public var json: String { JSONValue.object(object).writtenText() }

    /// The input as JSON.
    public var description: String { json }
  }
}
