package import CanonicalJSON

/// One place where an actual value is not the expected one.
package struct Difference: Hashable, Sendable {
  /// What happened to the value.
  package enum Change: Hashable, Sendable {
    /// Another value stands there.
    case changed(expected: JSONValue, actual: JSONValue)
    /// The expected value is not there.
    case missing(JSONValue)
    /// A value is there that nothing expects.
    case unexpected(JSONValue)
    /// The element, known by its identity, stands at another index of its array.
    case moved(from: Int, to: Int)
  }

  /// Where the value stands: in the actual value if it is unexpected, otherwise in the expected
  /// one.
  package let pointer: JSONPointer

  package let change: Change

  /// The identity of the array element that is missing, unexpected or moved, nil where there is
  /// none.
  package let element: TextKey?

  package init(at pointer: JSONPointer, _ change: Change, element: TextKey? = nil) {
    self.pointer = pointer
    self.change = change
    self.element = element
  }
}
