internal import CanonicalJSON

/// The texts that each member holds in a set of values, with their counts.
struct TextCounts {
  /// The counts of each text, by the name of the member that holds it.
  private var counts: [TextKey: [TextKey: Int]] = [:]

  /// Counts the texts in some values. Those in no member have the name `output`.
  init(of values: some Sequence<JSONValue>) {
    for value in values { add(value, name: "output") }
  }

  /// Counts the texts in a value.
  ///
  /// - Parameters:
  ///   - value: The value to search.
  ///   - name: The name of the member that holds the value.
  private mutating func add(_ value: JSONValue, name: String) {
    switch value {
    case .object(let members): for member in members { add(member.value, name: member.key) }
    case .array(let elements): for element in elements { add(element, name: name) }
    case .string(let text): counts[TextKey(name), default: [:]][TextKey(text), default: 0] += 1
    case .null, .bool, .number: break
    }
  }

  /// The names of members that hold at most 16 different texts, each of which occurs eight times or
  /// more on average.
  var names: Set<TextKey> {
    Set(counts.filter { $1.count <= 16 && $1.values.reduce(0, +) >= 8 * $1.count }.keys)
  }
}
