package import CanonicalJSON

/// The forms in which a case writes a long value, a string that contains JSON, or the text of
/// another file: `$json`, `$repeat`, `$concat`, `$file`, `$literal`.
enum InputMacro: String, CaseIterable {
  case json = "$json"
  case repetition = "$repeat"
  case concatenation = "$concat"
  case file = "$file"
  case literal = "$literal"

  /// The largest size of a text that a form represents, in bytes: 16 MiB.
  static let byteLimit = 1 << 24

  /// The largest total size of the texts that the forms of one case represent, including their
  /// parts, in bytes.
  private static let caseSizeLimit = 4 * byteLimit

  private static let names = allCases.map(\.rawValue)

  /// Creates the form that an object uses, or returns `nil` if it is an ordinary value.
  private init?(of node: JSONNode) {
    let form = node.kind == .object ? Self.allCases.first { node[$0.rawValue] != nil } : nil
    guard let form else { return nil }
    self = form
  }

  /// Returns the value that a part of an input represents, or `nil` if a diagnostic in `file` says
  /// why it has none.
  static func value(of node: JSONNode, in file: SourceFile) -> JSONValue? {
    if let form = InputMacro(of: node) { return form.value(of: node, in: file) }

    switch node.kind {
    case .array:
      let elements = node.elements.map { value(of: $0, in: file) }
      return elements.contains(nil) ? nil : .array(elements.compactMap(\.self))
    case .object:
      let members = node.members.compactMap { member -> (String, JSONValue)? in
        guard !isMisspelled(member.key, in: file), let value = value(of: member.value, in: file)
        else { return nil }
        return (member.key.string ?? "", value)
      }
      return members.count == node.members.count ? .object(JSONObject(members)) : nil
    default: return node.value
    }
  }

  /// Whether an object needs a form itself, because one of its keys looks like the key of a form.
  static func isNeededToWrite(_ object: JSONNode) -> Bool {
    object.members.contains { isReserved($0.key.string ?? "") }
  }

