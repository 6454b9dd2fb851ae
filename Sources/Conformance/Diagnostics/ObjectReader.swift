package import CanonicalJSON

/// Reads the members of one object in a suite's file.
///
/// It reads with a ``JSONReader``, but reports what that throws as a diagnostic of the file and goes
/// on, so that one run reports every mistake of a file.
package struct ObjectReader {
  package let node: JSONNode
  package let file: SourceFile
  private let object: JSONReader<JSONNode>

  /// Creates a reader, and reports members other than `keys` with the nearest known key.
  ///
  /// Returns `nil`, after reporting it, if `node` isn't an object.
  ///
  /// - Parameters:
  ///   - subject: The noun for the object in messages, with its article, such as `a case`.
  ///   - refused: Keys that the caller reports with a message of its own.
  package init?(
    _ node: JSONNode,
    _ subject: String,
    keys: [String],
    refused: [String] = [],
    in file: SourceFile
  ) {
    self.node = node
    self.file = file
    object = JSONReader(node, as: subject)
    guard read({ object throws(InputRefusal) in try object.requireObject() }) != nil else {
      return nil
    }

    let unknown = object.unknownMembers(besides: keys, refused)
    guard !unknown.isEmpty else { return }
    for error in unknown {
      let member = node.members.first { member in
        error.pointer.tokens.last.map(member.key.isString) ?? false
      }
      file.report(error.message, at: member?.key ?? node)
    }
  }

  /// Returns what `body` reads from the object. Reports an error that it throws at the part that
  /// the error is about, and returns `nil`.
  private func read<Value>(
    _ body: (JSONReader<JSONNode>) throws(InputRefusal) -> Value
  ) -> Value? {
    do throws(InputRefusal) {
      return try body(object)
    } catch {
      file.report(error.message, at: node.node(at: error.pointer) ?? node)
      return nil
    }
  }

  // MARK: - Members

  /// The member with the key, or `nil` if there is none.
  package subscript(key: String) -> JSONNode? { node[key] }

  /// Returns the member, or reports that it is missing and returns `nil`.
  package func required(_ key: String) -> JSONNode? {
    read { object throws(InputRefusal) in try object.required(key).value }
  }

  /// Returns the text of a required member, or reports the problem and returns `nil` if the member
  /// is missing or isn't a non-empty string.
  package func requiredText(_ key: String) -> String? {
    read { object throws(InputRefusal) in try object.required(key).nonEmptyText() }
  }

  /// Returns the text of an optional member, or `nil` if it is missing. Reports a member that isn't
  /// a non-empty string.
  package func optionalText(_ key: String) -> String? {
    optional(key) { member throws(InputRefusal) in try member.nonEmptyText() }
  }

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
    readers(of: key, required: isRequired).map(\.value)
  }

  /// Returns the non-empty strings of an array member with their nodes, and reports any other item.
  package func texts(_ key: String, required isRequired: Bool = false) -> [(
    text: String, node: JSONNode
  )] {
    readers(of: key, required: isRequired).compactMap { item in
      read { _ throws(InputRefusal) in (try item.nonEmptyText(), item.value) }
    }
  }

  /// Returns the value of a member that names one of a few choices, or `nil` if it is missing.
  /// Reports any other value, and a missing member if it is required.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String,
    required isRequired: Bool = false
  ) -> Choice? {
    if isRequired {
      return read { object throws(InputRefusal) in try object.required(key).choice(key) }
    }
    return optional(key) { member throws(InputRefusal) in try member.choice(key) }
  }

  /// Returns the value of an optional member that is `true` or `false`, or `nil` if it is missing.
  /// Reports any other value.
  func flag(_ key: String) -> Bool? {
    optional(key) { member throws(InputRefusal) in try member.bool() }
  }

  /// Returns the value of an optional member that is an integer from 0 on, or `nil` if it is
  /// missing. Reports any other value.
  func nonnegative(_ key: String) -> Int? {
    optional(key) { member throws(InputRefusal) in try member.nonnegative() }
  }

  /// Returns what a closure makes of an optional member that is a number, or `nil` if it is missing.
  /// Reports any other value, and a number that isn't valid.
  ///
  /// - Parameters:
  ///   - form: The valid values, for the message.
  ///   - convert: A closure that returns `nil` for a number that isn't valid.
  func number<Converted>(
    _ key: String,
    _ form: String,
    _ convert: (JSONNumber) -> Converted?
  ) -> Converted? {
    optional(key) { member throws(InputRefusal) in try member.number(form, convert) }
  }

  /// Returns what `body` reads from a member, or `nil` if there is no such member.
  private func optional<Value>(
    _ key: String,
    _ body: (JSONReader<JSONNode>) throws(InputRefusal) -> Value
  ) -> Value? {
    guard let member = object[key] else { return nil }
    return read { _ throws(InputRefusal) in try body(member) }
  }

  private func readers(of key: String, required isRequired: Bool) -> [JSONReader<JSONNode>] {
    if isRequired {
      return read { object throws(InputRefusal) in try object.required(key).elements() } ?? []
    }
    return optional(key) { member throws(InputRefusal) in try member.elements() } ?? []
  }
}
