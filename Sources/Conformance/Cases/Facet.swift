package import CanonicalJSON

/// A property of an output that a case can expect by name, `entryCount` say.
package struct Facet: Sendable {
  package enum Form: Sendable {
    case count
    /// Distinct values in order of first appearance, out of those that the contract knows.
    case names(known: [String])
  }

  package let name: String
  package let form: Form
  /// The property's value in an output; null where the output has no such thing.
  package let value: @Sendable (JSONValue) -> JSONValue

  package init(_ name: String, _ form: Form, value: @escaping @Sendable (JSONValue) -> JSONValue) {
    self.name = name
    self.form = form
    self.value = value
  }
}
