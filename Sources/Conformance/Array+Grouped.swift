extension Array {
  /// Returns the elements in groups that share a key. Groups are in the order in which their keys
  /// first appear, and elements keep their order within a group.
  package func grouped(by key: (Element) -> some Hashable) -> [[Element]] {
    Dictionary(grouping: indices) { key(self[$0]) }.values.sorted { $0[0] < $1[0] }.map {
      $0.map { self[$0] }
    }
  }

  /// Returns each element whose key an earlier element has, paired with the first element that has
  /// the key.
  func repetitions<Key: Hashable>(by key: (Element) -> Key) -> [(first: Element, again: Element)] {
    var firsts: [Key: Index] = [:]

    return indices.compactMap { index in
      let key = key(self[index])
      if let first = firsts[key] { return (self[first], self[index]) }
      firsts[key] = index
      return nil
    }
  }

  /// Returns the first element for each key, in the order of the array.
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}
