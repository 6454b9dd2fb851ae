internal import AgentDirectory
package import CanonicalJSON
package import Conformance

extension AgentDirectoryContract {
  package func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
    guard case .input(let node) = source,
      let reader = ObjectReader(node, "an input", keys: ["self", "directory", "pubsub", "idPrefix", "steps"], in: file)
    else { return nil }
    let prefix = reader["idPrefix"]
    let hasPrefix = prefix.map { isIDPrefix($0, in: file) } ?? true
    let user = address(reader, "self", hasResource: true)
    let directory = address(reader, "directory", hasResource: true)
    let pubsub = address(reader, "pubsub", hasResource: false)
    let nodes = reader.items("steps", required: true)
    let steps = nodes.map { step($0, in: file) }
    guard let user, let directory, let pubsub, reader["steps"]?.kind == .array, !steps.contains(nil),
      hasPrefix
    else { return nil }
    var input: JSONObject = [
      "self": user, "directory": directory, "pubsub": pubsub, "steps": .array(steps.compactMap(\.self)),
    ]
    input["idPrefix"] = prefix?.value
    return .object(input)
  }

  private func isIDPrefix(_ node: JSONNode, in file: SourceFile) -> Bool {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
    if let text = node.string, (1...64).contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) {
      return true
    }
    file.report("'idPrefix' has 1 to 64 letters, digits, '.', '_' and '-', all ASCII", at: node)
    return false
  }

  private func address(_ reader: ObjectReader, _ key: String, hasResource: Bool) -> JSONValue? {
    guard let text = reader.requiredText(key), let node = reader[key] else { return nil }
    guard let jid = JID(text), jid.isBare != hasResource else {
      let form = hasResource ? "full JID, such as 'local@domain/resource'" : "JID without a resource"
      reader.file.report("'\(key)' is a \(form), not '\(text)'", at: node)
      return nil
    }
    return node.value
  }

  // MARK: - Steps

  private static let steps = ["connect", "select", "receive", "send", "sendWork"]

  private func step(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let (name, value) = ObjectReader.step(node, of: Self.steps, in: file) else { return nil }
    return argument(value, of: name, in: file).map { .object([name: $0]) }
  }

  private func argument(_ node: JSONNode, of step: String, in file: SourceFile) -> JSONValue? {
    switch step {
    case "connect": return ObjectReader.isTrue(node, of: step, in: file) ? true : nil
    case "select": return selection(node, in: file)
    case "receive": return stanza(node, in: file)
    case "send":
      guard let text = node.string else {
        file.report("'send' is a string, not \(node.kind.withArticle)", at: node)
        return nil
      }
      return .string(text)
    default: return work(node, in: file)
    }
  }

  private func selection(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let reader = ObjectReader(node, "'select'", keys: ["column", "jid"], in: file),
      let column = reader.requiredText("column"), reader.requiredText("jid") != nil
    else { return nil }
    guard ColumnName(rawValue: column) != nil else {
      let nearest = Suggestion.nearest(to: column, in: ClientScript.columnNames).map { "; did you mean '\($0)'?" }
      let known = "; known are \(ClientScript.columnNames.map { "'\($0)'" }.joined(separator: ", "))"
      file.report("no column is called '\(column)'\(nearest ?? known)", at: reader["column"] ?? node)
      return nil
    }
    return node.value
  }

  private func work(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let reader = ObjectReader(node, "'sendWork'", keys: ["to", "task_id", "body"], in: file),
      let to = reader.requiredText("to"), reader.requiredText("task_id") != nil, reader.requiredText("body") != nil
    else { return nil }
    guard JID(to) != nil else {
      file.report("'to' is a JID, not '\(to)'", at: reader["to"] ?? node)
      return nil
    }
    return node.value
  }

  /// A text, or an array of texts and `{"repeat": …, "times": …}`, which stands for a long one.
  private func stanza(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    if let text = node.string { return .string(text) }
    guard node.kind == .array else {
      file.report(
        "'receive' is a string, or an array of strings and objects with 'repeat' and 'times', not "
          + node.kind.withArticle, at: node)
      return nil
    }
    let parts = node.elements.map { part($0, in: file) }
    guard !parts.contains(nil) else { return nil }
    let text = parts.compactMap(\.self).joined()
    guard text.utf8.count <= Self.mostBytes else {
      file.report("'receive' has at most \(Self.mostBytes) bytes", at: node)
      return nil
    }
    return .string(text)
  }

  private static let mostBytes = 1 << 24

  private func part(_ node: JSONNode, in file: SourceFile) -> String? {
    if let text = node.string { return text }
    guard let reader = ObjectReader(node, "a part of 'receive'", keys: ["repeat", "times"], in: file),
      let text = reader.requiredText("repeat"), let times = reader.required("times")
    else { return nil }
    guard let count = times.number?.integer, (0...Self.mostBytes / text.utf8.count).contains(Int(count)) else {
      file.report(
        "'times' is a whole number from 0 to \(Self.mostBytes / text.utf8.count), so that there are at most "
          + "\(Self.mostBytes) bytes", at: times)
      return nil
    }
    return String(text, times: Int(count))
  }
}