  /// Whether a key looks like the key of a form.
  fileprivate static func isReserved(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "$")
  }

  /// Whether a node uses a written form.
  static func isMacro(_ node: JSONNode) -> Bool { InputMacro(of: node) != nil }

  /// Whether a key looks like a misspelled form. Reports it with the form that it resembles.
  static func isMisspelled(_ key: JSONNode, in file: SourceFile) -> Bool {
    guard let name = key.string, isReserved(name),
      let form = Suggestion.nearest(to: name, in: names)
    else { return false }
    file.report(
      "unknown special key '\(name)'; did you mean '\(form)'?",
      at: key,
      notes: [#"to use '\#(name)' as an ordinary key, write {"$literal": {"\#(name)": …}}"#]
    )
    return true
  }

  /// Returns the value that this form in a node represents, or reports the problem and returns
  /// `nil`. An object with a member that doesn't belong to the form has no value.
  private func value(of node: JSONNode, in file: SourceFile) -> JSONValue? {
    let keys = self == .repetition ? [rawValue, "times"] : [rawValue]
    guard let reader = ObjectReader(node, "an object with '\(rawValue)'", keys: keys, in: file),
      node.members.allSatisfy({ member in keys.contains(where: member.key.isString) }),
      let content = node[rawValue]
    else { return nil }

    switch self {
    case .literal: return content.value
    case .json: return jsonText(of: content, in: file).map { .string($0) }
    case .repetition:
      return repeatedText(content, reader, in: file).map { .string($0) }
    case .concatenation: return joinedText(content, in: file).map { .string($0) }
    case .file: return fileText(content, of: node, in: file).map { .string($0) }
    }
  }

  /// Returns the canonical JSON text of a value, or `nil` if the value can't be read or the text is
  /// too long.
  private func jsonText(of content: JSONNode, in file: SourceFile) -> String? {
    guard let value = Self.value(of: content, in: file) else { return nil }
    let text = value.canonicalText()
    guard isCounted(text.utf8.count, content, in: file) else { return nil }
    return isShort(text, content, in: file) ? text : nil
  }

  /// Returns a text as often as the member `times` of the form says, or reports the problem and
  /// returns `nil`. The limit is checked before the copies are made.
  private func repeatedText(
    _ content: JSONNode,
    _ reader: ObjectReader,
    in file: SourceFile
  ) -> String? {
    guard let text = text(content, in: file), let times = reader.required("times") else {
      return nil
    }

    let most = Self.byteLimit / max(1, text.utf8.count)
    guard let count = times.number?.integer, (0...Int64(most)).contains(count) else {
      file.report(
        "'times' must be an integer from 0 to \(most), so that the result is at most 16 MiB",
        at: times
      )
      return nil
    }

    guard isCounted(text.utf8.count * Int(count), content, in: file) else { return nil }
    return String(text, times: Int(count))
  }

  /// Returns the texts of an array as one text, or reports the problem and returns `nil`. Each item
  /// that isn't a text is reported, unless a limit is exceeded before it.
  private func joinedText(_ content: JSONNode, in file: SourceFile) -> String? {
    guard content.kind == .array else {
      file.report(
        "'$concat' must be an array of strings, not \(content.kind.withArticle)",
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
      // Check before appending the next part, because many long texts fit into a short file.
      guard isShort(whole, content, in: file) else { return nil }
    }
    return isWhole ? whole : nil
  }

  /// Returns the text of the file that a form names, or reports the problem at the form and returns
  /// `nil`.
  private func fileText(_ name: JSONNode, of node: JSONNode, in file: SourceFile) -> String? {
    guard let path = name.string else {
      file.report(
        "'\(rawValue)' must be a string, not \(name.kind.withArticle)",
        at: node,
        notes: ["write the path of a text file, relative to the folder of this file"]
      )
      return nil
    }
    // Don't read further files of a case that is reported already.
    guard file.writtenBytes <= Self.caseSizeLimit else { return nil }

    do throws(TextFiles.Problem) {
      let text = try file.texts.content(of: path).text
      return isCounted(text.utf8.count, node, in: file) ? text : nil
    } catch {
      file.report(error.message, at: node, notes: [error.note])
      return nil
    }
  }

  /// Returns the location of a value as a reader looks for it: the file that a form names, otherwise
  /// the node.
  static func location(of node: JSONNode, in file: SourceFile) -> SourceLocation {
    guard case .file? = InputMacro(of: node), let name = node[InputMacro.file.rawValue]?.string
    else { return file.location(of: node) }
    return SourceLocation(file: file.texts.shown(name))
  }

  /// Adds the bytes of a text to the total of the case, and returns whether the total is within the
  /// limit. Reports only the first text that exceeds it.
  private func isCounted(_ bytes: Int, _ content: JSONNode, in file: SourceFile) -> Bool {
    let wasWithinLimit = file.writtenBytes <= Self.caseSizeLimit
    file.writtenBytes += bytes
    let isWithinLimit = file.writtenBytes <= Self.caseSizeLimit
    if wasWithinLimit, !isWithinLimit {
      file.report(
        "the special keys of this case ('$json', '$repeat', '$concat', '$file') produce more than "
          + "the limit of 64 MiB of text",
        at: content
      )
    }
    return isWithinLimit
  }

  /// Whether a text is within the limit for one form. Reports a text that isn't.
  private func isShort(_ text: String, _ content: JSONNode, in file: SourceFile) -> Bool {
    if text.utf8.count > Self.byteLimit {
      file.report("'\(rawValue)' produces more than the limit of 16 MiB of text", at: content)
    }
    return text.utf8.count <= Self.byteLimit
  }

  /// Returns the text that a string or a form represents, or reports the problem and returns `nil`.
  private func text(_ node: JSONNode, in file: SourceFile) -> String? {
    guard let value = Self.value(of: node, in: file) else { return nil }
    if let text = value.string { return text }
    file.report(
      "\(self == .repetition ? "" : "an item of ")'\(rawValue)' must be a string, "
        + "not \(value.kind.withArticle)",
      at: node
    )
    return nil
  }

  /// Returns the node where a part of a node's value is written, or the nearest node that contains
  /// it.
  static func node(at tokens: ArraySlice<String>, in node: JSONNode) -> JSONNode {
    if let form = InputMacro(of: node) {
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
  /// Returns the node at the end of a path, or the last one on the way that exists.
  fileprivate func node(at tokens: ArraySlice<String>) -> JSONNode {
    guard let token = tokens.first, let part = node(at: JSONPointer(tokens: [token])) else {
      return self
    }
    return part.node(at: tokens.dropFirst())
  }
}

extension String {
  /// Creates a string of `times` copies of a text by doubling. `String(repeating:count:)` takes one
  /// step for each copy.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes in the result.
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
  /// The value as it has to be written in a file in which forms are read. An object that could be
  /// mistaken for a form becomes a literal.
  package var writtenAsInput: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.writtenAsInput))
    case .object(let members) where members.contains { InputMacro.isReserved($0.key) }:
      ["$literal": self]
    case .object(let members): .object(members.mapValues(\.writtenAsInput))
    case .null, .bool, .number, .string: self
    }
  }
}
