/// A name and a value by which a reader of a report recognizes the run, such as `commit` and the
/// hash of the commit.
package struct RunLabel: Hashable, Sendable {
  package let name: String
  package let value: String

  /// Creates a label without checking it. See ``refusal``.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// The reason why the name or the value can't be in a report, or `nil` if both can.
  package var refusal: String? {
    if let refusal = NameForm.any.refusal(of: name, as: "label name") { return refusal }
    if value.utf8.allSatisfy({ $0 == 0x20 }) { return "the label '\(name)' must not be blank" }
    if value.utf8.count > Self.byteLimit {
      return "the label '\(name)' must have at most \(Self.byteLimit) bytes"
    }
    return nil
  }

  /// The maximum size of a value, in bytes.
  private static let byteLimit = 1_000
}

extension [RunLabel] {
  /// The values by name. If several labels have a name, the value of the first one counts.
  package var byName: [String: String] {
    Dictionary(map { ($0.name, $0.value) }) { first, _ in first }
  }
}
