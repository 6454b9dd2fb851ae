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
    } else {
      self.init(rule: .p7, role: role, text: payload.object.visibleText)
    }
    // T7
    if let id = payload.message?["id"]?.string, !id.utf8.isEmpty {
      messageID = TextKey(id)
    }
  }
}
