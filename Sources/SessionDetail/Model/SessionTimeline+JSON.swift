package import CanonicalJSON

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Members are in the order of RFC 8785. Absent members are omitted.

extension SessionTimeline: JSONWritable {
  /// Writes the timeline as the contract's output.
  package func write(to sink: inout some JSONSink) {
    sink.beginObject()
    sink.write("entries", entries)
    sink.write("rowCount", rowCount)
    sink.endObject()
  }
}

extension SessionTimeline {
  /// The timeline as the contract's output: JSON in UTF-8, in the canonical form of RFC 8785.
  public var jsonData: Data { Data(canonicalUTF8()) }
}

extension LiveSessionTimeline: JSONWritable {
  /// Writes the current timeline as the contract's output.
  package func write(to sink: inout some JSONSink) {
    SessionTimeline(rowCount: rowCount, entries: entries).write(to: &sink)
  }
}

extension SessionDecryptionError: JSONWritable {
  /// Writes the error as the contract's output, which replaces the timeline.
  package func write(to sink: inout some JSONSink) {
    sink.write(["error": ["code": .string(rawValue)]])
  }
}

extension SessionDecryptionError {
  /// The error as the contract's output, which replaces the timeline: JSON in UTF-8, in the
  /// canonical form of RFC 8785.
  public var jsonData: Data { Data(canonicalUTF8()) }
}

extension TimelineEntry: JSONWritable {
  package func write(to sink: inout some JSONSink) {
    sink.beginObject()
    sink.write("blocks", blocks)
    sink.write("content", content)
    sink.write("createdAt", createdAt)
    sink.write("display", display)
    sink.write("id", id)
    sink.write("role", role.rawValue)
    sink.write("sequenceNumber", Int(sequenceNumber))
    sink.endObject()
  }
}

extension ContentBlock: JSONWritable {
  package func write(to sink: inout some JSONSink) {
    switch self {
    case .text(let text):
      sink.beginObject()
      sink.write("text", text)
      sink.write("type", "text")
      sink.endObject()
    case .error(let message):
      sink.beginObject()
      sink.write("message", message)
      sink.write("type", "error")
      sink.endObject()
    case .toolCall(let tool): tool.write(to: &sink)
    case .subAgent(let subAgent): subAgent.write(to: &sink)
    }
  }
}

extension ToolCall: JSONWritable {
  package func write(to sink: inout some JSONSink) {
    sink.beginObject()
    if let input {
      sink.writeKey("input")
      sink.write(.object(input.object))
    }
    sink.write("name", name)
    sink.write("output", output)
    sink.write("parentToolUseId", parentToolUseID)
    sink.write("status", status.rawValue)
    sink.write("summary", summary)
    sink.write("toolUseId", toolUseID)
    sink.write("type", "toolCall")
    sink.endObject()
  }
}

extension SubAgent: JSONWritable {
  package func write(to sink: inout some JSONSink) {
    sink.beginObject()
    sink.write("description", description)
    sink.write("result", result)
    sink.write("status", status.rawValue)
    sink.write("subagentType", subagentType)
    sink.write("toolUseId", toolUseID)
    sink.write("tools", tools)
    sink.write("type", "subAgent")
    sink.endObject()
  }
}

extension TimelineEntry.DisplayGroup: JSONWritable {
  package func write(to sink: inout some JSONSink) {
    sink.beginObject()
    sink.writeKey("blocks")
    sink.beginArray()
    for block in blocks {
      sink.beginElement()
      sink.write(JSONNumber(block))
    }
    sink.endArray()
    sink.write("kind", kind.rawValue)
    sink.endObject()
  }
}
