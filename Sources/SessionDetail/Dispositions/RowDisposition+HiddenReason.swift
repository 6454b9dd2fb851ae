extension RowDisposition {
  /// The reason why a row is hidden. The raw value describes the reason in words.
  public enum HiddenReason: String, CaseIterable, Sendable {
    // P1
    /// The content is plain text and blank.
    case blank = "it is blank"
    // P2
    /// The string `raw_json` isn't the JSON text of an object.
    case brokenWrapper = "its raw_json holds no object"
    /// The payload is in more than four wrappers.
    case tooManyWrappers = "it has more wrappers than are taken off"
    // P3
    /// All texts of the row are protocol artifacts.
    case artifact = "its text is a protocol artifact"
    // P6
    /// The payload belongs to the messages to or from a tool.
    case toolTraffic = "it is part of a tool's traffic, by type or tool_use_id"
    // P7, P8, P11, P12
    /// The payload has no text or block to show.
    case nothingToShow = "it has nothing to show"
    // P8
    /// The payload has a parent, so it is the prompt of a sub-agent.
    case subAgentPrompt = "parent_tool_use_id says that a sub-agent was prompted"
    /// The member `isMeta` is true.
    case meta = "isMeta is true"
    /// The member `isSynthetic` is true.
    case synthetic = "isSynthetic is true"
    /// The member `isCompactSummary` is true.
    case compactSummary = "isCompactSummary is true"
    // P9
    /// The payload is a result without an error.
    case success = "a result that succeeded"
    // P10
    /// Terminal output has no string `stream`.
    case noStream = "it has no stream"
    /// Terminal output has no content, or only white space.
    case noOutput = "its content is missing or blank"
    // P12
    /// The payload is of a type that is never shown.
    case hiddenType = "rows of this type are never shown"
    /// The role of the payload is system.
    case systemRole = "its role is system"
  }
}
