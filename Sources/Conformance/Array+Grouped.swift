extension Array {
  /// The elements that have the same key together, in the order in which the keys first appear.
  package func grouped(by key: (Element) -> some Hashable) -> [[Element]] {
    Dictionary(grouping: indices) { key(self[$0]) }.values.sorted { $0[0] < $1[0] }.map {
      $0.map { self[$0] }
    }
  }

  /// The elements whose key an earlier one has, each with the first that has it.
  func repetitions<Key: Hashable>(by key: (Element) -> Key) -> [(first: Element, again: Element)] {
    var firsts: [Key: Index] = [:]
    return indices.compactMap { index in
      let key = key(self[index])
      if let first = firsts[key] { return (self[first], self[index]) }
      firsts[key] = index
      return nil
    }
  }

  /// The first element of each key, in their order.
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}
