extension Array {
  /// The elements that have the same key together, in the order in which the keys first appear.
  package func grouped(by key: (Element) -> some Hashable) -> [[Element]] {
    Dictionary(grouping: indices) { key(self[$0]) }.values.sorted { $0[0] < $1[0] }.map { $0.map { self[$0] } }
  }

  /// The elements whose key an earlier one has, each with the first that has it.
  func repetitions(by key: (Element) -> some Hashable) -> [(first: Element, again: Element)] {
    grouped(by: key).flatMap { group in group.dropFirst().map { (group[0], $0) } }
  }

  /// The first element of each key, in their order.
  package func distinct(by key: (Element) -> some Hashable) -> [Element] { grouped(by: key).map { $0[0] } }
}
