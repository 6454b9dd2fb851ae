package import CanonicalJSON

/// Reads the members of one object in a suite's file, and reports anything unexpected as a
/// diagnostic of the file.
package struct ObjectReader {
  package let node: JSONNode
  package let file: SourceFile
  /// The noun for the object in messages, with its article, such as `a case`.
  let subject: String

  /// Creates a reader, and reports members other than `keys` with the nearest known key.
  ///
  /// Returns `nil`, after reporting it, if `node` isn't an object.
  ///
  /// - Parameter refused: Keys that the caller reports with a message of its own.
  package init?(
    _ node: JSONNode,
    _ subject: String,
    keys: [String],
    refused: [String] = [],
    in file: SourceFile
  ) {
    guard node.kind == .object else {
      file.report("\(subject) must be an object, not \(node.kind.withArticle)", at: node)
      return nil
    }
    self.node = node
    self.file = file
    self.subject = subject
    for member in node.members {
      let isKnown = (keys + refused).contains(where: member.key.isString)
      guard !isKnown, let key = member.key.string else { continue }
      file.report(Self.unknownMember(key, of: subject, among: keys), at: member.key)
    }
  }

  static func unknownMember(_ key: String, of subject: String, among keys: [String]) -> String {
    let suggestion = Suggestion.nearest(to: key, in: keys).map { "did you mean '\($0)'?" }
    return "unknown member '\(key)' in \(subject); "
      + (suggestion ?? "known members: \(keys.map { "'\($0)'" }.joined(separator: ", "))")
  }

  package subscript(key: String) -> JSONNode? { node[key] }

  /// Returns the member, or reports that it is missing and returns `nil`.
  package func required(_ key: String) -> JSONNode? {
    if let value = node[key] { return value }
    file.report("\(subject) is missing the member '\(key)'", at: node)
    return nil
  }

  /// Returns the text of a required member, or reports the problem and returns `nil` if the member
  /// is missing or isn't a non-empty string.
  package func requiredText(_ key: String) -> String? { required(key).flatMap { text($0, key) } }

  /// Returns the text of an optional member, or `nil` if it is missing. Reports a member that isn't
  /// a non-empty string.
  package func optionalText(_ key: String) -> String? { node[key].flatMap { text($0, key) } }

  /// Returns the text of a required member with its location, or reports the problem and returns
  /// `nil` if the member is missing or isn't a non-empty string.
  package func reference(_ key: String) -> LocatedName? {
    guard let name = requiredText(key), let node = node[key] else { return nil }
    return LocatedName(name: name, location: file.location(of: node))
  }

  /// Returns the text of a required member with its location, and reports a text that isn't a valid
  /// name.
  ///
  /// - Parameter noun: The kind of name in messages, such as `case id`.
  func name(_ key: String, _ form: NameForm, _ noun: String) -> LocatedName? {
    let name = reference(key)
    if let name, let node = node[key], let refusal = form.refusal(of: name.name, as: noun) {
      file.report(refusal, at: node)
    }
    return name
  }

  /// Returns the items of an array member, or none if the member is missing or isn't an array.
  /// Reports the latter, and a missing member if it is required.
  package func items(_ key: String, required isRequired: Bool = false) -> [JSONNode] {
    guard let array = isRequired ? required(key) : node[key] else { return [] }
    guard array.kind == .array else {
      file.report("'\(key)' must be an array, not \(array.kind.withArticle)", at: array)
      return []
    }
    return Array(array.elements)
  }

  /// Returns the non-empty strings of an array member with their nodes, and reports any other item.
  package func texts(_ key: String, required isRequired: Bool = false) -> [(
    text: String, node: JSONNode
  )] {
    items(key, required: isRequired).compactMap { item in
      text(item, "an item of '\(key)'").map { ($0, item) }
    }
  }

  /// Returns the value of a member that names one of a few choices, or `nil` if it is missing.
  /// Reports any other value, and a missing member if it is required.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String,
    required isRequired: Bool = false
  ) -> Choice? {
    guard let text = isRequired ? requiredText(key) : optionalText(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }

    let known = Choice.allCases.map { "'\($0.rawValue)'" }
    file.report(
      "invalid \(key) '\(text)': use one of \(known.joined(separator: ", "))",
      at: node[key] ?? node
    )
    return nil
  }

  /// Returns the value of an optional member that is `true` or `false`, or `nil` if it is missing.
  /// Reports any other value.
  func flag(_ key: String) -> Bool? {
    guard let value = node[key] else { return nil }
    if let flag = value.value.bool { return flag }
    file.report("'\(key)' must be true or false, not \(value.kind.withArticle)", at: value)
    return nil
  }

  /// Returns the value of an optional member that is an index, which is an integer from 0, or `nil`
  /// if it is missing. Reports any other value.
  func index(_ key: String) -> Int? {
    guard let value = node[key] else { return nil }
    if let index = value.number?.integer, index >= 0 { return Int(index) }
    file.report("'\(key)' must be a nonnegative integer", at: value)
    return nil
  }

  private func text(_ value: JSONNode, _ name: String) -> String? {
    let subject = name.contains(" ") ? name : "'\(name)'"
    guard let text = value.string else {
      file.report("\(subject) must be a string, not \(value.kind.withArticle)", at: value)
      return nil
    }
    guard !text.isEmpty else {
      file.report("\(subject) must not be empty", at: value)
      return nil
    }
    return text
  }
}
