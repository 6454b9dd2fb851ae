/// The kinds of session that a timeline is made of.
enum SessionKind: String, CaseIterable {
  /// Texts of a line, and small tools with their outcomes.
  case shortRows = "short rows"
  /// Outcomes of 16 to 64 KB with line breaks, quotes and Unicode, an eighth of them in ASCII with
  /// escapes.
  case longResults = "long tool results"
  /// Each sub-agent is started by a tool of the one before, 32 deep, and has tools of its own.
  case subAgentTrees = "deep sub-agent trees"
  /// What the others have, in two wrappers: each level of strings escapes the one within.
  case doubleWrappers = "double wrappers"
}
