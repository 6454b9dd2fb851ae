package import CanonicalJSON

/// A part of an input or of a report, together with its place. A reader refuses an unexpected part
/// with its place.
package struct InputValue: Sendable {
  private indirect enum Place: Sendable {
    case root(noun: String)
    case member(String, of: Place)
    case element(Int, of: Place)
  }

  package let value: JSONValue
  private let place: Place

  /// Creates the root of an input.
  ///
  /// - Parameter noun: The noun for the root in messages.
  package init(_ input: JSONValue, as noun: String = "the input") {
    value = input
    place = .root(noun: noun)
  }

  private init(_ value: JSONValue, _ place: Place) {
    self.value = value
    self.place = place
  }

  /// The place of the part as a JSON Pointer from the root of the input.
  package var pointer: JSONPointer {
    var tokens: [String] = []
    var place = place
    while true {
      switch place {
      case .root: return JSONPointer(tokens: tokens.reversed())
      case .member(let key, let parent): (_, place) = (tokens.append(key), parent)
      case .element(let index, let parent): (_, place) = (tokens.append("\(index)"), parent)
      }
    }
  }

  /// The noun for the part in messages.
  private var name: String {
    switch place {
    case .root(let noun): noun
    case .member(let key, _): "'\(key)'"
    case .element(_, .member(let key, _)): "an item of '\(key)'"
    case .element: "an item"
    }
  }

  /// Returns an error about this part of the input.
  ///
  /// - Parameter message: The rest of the message, which starts with a verb. The noun for the part
  ///   precedes it.
  package func refusal(_ message: String) -> InputRefusal {
    InputRefusal("\(name) \(message)", at: pointer)
  }

  // MARK: - Parts

  /// Returns the part itself, if it is an object with no members other than `keys`.
  ///
  /// - Throws: An `InputRefusal` for any other part.
  package func object(_ keys: [String]) throws(InputRefusal) -> InputValue {
    guard let object = value.object else {
      throw refusal("must be an object, not \(value.kind.withArticle)")
    }
    for member in object where !keys.contains(where: { $0.hasSameBytes(as: member.key) }) {
      throw InputRefusal(
        ObjectReader.unknownMember(member.key, of: name, among: keys),
        at: pointer.appending(member.key)
      )
    }
    return self
  }

  package subscript(key: String) -> InputValue? {
    value[key].map { InputValue($0, .member(key, of: place)) }
  }

  /// Returns a member, or throws an `InputRefusal` if it is missing.
  package func required(_ key: String) throws(InputRefusal) -> InputValue {
    guard let member = self[key] else { throw refusal("is missing the member '\(key)'") }
    return member
  }

  /// Returns the elements of an array, or throws an `InputRefusal` for any other value.
  package func elements() throws(InputRefusal) -> [InputValue] {
    guard let elements = value.elements else {
      throw refusal("must be an array, not \(value.kind.withArticle)")
    }
    return elements.enumerated().map { InputValue($1, .element($0, of: place)) }
  }

  /// Returns the results of reading each element of a required array member.
  package func list<Element>(
    _ key: String,
    _ read: (InputValue) throws(InputRefusal) -> Element
  ) throws(InputRefusal) -> [Element] {
    var list: [Element] = []
    for element in try required(key).elements() { list.append(try read(element)) }
    return list
  }

  /// Returns the only member of a step and its name.
  ///
  /// - Throws: An `InputRefusal` if the step doesn't have exactly one member, with one of these
  ///   names.
  package func step(
    _ names: [String]
  ) throws(InputRefusal) -> (name: String, argument: InputValue) {
    let members = try object(names).value.object ?? [:]
    guard members.count == 1, let name = members.first?.key else {
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      throw refusal("must have exactly one of these members: \(list)")
    }
    return (name, try required(name))
  }

  // MARK: - Values

  package func text() throws(InputRefusal) -> String {
    guard let text = value.string else {
      throw refusal("must be a string, not \(value.kind.withArticle)")
    }
    return text
  }

  package func nonEmptyText() throws(InputRefusal) -> String {
    let text = try text()
    if text.isEmpty { throw refusal("must not be empty") }
    return text
  }

  package func bool() throws(InputRefusal) -> Bool {
    guard let bool = value.bool else {
      throw refusal("must be true or false, not \(value.kind.withArticle)")
    }
    return bool
  }

  /// Checks the argument of a step that has none, which has to be `true`.
  package func requireTrue() throws(InputRefusal) {
    if value.bool != true {
      throw refusal("must be true, not \(value.bool.map { "\($0)" } ?? value.kind.withArticle)")
    }
  }

  /// Returns a whole number in a range, or throws an `InputRefusal` for any other value.
  package func integer(in range: ClosedRange<Int64> = .min ... .max) throws(InputRefusal) -> Int64 {
    if let integer = value.number?.integer, range.contains(integer) { return integer }
    throw refusal(
      range == .min ... .max
        ? "must be a signed 64-bit integer"
        : "must be an integer from \(range.lowerBound) to \(range.upperBound)"
    )
  }
}
