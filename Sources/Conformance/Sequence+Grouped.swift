extension Sequence {
  /// The elements that have the same key together, in the order in which the keys first appear.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var positions: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let key = key(element)
      let position = positions[key] ?? groups.count
      positions[key] = position
      if position == groups.count { groups.append([]) }
      groups[position].append(element)
    }
    return groups
  }
}
