/// How far a tool or sub-agent is.
public enum ToolStatus: String, CaseIterable, Sendable {
  /// At work.
  case running
  /// Done, or nothing is said of it.
  case completed
  /// Ended with an error.
  case failed
}
