package import CanonicalJSON

// T2
/// A one-line summary of what a tool does.
package enum ToolSummary {
  /// The maximum number of Unicode scalars of a command in a summary.
  package static let commandLimit = 60

  /// Returns the summary for a tool, or only the tool's name if the input lacks the member that the
  /// summary needs.
  package static func text(of name: String, input: JSONObject?) -> String {
    /// Returns a member of the input that is a string and not blank.
    func member(_ key: String) -> String? { input?[key]?.string?.nonBlank }

    let summary: String? =
      switch TextKey(name) {
      case "Read", "Write", "Edit": member("file_path").map { "\(name) \(shortPath($0))" }
      case "NotebookEdit": member("notebook_path").map { "Edit \(shortPath($0))" }
      case "Bash": member("command").map(shortCommand)
      case "Grep", "Glob": member("pattern").map { "\(name) \($0)" }
      case "WebSearch": member("query").map { "Search: \($0)" }
      case "WebFetch": member("url").map { "Fetch \($0)" }
      // With an id, these are sub-agents, which have a description of their own (T5).
      case "Task", "Agent": member("description")
      default: nil
      }
    return summary ?? name
  }

  /// Returns the last two components of a path that has more, and otherwise the whole path.
  private static func shortPath(_ path: String) -> String {
    let components = path.utf8.split(separator: UInt8(ascii: "/"))
    guard components.count > 2 else { return path }
    return components.suffix(2).map { String(Substring($0)) }.joined(separator: "/")
  }

  /// Returns a command cut off after `commandLimit` scalars, with `...` if anything is missing.
  private static func shortCommand(_ command: String) -> String {
    // Each scalar has at least one byte.
    guard command.utf8.count > commandLimit else { return command }

    let scalars = command.unicodeScalars
    let head = scalars.prefix(commandLimit)
    return head.endIndex == scalars.endIndex ? command : String(head) + "..."
  }
}
