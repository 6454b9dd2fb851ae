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

  /// What differs, with the values at the place.
  package let change: Change

  /// The identity of the array element that is missing, unexpected or moved, or `nil` if there is
  /// none.
  package let element: TextKey?

  /// The lines in which two texts differ that are the whole outputs of an operation that returns
  /// texts, otherwise `nil`.
  package let lines: LineDifference?

  /// The location in the actual value of what `pointer` locates in the expected one, or `nil` if
  /// the indices in both pointers agree or if only one value has the location.
  package let counterpart: JSONPointer?

  package init(
    at pointer: JSONPointer,
    _ change: Change,
    element: TextKey? = nil,
    lines: LineDifference? = nil,
    counterpart: JSONPointer? = nil
  ) {
    self.pointer = pointer
    self.change = change
    self.element = element
    self.lines = lines
    self.counterpart = counterpart
  }
}

extension Difference {
  /// The location in the expected value, or `nil` if the expected value has no such location.
  package var expectedPointer: JSONPointer? {
    if case .unexpected = change {
      nil
    } else {
      pointer
    }
  }

  /// The location in the actual value, or `nil` if the actual value has no such location.
  package var actualPointer: JSONPointer? {
    switch change {
    case .changed: counterpart ?? pointer
    case .missing: nil
    case .unexpected: pointer
    case .moved(_, let index):
      counterpart ?? JSONPointer(tokens: pointer.tokens.dropLast()).appending(index)
    }
  }
}
