internal import CanonicalJSON

// P7
extension PayloadReading {
  init(assistant payload: Payload) {
    let role = Role(of: payload)
    let payloadParent = payload.parentToolUseID
    let blocks = payload.messageContent?.elements.compactMap { block -> ContentBlock? in
      switch block.typeName {
      case "text": block["text"]?.string?.trimmedNonBlank.flatMap { role.accepts($0) ? .text($0) : nil }
      case "tool_use": ContentBlock(toolUse: block, payloadParent: payloadParent)
      default: nil
      }
    }
    if let blocks, !blocks.isEmpty {
      self.init(rule: .p7, role: role, blocks: blocks)
      if role == .user { artifactCount = Self.artifactCount(in: payload) }
    } else {
      self.init(rule: .p7, role: role, visibleTextOf: payload)
    }
    // T7
    if let id = payload.message?["id"]?.string, !id.utf8.isEmpty {
      messageID = TextKey(id)
    }
  }

  // P3
  private static func artifactCount(in payload: Payload) -> Int {
    payload.messageContent?.elements.count { block in
      block.typeName == "text" && block["text"]?.string.map(ProtocolArtifact.matches) == true
    } ?? 0
  }
}
