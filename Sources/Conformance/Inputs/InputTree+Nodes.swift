/// The parts of an input by their number: it itself is 0, and the parts of a part follow it.
extension InputTree {
  /// How many parts it has at all levels, itself included.
  var nodeCount: Int {
    switch self {
    case .leaf, .text: 1
    case .json(let tree, _): 1 + tree.nodeCount
    case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    }
  }

  /// Of the parts one level down.
  var numbersOfParts: [Int] {
    var next = 1
    return parts.map { _, part in
      defer { next += part.nodeCount }
      return next
    }
  }

  /// Calls `body` with each part and the tokens that lead to it, in the order of their numbers.
  func forEachNode(at place: [String] = [], _ body: (InputTree, [String]) -> Void) {
    body(self, place)
    for (token, part) in parts { part.forEachNode(at: place + [token], body) }
  }

  /// - Complexity: linear in the parts.
  func node(_ number: Int) -> (node: InputTree, place: [String])? {
    if number == 0 { return (self, []) }
    var rest = number - 1
    for (token, part) in parts {
      let count = part.nodeCount
      if rest < count { return part.node(rest).map { ($0.node, [token] + $0.place) } }
      rest -= count
    }
    return nil
  }

  /// The tree with the part of that number changed.
  func replacingNode(_ number: Int, _ change: (InputTree) -> InputTree) -> InputTree {
    if number == 0 { return change(self) }
    var rest = number - 1
    return mapParts { _, part in
      guard rest >= 0 else { return part }
      let count = part.nodeCount
      defer { rest -= count }
      return rest < count ? part.replacingNode(rest, change) : part
    }
  }

  /// The tree with every text changed, those that stand in the JSON of a text included.
  func mapTexts(_ change: (String) -> String) -> InputTree {
    if case .text(let text) = self { return .text(change(text)) }
    if case .json(let tree, _) = self {
      let changed = tree.mapTexts(change)
      return changed.value == tree.value ? self : .json(changed, written: nil)
    }
    return mapParts { _, part in part.mapTexts(change) }
  }
}
