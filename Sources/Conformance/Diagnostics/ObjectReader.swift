package import CanonicalJSON

/// Reads the members of one object of a suite's file; everything unexpected becomes a diagnostic.
package struct ObjectReader {
  package let node: JSONNode
  package let file: SourceFile
  /// What the object is, with its article: `a case`.
  let subject: String

  /// Nil, with a diagnostic, where `node` is no object. Reports members other than `keys` with the
  /// nearest known one.
  package init?(_ node: JSONNode, _ subject: String, keys: [String], in file: SourceFile) {
    guard node.kind == .object else {
      file.report("\(subject) is an object, not \(node.kind.withArticle)", at: node)
      return nil
    }
    self.node = node
    self.file = file
    self.subject = subject
    for member in node.members {
      guard !keys.contains(where: member.key.isString), let key = member.key.string else {
        continue
      }
      file.report(Self.unknownMember(key, of: subject, among: keys), at: member.key)
    }
  }

  static func unknownMember(_ key: String, of subject: String, among keys: [String]) -> String {
    let suggestion = Suggestion.nearest(to: key, in: keys).map { "did you mean '\($0)'?" }
    return "\(subject) has no member '\(key)'; "
      + (suggestion ?? "known are \(keys.map { "'\($0)'" }.joined(separator: ", "))")
  }

  package subscript(key: String) -> JSONNode? { node[key] }

  /// The member, reported where it is missing.
  package func required(_ key: String) -> JSONNode? {
    if let value = node[key] { return value }
    file.report("\(subject) needs the member '\(key)'", at: node)
    return nil
  }

  /// A member that must be there and be a non-empty string.
  package func requiredText(_ key: String) -> String? { required(key).flatMap { text($0, key) } }

  /// A non-empty string, if the member is there.
  package func optionalText(_ key: String) -> String? { node[key].flatMap { text($0, key) } }

  /// A member that must be there and be a non-empty string, with its place.
  package func reference(_ key: String) -> Matrix.Reference? {
    guard let name = requiredText(key), let node = node[key] else { return nil }
    return Matrix.Reference(name: name, location: file.location(of: node))
  }

  /// A member that must be there and be a name.
  ///
  /// - Parameter noun: what it is, with its article.
  func name(_ key: String, _ form: NameForm, _ noun: String) -> Matrix.Reference? {
    let name = reference(key)
    if let name, let node = node[key], let refusal = form.refusal(of: name.name, as: noun) {
      file.report(refusal, at: node)
    }
    return name
  }

  /// The items of an array member; none where it is missing and may be.
  package func items(_ key: String, required isRequired: Bool = false) -> [JSONNode] {
    guard let array = isRequired ? required(key) : node[key] else { return [] }
    guard array.kind == .array else {
      file.report("'\(key)' is an array, not \(array.kind.withArticle)", at: array)
      return []
    }
    return Array(array.elements)
  }

  /// The strings of an array member with their nodes; an item that is none is reported.
  package func texts(_ key: String, required isRequired: Bool = false) -> [(
    text: String, node: JSONNode
  )] {
    items(key, required: isRequired).compactMap { item in
      text(item, "an item of '\(key)'").map { ($0, item) }
    }
  }

  private func text(_ value: JSONNode, _ name: String) -> String? {
    let subject = name.contains(" ") ? name : "'\(name)'"
    guard let text = value.string else {
      file.report("\(subject) is a string, not \(value.kind.withArticle)", at: value)
      return nil
    }
    guard !text.isEmpty else {
      file.report("\(subject) is empty", at: value)
      return nil
    }
    return text
  }
}
