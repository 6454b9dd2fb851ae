extension Array {
  /// The elements that have a key in common, in the order of the first of each.
  func grouped(by key: (Element) -> some Hashable) -> [[Element]] {
    Dictionary(grouping: indices) { key(self[$0]) }.values.sorted { $0[0] < $1[0] }.map { $0.map { self[$0] } }
  }
}
