internal import CanonicalJSON

/// A type whose values have a place in the order of rows.
protocol Placed: Equatable, Sendable {
  /// Returns whether this value's place is before that of another.
  func precedes(_ other: Self) -> Bool
}

/// A change to an element of a list.
enum PlacedEdit: Sendable {
  case insert
  case remove
}

/// A list that keeps its elements in the order of rows, regardless of the order of insertion.
struct PlacedList<Element: Placed>: Sendable {
  // Most lists have one element, which doesn't need an array.
  private var first: Element?
  private var others: [Element] = []

  /// Inserts or removes an element. Finds the place in logarithmic time, and moves the elements
  /// after it; at the end, there are none.
  mutating func apply(_ edit: PlacedEdit, to element: Element) {
    switch edit {
    case .insert: insert(element)
    case .remove: remove(element)
    }
  }

  /// Inserts an element. At the end of the list, which is the usual place, nothing is searched or
  /// moved.
  private mutating func insert(_ element: Element) {
    guard let first else {
      self.first = element
      return
    }

    if element.precedes(first) {
      others.insert(first, at: 0)
      self.first = element
    } else if !others.isEmpty, element.precedes(others[others.endIndex - 1]) {
      others.insert(element, at: others.indices.partitionPoint { others[$0].precedes(element) })
    } else {
      others.append(element)
    }
  }

  /// Removes an element. An element that isn't in the list is ignored.
  private mutating func remove(_ element: Element) {
    // While a row is replaced by another write of it, two elements can have the same place.
    let candidates = self[indices.partitionPoint { self[$0].precedes(element) }...]
    guard let index = candidates.firstIndex(of: element) else { return }

    if index > 0 {
      others.remove(at: index - 1)
    } else {
      first = others.isEmpty ? nil : others.removeFirst()
    }
  }
}

extension PlacedList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : others.count + 1 }
  subscript(index: Int) -> Element {
    if index == 0, let first { return first }
    return others[index - 1]
  }
}
