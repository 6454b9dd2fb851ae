internal import CanonicalJSON

// P8
extension PayloadReading {
  /// The members that mark a payload as written by the program in the user's name.
  private static let markers: [(name: String, reason: HiddenReason)] = [
    ("isMeta", .meta), ("isSynthetic", .synthetic), ("isCompactSummary", .compactSummary),
  ]

  init(user payload: Payload) {
    if payload.parentToolUseID != nil {
      self.init(rule: .p8, role: .user, blocks: [], orHidden: .subAgentPrompt)
    } else if let marker = Self.markers.first(where: { payload.object[$0.name]?.bool == true }) {
      self.init(rule: .p8, role: .user, blocks: [], orHidden: marker.reason)
    } else if let content = payload.messageContent, content.kind == .array {
      self.init(rule: .p8, role: .user, texts: content.elements.compactMap(Self.userText))
    } else {
      self.init(rule: .p8, role: .user, visibleTextOf: payload)
    }
  }

  private static func userText(of item: JSONNode) -> String? {
    if item.kind == .string { return item.string?.trimmedNonBlank }
    guard item["tool_use_id"] == nil else { return nil }
    return item.typeName == "text" ? item["text"]?.string?.trimmedNonBlank : item.visibleText
  }
}
