package import CanonicalJSON

/// JSON that a reader takes apart: a value, or a node of a file, which has a position.
package protocol ReadableJSON: Sendable {
  var kind: JSONNode.Kind { get }
  var bool: Bool? { get }
  var number: JSONNumber? { get }
  var string: String? { get }

  /// The elements, or `nil` unless this is an array.
  var arrayElements: [Self]? { get }

  /// The keys of the members in their order, or `nil` unless this is an object. A key with an
  /// unpaired surrogate is left out.
  var memberKeys: [String]? { get }

  /// Whether this is an object with a member whose key isn't one of `keys`.
  func hasMembers(besides keys: [String]) -> Bool

  /// The member with the key, or `nil` if there is none or this isn't an object.
  subscript(key: String) -> Self? { get }
}

/// A part of some JSON, together with its place.
///
/// Each method that reads a part throws an `InputRefusal` with the place if the part isn't what the
/// caller expects. The reader of an input stops there. ``ObjectReader`` reports it as a diagnostic
/// of a file and goes on.
package struct JSONReader<Part: ReadableJSON>: Sendable {
  package let value: Part
  private let place: ReadPlace

  /// Creates the root of a document or an input.
  ///
  /// - Parameter noun: The noun for the root in messages, with its article.
  package init(_ root: Part, as noun: String) {
    value = root
    place = .root(noun: noun)
  }

  private init(_ value: Part, _ place: ReadPlace) {
    self.value = value
    self.place = place
  }

  /// The place of the part as a JSON Pointer from the root.
  package var pointer: JSONPointer { place.pointer }

  /// Returns an error about this part.
  ///
  /// - Parameter message: The rest of the message, which starts with a verb. The noun for the part
  ///   precedes it.
  package func refusal(_ message: String) -> InputRefusal {
    InputRefusal("\(place.noun) \(message)", at: pointer)
  }

  // MARK: - Parts

  /// Returns the part itself, if it is an object with no members other than `keys`.
  ///
  /// - Throws: An `InputRefusal` for any other part.
  package func object(_ keys: [String]) throws(InputRefusal) -> JSONReader {
    try requireObject()
    guard !value.hasMembers(besides: keys) else { throw unknownMembers(besides: keys)[0] }
    return self
  }

  /// Throws an `InputRefusal` unless the part is an object.
  func requireObject() throws(InputRefusal) { try require(.object) }

  /// Returns an error for each member of an object whose key isn't one of `keys`, in the order of
  /// the members. It suggests the nearest of the keys.
  ///
  /// - Parameter refused: Further keys that aren't reported.
  func unknownMembers(besides keys: [String], _ refused: [String] = []) -> [InputRefusal] {
    let known = keys + refused
    let unknown = (value.memberKeys ?? []).filter { key in
      !known.contains { $0.hasSameBytes(as: key) }
    }
    return unknown.map { key in
      let suggestion = Suggestion.nearest(to: key, in: keys).map { "did you mean '\($0)'?" }
      return InputRefusal(
        "unknown member '\(key)' in \(place.noun); "
          + (suggestion ?? "known members: \(keys.map { "'\($0)'" }.joined(separator: ", "))"),
        at: pointer.appending(key)
      )
    }
  }

  /// The member with the key, or `nil` if there is none.
  package subscript(key: String) -> JSONReader? {
    value[key].map { JSONReader($0, .member(key, of: place)) }
  }

  /// Returns a member, or throws an `InputRefusal` if it is missing.
  package func required(_ key: String) throws(InputRefusal) -> JSONReader {
    guard let member = self[key] else { throw refusal("is missing the member '\(key)'") }
    return member
  }

  /// Returns the elements of an array, or throws an `InputRefusal` for any other value.
  package func elements() throws(InputRefusal) -> [JSONReader] {
    try require(.array)
    return (value.arrayElements ?? []).enumerated().map { index, element in
      JSONReader(element, .element(index, of: place))
    }
  }

  /// Returns the results of reading each element of a required array member.
  package func list<Element>(
    _ key: String,
    _ read: (JSONReader) throws(InputRefusal) -> Element
  ) throws(InputRefusal) -> [Element] {
    let member = try required(key)
    try member.require(.array)
    let elements = member.value.arrayElements ?? []

    var list: [Element] = []
    list.reserveCapacity(elements.count)
    for index in elements.indices {
      list.append(try read(JSONReader(elements[index], .element(index, of: member.place))))
    }
    return list
  }

  /// Returns the only member of a step and its name.
  ///
  /// - Throws: An `InputRefusal` if the step doesn't have exactly one member, with one of these
  ///   names.
  package func step(
    _ names: [String]
  ) throws(InputRefusal) -> (name: String, argument: JSONReader) {
    let members = try object(names).value.memberKeys ?? []
    guard members.count == 1, let name = members.first else {
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      throw refusal("must have exactly one of these members: \(list)")
    }
    return (name, try required(name))
  }

  // MARK: - Values

  /// Returns a text, or throws an `InputRefusal` for any other value.
  package func text() throws(InputRefusal) -> String {
    guard let text = value.string else {
      throw refusal("must be a string, not \(value.kind.withArticle)")
    }
    return text
  }

  /// Returns a text that isn't empty, or throws an `InputRefusal` for any other value.
  package func nonEmptyText() throws(InputRefusal) -> String {
    let text = try text()
    if text.isEmpty { throw refusal("must not be empty") }
    return text
  }

  /// Returns a boolean, or throws an `InputRefusal` for any other value.
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

  /// Returns a whole number from 0 on that fits an `Int`, or throws an `InputRefusal` for any other
  /// value.
  package func nonnegative() throws(InputRefusal) -> Int {
    try number("a nonnegative integer") { number in
      number.integer.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// Returns what a closure makes of a number, or throws an `InputRefusal` for any other value and
  /// for a number that isn't valid.
  ///
  /// - Parameters:
  ///   - form: The valid values, for the message.
  ///   - convert: A closure that returns `nil` for a number that isn't valid.
  func number<Converted>(
    _ form: String,
    _ convert: (JSONNumber) -> Converted?
  ) throws(InputRefusal) -> Converted {
    if let converted = value.number.flatMap(convert) { return converted }
    throw refusal("must be \(form), not \(value.number?.writtenText ?? value.kind.withArticle)")
  }

  /// Returns the choice that a text names, or throws an `InputRefusal` for any other value.
  ///
  /// - Parameter noun: The noun for the text in the message, without an article.
  package func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ noun: String
  ) throws(InputRefusal) -> Choice {
    let text = try nonEmptyText()
    if let choice = Choice(rawValue: text) { return choice }

    let known = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw InputRefusal("invalid \(noun) '\(text)': use one of \(known)", at: pointer)
  }

  private func require(_ kind: JSONNode.Kind) throws(InputRefusal) {
    guard value.kind == kind else {
      throw refusal("must be \(kind.withArticle), not \(value.kind.withArticle)")
    }
  }
}

/// The way from the root of some JSON to one of its parts.
private indirect enum ReadPlace: Sendable {
  case root(noun: String)
  case member(String, of: ReadPlace)
  case element(Int, of: ReadPlace)

  var pointer: JSONPointer {
    var tokens: [String] = []
    var place = self
    while true {
      switch place {
      case .root:
        return JSONPointer(tokens: tokens.reversed())
      case .member(let key, let parent):
        tokens.append(key)
        place = parent
      case .element(let index, let parent):
        tokens.append("\(index)")
        place = parent
      }
    }
  }

  /// The noun for the part in messages.
  var noun: String {
    switch self {
    case .root(let noun): noun
    case .member(let key, _): "'\(key)'"
    case .element(_, .member(let key, _)): "an item of '\(key)'"
    case .element: "an item"
    }
  }
}

// MARK: - Inputs

/// A part of an input or of a report, which has no position in a file.
package typealias InputValue = JSONReader<JSONValue>

extension JSONReader<JSONValue> {
  /// Creates the root of an input.
  package init(_ input: JSONValue) { self.init(input, as: "the input") }
}

extension JSONValue: ReadableJSON {
  package var arrayElements: [JSONValue]? { elements }
  package var memberKeys: [String]? { object.map { $0.map(\.key) } }

  package func hasMembers(besides keys: [String]) -> Bool {
    guard let object else { return false }
    return object.indices.contains { index in
      let key = object[index].key
      return !keys.contains { $0.hasSameBytes(as: key) }
    }
  }
}

extension JSONNode: ReadableJSON {
  package var arrayElements: [JSONNode]? { kind == .array ? Array(elements) : nil }

  package var memberKeys: [String]? {
    kind == .object ? members.compactMap(\.key.string) : nil
  }

  package func hasMembers(besides keys: [String]) -> Bool {
    (memberKeys ?? []).contains { key in !keys.contains { $0.hasSameBytes(as: key) } }
  }
}
