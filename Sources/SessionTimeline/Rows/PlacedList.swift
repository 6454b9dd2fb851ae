/// What has a place in the order of rows.
protocol Placed: Equatable, Sendable {
  /// Whether its place comes before that of another.
  func precedes(_ other: Self) -> Bool
}

/// What stands in the order of rows, in whichever order it came.
struct PlacedList<Element: Placed>: Sendable {
  /// What happens to an element of a list.
  enum Edit: Sendable {
    case insert
    case remove
  }

  private var elements: [Element] = []

  /// Finds the place in logarithmic time and moves what stands behind it; at the end that is nothing.
  mutating func apply(_ edit: Edit, to element: Element) {
    switch edit {
    case .insert: insert(element)
    case .remove: remove(element)
    }
  }

  private mutating func insert(_ element: Element) {
    if let last = elements.last, element.precedes(last) {
      elements.insert(element, at: elements.partitioningIndex { !$0.precedes(element) })
    } else {
      elements.append(element)
    }
  }

  private mutating func remove(_ element: Element) {
    // While a row gives way to another write of it, two elements may have one place.
    let candidates = elements[elements.partitioningIndex { !$0.precedes(element) }...]
    if let index = candidates.firstIndex(of: element) { elements.remove(at: index) }
  }
}

extension PlacedList: RandomAccessCollection {
  var startIndex: Int { elements.startIndex }
  var endIndex: Int { elements.endIndex }
  subscript(index: Int) -> Element { elements[index] }
}

extension RandomAccessCollection {
  /// The index of the first element that belongs to the second part, in a collection that has those at its end.
  func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsToSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
