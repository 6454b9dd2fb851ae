package import CanonicalJSON

// P6
extension JSONNode {
  /// The trimmed text that an object shows, or `nil` if it has none or is part of tool traffic.
  package var visibleText: String? {
    guard !isToolTraffic else { return nil }
    let message = self["message"]
    return self["text"]?.string?.trimmedNonBlank
      ?? message?.string?.trimmedNonBlank
      ?? message?["text"]?.string?.trimmedNonBlank
      ?? message?["content"]?.joinedFragments
      ?? self["content"]?.joinedFragments  // a string is a fragment too
  }

  private var joinedFragments: String? { textFragments.map(\.trimmed).joinedLines }

  /// The texts of a string, an object, or an array of them, untrimmed and without blank texts.
  package var textFragments: [String] {
    kind == .array ? elements.compactMap(\.textFragment) : textFragment.map { [$0] } ?? []
  }

  private var textFragment: String? {
    switch kind {
    case .string: string?.nonBlank
    case .object where !isToolTraffic:
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
