/// What about a row decided that it is hidden.
public enum HiddenReason: CaseIterable, Sendable {
  /// P1: the content is nothing but white space.
  case blank
  /// P2: a string `raw_json` holds no JSON object.
  case brokenWrapper
  /// P2: there is a wrapper more than are taken off.
  case tooManyWrappers
  /// P3: all its texts are protocol artifacts.
  case artifact
  /// P6: the payload is part of a tool's traffic, by its type or a member `tool_use_id`.
  case toolTraffic
  /// P7, P8, P11, P12: it has nothing that is shown for its type.
  case nothingToShow
  /// P8: a `parent_tool_use_id`, so that a sub-agent was prompted and not a person spoke.
  case subAgentPrompt
  /// P8: `isMeta` is true.
  case meta
  /// P8: `isSynthetic` is true.
  case synthetic
  /// P8: `isCompactSummary` is true.
  case compactSummary
  /// P9: a result that succeeded.
  case success
  /// P10: terminal output without a string `stream`.
  case noStream
  /// P10: terminal output whose `content` is no string or blank.
  case noOutput
  /// P12: rows of its type are never shown.
  case hiddenType
  /// P12: its role is system.
  case systemRole
}
