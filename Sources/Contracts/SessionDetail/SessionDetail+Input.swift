package import CanonicalJSON
package import Conformance

extension SessionDetail {
  package func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
    switch source {
    case .shorthand(_, let events):
      return rows(ofEvents: events, in: file).map { ["rows": $0] }
    case .input(let node):
      let keys = ["rows", "events", "updates", "session_key"]
      guard let reader = ObjectReader(node, "an input", keys: keys, in: file) else { return nil }
      return input(reader)
    }
  }

  private func input(_ reader: ObjectReader) -> JSONValue? {
    let file = reader.file
    if reader["rows"] != nil, let events = reader["events"] {
      file.report("an input has only one of 'rows' or 'events'", at: events)
      return nil
    }
    let initial = reader["events"].map { rows(ofEvents: $0, in: file) } ?? rows(reader.required("rows"), in: file)
    guard let initial else { return nil }
    var input: JSONObject = ["rows": initial]
    if let updates = reader["updates"] {
      guard let rows = rows(updates, in: file) else { return nil }
      input["updates"] = rows
    }
    if let key = reader["session_key"] {
      guard key.kind == .string else {
        file.report("'session_key' is a string, not \(key.kind.withArticle)", at: key)
        return nil
      }
      input["session_key"] = key.value
    }
    return .object(input)
  }

  /// Nil where one of them is no row, each of which is reported.
  private func rows(_ node: JSONNode?, in file: SourceFile) -> JSONValue? {
    guard let node else { return nil }
    guard node.kind == .array else {
      file.report("rows stand in an array, not in \(node.kind.withArticle)", at: node)
      return nil
    }
    let rows = node.elements.map { row($0, in: file) }
    return rows.contains(nil) ? nil : .array(rows.compactMap(\.self))
  }

  private func row(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    let keys = ["id", "sequence_number", "created_at", "content", "payload", "content_encrypted", "content_nonce"]
    guard let reader = ObjectReader(node, "a row", keys: keys, in: file),
      let id = reader.requiredText("id"),
      let sequence = reader.required("sequence_number"),
      let content = content(reader)
    else { return nil }
    guard SessionRows.sequenceNumber(sequence.value) != nil else {
      file.report(
        "'sequence_number' is a whole number within ±(2^53 − 1), or its digits in a string", at: sequence)
      return nil
    }
    if let createdAt = reader["created_at"], createdAt.kind != .string {
      file.report("'created_at' is a string, not \(createdAt.kind.withArticle)", at: createdAt)
      return nil
    }
    var row = content
    row["id"] = .string(id)
    row["sequence_number"] = sequence.value
    row["created_at"] = reader["created_at"]?.value
    return .object(row)
  }

  /// The members of a row that hold what it says; a `payload` stands for its RFC 8785 form.
  private func content(_ reader: ObjectReader) -> JSONObject? {
    var members: JSONObject = [:]
    for key in ["content_encrypted", "content_nonce"] {
      members[key] = reader[key]?.value
    }
    switch (reader["content"], reader["payload"]) {
    case (let content?, nil):
      guard let text = content.string else {
        reader.file.report("'content' is a string, not \(content.kind.withArticle)", at: content)
        return nil
      }
      members["content"] = .string(text)
    case (nil, let payload?):
      guard payload.kind == .object else {
        reader.file.report("'payload' is an object, not \(payload.kind.withArticle)", at: payload)
        return nil
      }
      members["content"] = .string(payload.value.canonicalText())
    case (_?, let payload?):
      reader.file.report("a row has only one of 'content' or 'payload'", at: payload)
      return nil
    case (nil, nil):
      guard !members.isEmpty else {
        reader.file.report(
          "a row needs 'content', 'payload', or 'content_encrypted' and 'content_nonce'", at: reader.node)
        return nil
      }
    }
    return members
  }

  private func rows(ofEvents node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard node.kind == .array else {
      file.report("'events' is an array, not \(node.kind.withArticle)", at: node)
      return nil
    }
    var rows: [JSONValue] = []
    var areObjects = true
    for (index, event) in node.elements.enumerated() {
      if let object = event.value.object {
        rows.append(row(ofEvent: object, at: index))
      } else {
        file.report("an event is an object, not \(event.kind.withArticle)", at: event)
        areObjects = false
      }
    }
    return areObjects ? .array(rows) : nil
  }
}

extension SessionDetail {
  package func sketch(ofInputFor operation: String) -> (member: String, value: JSONSketch) {
    let message = JSONSketch.object([("content", .text(FillIn.text("what the user says, or other events")))])
    return ("events", .array([.object([("type", .text("user")), ("message", message)])]))
  }
}

// MARK: - Recorded payloads

extension SessionDetail {
  package func request(fromRecording payloads: [JSONValue]) throws(RecordingError) -> Request? {
    var rows: [JSONValue] = []
    for (index, payload) in payloads.enumerated() {
      guard let object = payload.object else { throw RecordingError(index: index, message: "a payload is an object") }
      rows.append(row(ofEvent: object, at: index))
    }
    return Request(contract: id, operation: operations[0], input: ["rows": .array(rows)])
  }

  /// The row that a raw payload amounts to, by the shared Claude fixture's rules.
  private func row(ofEvent event: JSONObject, at index: Int) -> JSONValue {
    let id = ["id", "event_id"].lazy.compactMap { event[$0]?.string }.first { !$0.isEmpty }
    let ownSequence = event["sequence_number"].flatMap { SessionRows.sequenceNumber($0) == nil ? nil : $0 }
    var row: JSONObject = [
      "id": .string(id ?? "event-\(index + 1)"),
      "sequence_number": ownSequence ?? .number(JSONNumber(index + 1)),
      "content": .string(JSONValue.object(event).canonicalText()),
    ]
    if case .string(let createdAt)? = event["created_at"] { row["created_at"] = .string(createdAt) }
    return .object(row)
  }
}
