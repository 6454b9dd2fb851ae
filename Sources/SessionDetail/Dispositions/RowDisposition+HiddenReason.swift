extension RowDisposition {
  /// The reason why a row is hidden. The raw value describes the reason in words.
  public enum HiddenReason: String, CaseIterable, Sendable {
    // P1
    case blank = "it is blank"
    // P2
    case brokenWrapper = "its raw_json holds no object"
    case tooManyWrappers = "it has more wrappers than are taken off"
    // P3
    /// All texts of the row are protocol artifacts.
    case artifact = "its text is a protocol artifact"
    // P6
    case toolTraffic = "it is part of a tool's traffic, by type or tool_use_id"
    // P7, P8, P11, P12
    case nothingToShow = "it has nothing to show"
    // P8
    case subAgentPrompt = "parent_tool_use_id says that a sub-agent was prompted"
    case meta = "isMeta is true"
    case synthetic = "isSynthetic is true"
    case compactSummary = "isCompactSummary is true"
    // P9
    case success = "a result that succeeded"
    // P10
    case noStream = "it has no stream"
    case noOutput = "its content is missing or blank"
    // P12
    case hiddenType = "rows of this type are never shown"
    case systemRole = "its role is system"
  }
}
