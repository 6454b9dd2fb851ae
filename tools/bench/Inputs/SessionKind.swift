/// The kinds of session that the benchmark builds timelines from.
enum SessionKind: String, CaseIterable {
  /// Texts of one line, and small tools with their outcomes.
  case shortRows = "short rows"
  /// Outcomes of 16 to 64 KB with line breaks, quotes and Unicode. One in eight is ASCII with
  /// escapes.
  case longResults = "long tool results"
  /// Sub-agents nested 32 levels deep. Each is started by a tool of the previous one and has tools
  /// of its own.
  case subAgentTrees = "deep sub-agent trees"
  /// Rows like the others, in two wrappers. Each level of strings escapes the one inside it.
  case doubleWrappers = "double wrappers"
}
