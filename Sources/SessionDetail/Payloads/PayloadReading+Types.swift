internal import CanonicalJSON

/// Readings of the payload types that have rules of their own.
extension PayloadReading {
  // P7
  /// Reads the texts and tools of `message.content`. If it has none, the payload's visible text
  /// takes their place.
  init(assistant payload: Payload) {
    let role = TimelineEntry.Role(of: payload)
    let payloadParent = payload.object.parentToolUseID

    var artifactCount = 0
    var blocks: [ContentBlock] = []
    var conclusiveBlocks: Set<Int> = []

    payload.messageContent?.elements.forEach { item in
      switch item.typeName {
      case "text":
        guard let text = item["text"]?.string?.trimmedNonBlank else { return }
        if role.accepts(text) {
          blocks.append(.text(text))
        } else {
          artifactCount += 1
        }
      case "tool_use":
        guard let block = ContentBlock(toolUse: item, payloadParent: payloadParent) else { return }
        if ToolStatus.isFinal(item["status"]?.string) { conclusiveBlocks.insert(blocks.count) }
        blocks.append(block)
      default: break
      }
    }

    if !blocks.isEmpty {
      self.init(rule: .p7, role: role, blocks: blocks)
      self.artifactCount = artifactCount
      self.conclusiveBlocks = conclusiveBlocks
    } else {
      self.init(rule: .p7, role: role, visibleTextOf: payload)
    }

    // T7
    if let id = payload.message?["id"]?.string, !id.utf8.isEmpty { messageID = TextKey(id) }
  }

  // P8
  /// The members that mark a payload as written by the program in the user's name.
  private static let markers: [(name: String, reason: RowDisposition.HiddenReason)] = [
    ("isMeta", .meta),
    ("isSynthetic", .synthetic),
    ("isCompactSummary", .compactSummary),
  ]

  // P8
  /// Reads what a user wrote. A sub-agent's prompt and text that the program wrote are hidden.
  init(user payload: Payload) {
    if payload.object.parentToolUseID != nil {
      self.init(rule: .p8, role: .user, orHidden: .subAgentPrompt)
    } else if let marker = Self.markers.first(where: { payload.object[$0.name]?.bool == true }) {
      self.init(rule: .p8, role: .user, orHidden: marker.reason)
    } else if let content = payload.messageContent, content.kind == .array,
      !content.elements.isEmpty
    {
      self.init(rule: .p8, role: .user, texts: content.elements.compactMap(Self.userText))
    } else {
      self.init(rule: .p8, role: .user, visibleTextOf: payload)
    }
  }

  /// Returns the trimmed text that an item of `message.content` shows, or `nil` if it is blank or
  /// part of a tool's traffic.
  private static func userText(of item: JSONNode) -> String? {
    if item.kind == .string { return item.string?.trimmedNonBlank }
    guard item["tool_use_id"] == nil else { return nil }
    return item.typeName == "text"
      ? item["text"]?.string?.trimmedNonBlank : item.visibleText(for: .user)
  }

  // P9
  /// Reads the end of a turn, which is shown only if it is an error.
  init(result payload: Payload) {
    let result = payload.object
    let subtype = result["subtype"]?.string
    let isError =
      result["is_error"]?.bool == true || subtype?.utf8.starts(with: "error".utf8) == true

    self.init(
      rule: .p9,
      role: .system,
      blocks: isError ? [.error(Self.errorMessage(of: result))] : [],
      orHidden: .success
    )
  }

  /// Returns the first text, in the order of P9, that describes the error of a result.
  private static func errorMessage(of result: JSONNode) -> String {
    result["result"]?.string?.trimmedNonBlank
      ?? result["error"]?.string?.trimmedNonBlank
      ?? result["error"]?["message"]?.string?.trimmedNonBlank
      ?? result["message"]?.string?.trimmedNonBlank
      ?? result["errors"]?.elements.compactMap { $0.string?.trimmedNonBlank }.joined(
        separator: "\n"
      ).nonBlank
      ?? result["subtype"]?.string?.trimmedNonBlank
      ?? "Unknown error"
  }

  // P10
  /// Reads terminal output, which is shown as `[stream] content` and needs both members.
  init(terminalOutput payload: Payload) {
    let stream = payload.object["stream"]?.string
    let content = payload.object["content"]?.string?.trimmedNonBlank
    let text = stream.flatMap { stream in content.map { "[\(stream)] \($0)" } }

    self.init(
      rule: .p10,
      role: .assistant,
      text: text,
      orHidden: stream == nil ? .noStream : .noOutput
    )
  }

  // P12
  /// Reads a payload of any other type. It is hidden if its role is system.
  init(other payload: Payload) {
    let role = TimelineEntry.Role(of: payload)
    if role == .system {
      self.init(rule: .p12, role: role, orHidden: .systemRole)
    } else {
      self.init(rule: .p12, role: role, visibleTextOf: payload)
    }
  }
}
