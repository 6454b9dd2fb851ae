package import CanonicalJSON

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Members are in the order of RFC 8785, so that no object needs to be sorted.

extension SessionTimeline {
  /// The timeline as the contract's output. Absent members are omitted.
  package var json: JSONValue {
    ["entries": .array(entries.map(\.json)), "rowCount": .number(JSONNumber(rowCount))]
  }

  /// The timeline as the contract's output: JSON in UTF-8, in the canonical form of RFC 8785.
  public var jsonData: Data { Data(json.canonicalUTF8()) }
}

extension LiveSessionTimeline {
  /// The current timeline as the contract's output.
  package var json: JSONValue { SessionTimeline(rowCount: rowCount, entries: entries).json }
}

extension SessionDecryptionError {
  /// The error as the contract's output, which replaces the timeline.
  package var json: JSONValue { ["error": ["code": .string(rawValue)]] }

  /// The error as the contract's output, which replaces the timeline: JSON in UTF-8, in the
  /// canonical form of RFC 8785.
  public var jsonData: Data { Data(json.canonicalUTF8()) }
}

extension TimelineEntry {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "blocks": .array(blocks.map(\.json)),
      "content": .string(content),
      "display": .array(display.map(\.json)),
      "id": .string(id),
      "role": .string(role.rawValue),
      "sequenceNumber": .number(JSONNumber(Int(sequenceNumber))),
    ]
    object["createdAt"] = createdAt.map(JSONValue.string)
    return .object(object)
  }
}

extension ContentBlock {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): ["text": .string(text), "type": "text"]
    case .error(let message): ["message": .string(message), "type": "error"]
    case .toolCall(let tool): tool.json
    case .subAgent(let subAgent): subAgent.json
    }
  }
}

extension ToolCall {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "name": .string(name),
      "status": .string(status.rawValue),
      "summary": .string(summary),
      "type": "toolCall",
    ]
    object["toolUseId"] = toolUseID.map(JSONValue.string)
    object["parentToolUseId"] = parentToolUseID.map(JSONValue.string)
    object["input"] = input.map { .object($0.object) }
    object["output"] = output.map(JSONValue.string)
    return .object(object)
  }
}

extension SubAgent {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "description": .string(description),
      "status": .string(status.rawValue),
      "subagentType": .string(subagentType),
      "toolUseId": .string(toolUseID),
      "tools": .array(tools.map(\.json)),
      "type": "subAgent",
    ]
    object["result"] = result.map(JSONValue.string)
    return .object(object)
  }
}

extension TimelineEntry.DisplayGroup {
  fileprivate var json: JSONValue {
    ["blocks": .array(blocks.map { .number(JSONNumber($0)) }), "kind": .string(kind.rawValue)]
  }
}
