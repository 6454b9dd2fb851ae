package import CanonicalJSON

// T2
/// A line that says what a tool does.
package enum ToolSummary {
  /// How many Unicode scalars of a command are shown.
  package static let commandLimit = 60

  /// The summary by the tool's name, which is all of it where the input lacks the telling member.
  package static func text(of name: String, input: JSONObject?) -> String {
    func member(_ key: String) -> String? { input?[key]?.string?.nonBlank }

    let summary: String? =
      switch TextKey(name) {
      case "Read", "Write", "Edit": member("file_path").map { "\(name) \(shortPath($0))" }
      case "NotebookEdit": member("notebook_path").map { "Edit \(shortPath($0))" }
      case "Bash": member("command").map(shortCommand)
      case "Grep", "Glob": member("pattern").map { "\(name) \($0)" }
      case "WebSearch": member("query").map { "Search: \($0)" }
      case "WebFetch": member("url").map { "Fetch \($0)" }
      default: nil
      }
    return summary ?? name
  }

  /// The last two components of a path that has more.
  private static func shortPath(_ path: String) -> String {
    let components = path.utf8.split(separator: UInt8(ascii: "/"))
    guard components.count > 2 else { return path }
    return components.suffix(2).map { String(Substring($0)) }.joined(separator: "/")
  }

  private static func shortCommand(_ command: String) -> String {
    // No scalar has less than a byte.
    guard command.utf8.count > commandLimit else { return command }
    let scalars = command.unicodeScalars
    let head = scalars.prefix(commandLimit)
    return head.endIndex == scalars.endIndex ? command : String(head) + "..."
  }
}
