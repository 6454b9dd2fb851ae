package import CanonicalJSON

// P6
extension JSONNode {
  /// Returns the trimmed text that an object shows in an entry of a role, or `nil` if it has none.
  ///
  /// In a user's entry, tool traffic has no text.
  package func visibleText(for role: TimelineEntry.Role) -> String? {
    guard role != .user || !isToolTraffic else { return nil }
    let message = self["message"]
    return self["text"]?.string?.trimmedNonBlank
      ?? message?.string?.trimmedNonBlank
      ?? message?["text"]?.string?.trimmedNonBlank
      ?? message?["content"]?.joinedFragments(for: role)
      ?? self["content"]?.joinedFragments(for: role)  // a string is a fragment too
  }

  /// Returns the text fragments, each trimmed, on lines of their own, or `nil` if there are none.
  private func joinedFragments(for role: TimelineEntry.Role) -> String? {
    textFragments(for: role).map(\.trimmed).joinedLines
  }

  /// Returns the texts of a string, an object, or an array of them, untrimmed and without blank
  /// texts.
  package func textFragments(for role: TimelineEntry.Role) -> [String] {
    kind == .array
      ? elements.compactMap { $0.textFragment(for: role) }
      : textFragment(for: role).map { [$0] } ?? []
  }

  /// Returns the untrimmed text of a string or an object, or `nil` if it is blank or, in a user's
  /// entry, part of a tool's traffic.
  private func textFragment(for role: TimelineEntry.Role) -> String? {
    switch kind {
    case .string: string?.nonBlank
    case .object where role != .user || !isToolTraffic:
      self["text"]?.string?.nonBlank ?? self["content"]?.string?.nonBlank
    default: nil
    }
  }

  /// Whether an object is part of the messages to or from a tool.
  var isToolTraffic: Bool {
    let type = typeName
    return type == "tool_use" || type == "tool_result" || self["tool_use_id"] != nil
  }
}

extension [String] {
  /// The texts joined with newlines, or `nil` if there are none.
  package var joinedLines: String? {
    // Avoids a copy of a single long text.
    count > 1 ? joined(separator: "\n") : first
  }
}
