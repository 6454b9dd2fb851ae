internal import CanonicalJSON

/// Returns the output that the contract session-detail requires, as far as the tests' suites need
/// it.
func timeline(of params: JSONValue) -> JSONValue {
  let rows = rows(of: params)
  return ["entries": .array(rows.compactMap(entry)), "rowCount": .number(JSONNumber(rows.count))]
}

/// Returns the text of each row.
func texts(of params: JSONValue) -> [String] { rows(of: params).compactMap { text(of: $0)?.text } }

/// Returns the last write of each id, from the initial load or the updates.
private func rows(of params: JSONValue) -> [JSONValue] {
  let rows = (params["rows"]?.elements ?? []) + (params["updates"]?.elements ?? [])
  let latest = Dictionary(rows.map { ($0["id"] ?? .null, $0) }) { first, second in
    number(of: first) > number(of: second) ? first : second
  }
  return latest.values.sorted { number(of: $0) < number(of: $1) }
}

private func number(of row: JSONValue) -> Int64 { row["sequence_number"]?.number?.integer ?? 0 }

/// Returns the payload of a row, which the row contains as JSON text.
private func payload(of row: JSONValue) -> JSONValue? {
  guard let content = row["content"]?.string else { return nil }
  return try? JSONDocument(parsing: content).root.value
}

private func text(of row: JSONValue) -> (role: String, text: String)? {
  guard let payload = payload(of: row) else { return nil }
  if let text = payload["result"]?.string { return ("system", text) }
  guard let role = payload["type"]?.string, let content = payload["message"]?["content"] else {
    return nil
  }
  return (content.string ?? content.elements?.first?["text"]?.string).map { (role, $0) }
}

private func entry(of row: JSONValue) -> JSONValue? {
  guard let (role, text) = text(of: row), payload(of: row)?["is_error"] != .bool(false) else {
    return nil
  }
  let block: JSONValue =
    role == "system"
    ? ["type": "error", "message": .string(text)] : ["type": "text", "text": .string(text)]
  return [
    "id": row["id"] ?? .null,
    "sequenceNumber": row["sequence_number"] ?? .null,
    "role": .string(role),
    "content": .string(text),
    "blocks": [block],
    "display": [["kind": "block", "blocks": [0]]],
  ]
}
