package import CanonicalJSON

/// One place at which the actual value isn't the expected one.
package struct Difference: Hashable, Sendable {
  /// The way in which the values differ.
  package enum Change: Hashable, Sendable {
    /// The place has another value.
    case changed(expected: JSONValue, actual: JSONValue)
    /// The expected value is missing.
    case missing(JSONValue)
    /// The actual value contains a value that isn't expected.
    case unexpected(JSONValue)
    /// The element, identified by its identity, is at another index of its array.
    case moved(from: Int, to: Int)
  }

  /// The location of the value: in the actual value if it is unexpected, otherwise in the expected
  /// one.
  package let pointer: JSONPointer

  package let change: Change

  /// The identity of the array element that is missing, unexpected or moved, or `nil` if there is
  /// none.
  package let element: TextKey?

  /// The lines in which two texts differ that are the whole outputs of an operation that returns
  /// texts, otherwise `nil`.
  package let lines: LineDifference?

  package init(
    at pointer: JSONPointer,
    _ change: Change,
    element: TextKey? = nil,
    lines: LineDifference? = nil
  ) {
    self.pointer = pointer
    self.change = change
    self.element = element
    self.lines = lines
  }
}
