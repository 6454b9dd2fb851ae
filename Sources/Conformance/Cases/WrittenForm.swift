package import CanonicalJSON

/// The short ways to write a long value, or one that holds JSON: `$json`, `$repeat`, `$concat`,
/// `$literal`.
enum WrittenForm: String, CaseIterable {
  case json = "$json"
  case repetition = "$repeat"
  case concatenation = "$concat"
  case literal = "$literal"

  /// The most bytes of a text that a form stands for.
  static let mostBytes = 1 << 24

  /// The most bytes of all texts that the forms of one case represent, their parts included.
  private static let mostBytesOfCase = 4 * mostBytes

  private static let names = allCases.map(\.rawValue)

  /// The form that an object is written in; nil where it stands for itself.
  private init?(of node: JSONNode) {
    let form = node.kind == .object ? Self.allCases.first { node[$0.rawValue] != nil } : nil
    guard let form else { return nil }
    self = form
  }

  /// The value that a part of an input stands for; nil where `file` got a diagnostic that says why
  /// there is none.
  static func value(of node: JSONNode, in file: SourceFile) -> JSONValue? {
    if let form = WrittenForm(of: node) { return form.value(of: node, in: file) }
    switch node.kind {
    case .array:
      let elements = node.elements.map { value(of: $0, in: file) }
      return elements.contains(nil) ? nil : .array(elements.compactMap(\.self))
    case .object:
      let members = node.members.compactMap { member -> (String, JSONValue)? in
        guard !isMisspelt(member.key, in: file), let value = value(of: member.value, in: file)
        else { return nil }
        return (member.key.string ?? "", value)
      }
      return members.count == node.members.count ? .object(JSONObject(members)) : nil
    default: return node.value
    }
  }

  static func isOne(_ node: JSONNode) -> Bool { WrittenForm(of: node) != nil }

  static func isMisspelt(_ key: JSONNode, in file: SourceFile) -> Bool {
    guard let name = key.string, name.utf8.first == UInt8(ascii: "$"),
      let form = Suggestion.nearest(to: name, in: names)
    else { return false }
    file.report(
      "'\(name)' is no written form; did you mean '\(form)'?",
      at: key,
      notes: [#"a member of that name is written {"$literal": {"\#(name)": …}}"#]
    )
    return true
  }

  private func value(of node: JSONNode, in file: SourceFile) -> JSONValue? {
    let keys = self == .repetition ? [rawValue, "times"] : [rawValue]
    guard let reader = ObjectReader(node, "an object with '\(rawValue)'", keys: keys, in: file),
      node.members.allSatisfy({ member in keys.contains(where: member.key.isString) }),
      let content = node[rawValue]
    else { return nil }
    switch self {
    case .literal: return content.value
    case .json:
      guard let value = Self.value(of: content, in: file) else { return nil }
      let text = value.canonicalText()
      guard isCounted(text.utf8.count, content, in: file) else { return nil }
      return isShort(text, content, in: file) ? .string(text) : nil
    case .repetition:
      guard let text = text(content, in: file), let times = reader.required("times") else {
        return nil
      }
      let most = Self.mostBytes / max(1, text.utf8.count)
      guard let count = times.number?.integer, (0...Int64(most)).contains(count) else {
        file.report(
          "'times' is a whole number from 0 to \(most), so that there are at most 16 MiB",
          at: times
        )
        return nil
      }
      guard isCounted(text.utf8.count * Int(count), content, in: file) else { return nil }
      return .string(String(text, times: Int(count)))
    case .concatenation:
      guard content.kind == .array else {
        file.report(
          "'$concat' is an array of strings, not \(content.kind.withArticle)",
          at: content
        )
        return nil
      }
      var whole = ""
      var isWhole = true
      for element in content.elements {
        guard let part = text(element, in: file) else {
          isWhole = false
          continue
        }
        guard isCounted(part.utf8.count, content, in: file) else { return nil }
        whole += part
        // Before the next, since many long texts fit into a short file.
        guard isShort(whole, content, in: file) else { return nil }
      }
      return isWhole ? .string(whole) : nil
    }
  }

  /// Counts the bytes of a text of the case, and returns whether all are within the limit.
  private func isCounted(_ bytes: Int, _ content: JSONNode, in file: SourceFile) -> Bool {
    let wasWithinLimit = file.writtenBytes <= Self.mostBytesOfCase
    file.writtenBytes += bytes
    let isWithinLimit = file.writtenBytes <= Self.mostBytesOfCase
    if wasWithinLimit, !isWithinLimit {
      file.report("the written forms of this case give more than 64 MiB of text", at: content)
    }
    return isWithinLimit
  }

  private func isShort(_ text: String, _ content: JSONNode, in file: SourceFile) -> Bool {
    if text.utf8.count > Self.mostBytes {
      file.report("'\(rawValue)' gives more than 16 MiB", at: content)
    }
    return text.utf8.count <= Self.mostBytes
  }

  /// A string, or a form that stands for one.
  private func text(_ node: JSONNode, in file: SourceFile) -> String? {
    guard let value = Self.value(of: node, in: file) else { return nil }
    if let text = value.string { return text }
    file.report(
      "\(self == .repetition ? "" : "an item of ")'\(rawValue)' is a string, not \(value.kind.withArticle)",
      at: node
    )
    return nil
  }

  /// Where a part of the value that a node stands for is written, or the nearest that it is a part
  /// of.
  static func node(at tokens: ArraySlice<String>, in node: JSONNode) -> JSONNode {
    if let form = WrittenForm(of: node) {
      guard form == .literal, let content = node[form.rawValue] else { return node }
      return content.node(at: tokens)
    }
    guard let token = tokens.first, let part = node.node(at: JSONPointer(tokens: [token])) else {
      return node
    }
    return self.node(at: tokens.dropFirst(), in: part)
  }
}

extension JSONNode {
  /// The part at the end of the way, or the last that there is.
  fileprivate func node(at tokens: ArraySlice<String>) -> JSONNode {
    guard let token = tokens.first, let part = node(at: JSONPointer(tokens: [token])) else {
      return self
    }
    return part.node(at: tokens.dropFirst())
  }
}

extension String {
  /// The text so many times, by doubling: `String(repeating:count:)` takes as many steps as there
  /// are copies.
  ///
  /// - Complexity: O(*n*) in the bytes of the result.
  fileprivate init(_ text: String, times: Int) {
    self = ""
    reserveCapacity(text.utf8.count * times)
    var copies = text
    var remaining = times
    while remaining > 0 {
      if remaining & 1 == 1 { append(copies) }
      remaining >>= 1
      if remaining > 0 { copies += copies }
    }
  }
}

extension JSONValue {
  /// The value as it is written where forms are read: what would be taken for one is a literal.
  package var writtenAsInput: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.writtenAsInput))
    case .object(let members) where members.contains { $0.key.utf8.first == UInt8(ascii: "$") }:
      ["$literal": self]
    case .object(let members): .object(members.mapValues(\.writtenAsInput))
    case .null, .bool, .number, .string: self
    }
  }
}
