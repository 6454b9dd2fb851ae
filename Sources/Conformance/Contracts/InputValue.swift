package import CanonicalJSON

/// A part of an input, or of a report, and its place, for those who read it; what they don't expect
/// is refused there.
package struct InputValue: Sendable {
  private indirect enum Place: Sendable {
    case input
    case member(String, of: Place)
    case element(Int, of: Place)
  }

  package let value: JSONValue
  private let place: Place

  package init(_ input: JSONValue) {
    value = input
    place = .input
  }

  private init(_ value: JSONValue, _ place: Place) {
    self.value = value
    self.place = place
  }

  package var pointer: JSONPointer {
    var tokens: [String] = []
    var place = place
    while true {
      switch place {
      case .input: return JSONPointer(tokens: tokens.reversed())
      case .member(let key, let parent): (_, place) = (tokens.append(key), parent)
      case .element(let index, let parent): (_, place) = (tokens.append("\(index)"), parent)
      }
    }
  }

  /// What messages call it.
  private var name: String {
    switch place {
    case .input: "an input"
    case .member(let key, _): "'\(key)'"
    case .element(_, .member(let key, _)): "an item of '\(key)'"
    case .element: "an item"
    }
  }

  /// - Parameter message: begins with a verb; what it is about is put before.
  package func refusal(_ message: String) -> InputRefusal {
    InputRefusal("\(name) \(message)", at: pointer)
  }

  // MARK: - Parts

  /// Refuses a value that is no object, and members other than `keys`; null where `keys` is empty.
  package func object(_ keys: [String]) throws(InputRefusal) -> InputValue {
    guard let object = value.object else {
      throw refusal("is an object, not \(value.kind.withArticle)")
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

  package func required(_ key: String) throws(InputRefusal) -> InputValue {
    guard let member = self[key] else { throw refusal("needs the member '\(key)'") }
    return member
  }

  package func elements() throws(InputRefusal) -> [InputValue] {
    guard let elements = value.elements else {
      throw refusal("is an array, not \(value.kind.withArticle)")
    }
    return elements.enumerated().map { InputValue($1, .element($0, of: place)) }
  }

  package func list<Element>(
    _ key: String,
    _ read: (InputValue) throws(InputRefusal) -> Element
  ) throws(InputRefusal) -> [Element] {
    var list: [Element] = []
    for element in try required(key).elements() { list.append(try read(element)) }
    return list
  }

  /// The one member of a step, which has one of these names.
  package func step(
    _ names: [String]
  ) throws(InputRefusal) -> (name: String, argument: InputValue) {
    let members = try object(names).value.object ?? [:]
    guard members.count == 1, let name = members.first?.key else {
      throw refusal("has exactly one of \(names.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return (name, try required(name))
  }

  // MARK: - Values

  package func text() throws(InputRefusal) -> String {
    guard let text = value.string else {
      throw refusal("is a string, not \(value.kind.withArticle)")
    }
    return text
  }

  package func nonEmptyText() throws(InputRefusal) -> String {
    let text = try text()
    if text.isEmpty { throw refusal("is empty") }
    return text
  }

  package func bool() throws(InputRefusal) -> Bool {
    guard let bool = value.bool else {
      throw refusal("is true or false, not \(value.kind.withArticle)")
    }
    return bool
  }

  /// The argument of a step that takes none.
  package func requireTrue() throws(InputRefusal) {
    if value.bool != true {
      throw refusal("has to be true, not \(value.bool.map { "\($0)" } ?? value.kind.withArticle)")
    }
  }

  package func integer(in range: ClosedRange<Int64> = .min ... .max) throws(InputRefusal) -> Int64 {
    if let integer = value.number?.integer, range.contains(integer) { return integer }
    throw refusal(
      range == .min ... .max
        ? "is a whole number that fits in a signed 64-bit integer"
        : "is a whole number from \(range.lowerBound) to \(range.upperBound)"
    )
  }
}
