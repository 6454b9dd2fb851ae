internal import Conformance

/// Access to the parts of an input by number, in preorder: the input itself is 0, and each part is
/// followed by its own parts.
extension InputTree {
  /// The numbers of the parts one level down.
  package var numbersOfParts: [Int] {
    var next = 1
    return parts.map { _, part in
      defer { next += part.nodeCount }
      return next
    }
  }

  /// Calls `body` with each part and the tokens that lead to it, in the order of their numbers.
  package func forEachNode(_ body: (InputTree, [String]) -> Void) {
    var place: [String] = []
    forEachNode(at: &place, body)
  }

  /// Calls `body` with the tree at a place and with all parts below it. `place` is the same after
  /// the call as before it.
  private func forEachNode(at place: inout [String], _ body: (InputTree, [String]) -> Void) {
    body(self, place)
    for (token, part) in parts {
      place.append(token)
      part.forEachNode(at: &place, body)
      place.removeLast()
    }
  }

  /// Returns the part with a number and the tokens that lead to it, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of direct parts of each node on the path.
  package func node(_ number: Int) -> (node: InputTree, place: [String])? {
    var node = self
    var place = [String]()
    var rest = number

    while rest > 0 {
      rest -= 1
      guard let (token, part) = node.part(holding: &rest) else { return nil }
      place.append(token)
      node = part
    }
    return (node, place)
  }

  /// Returns the part one level down that contains the part with a number, or `nil` if there is
  /// none.
  ///
  /// - Parameter number: The number to find. It becomes relative to the returned part.
  private func part(holding number: inout Int) -> (token: String, part: InputTree)? {
    /// Returns the first element whose tree contains the number, and makes the number relative to
    /// that tree.
    func find<Parts: Sequence>(
      in parts: Parts,
      _ number: inout Int,
      _ part: (Parts.Element) -> InputTree
    ) -> Parts.Element? {
      for element in parts {
        let count = part(element).nodeCount
        if number < count { return element }
        number -= count
      }
      return nil
    }

    switch form {
    case .leaf, .text: return nil
    case .json(let tree, _): return (Self.jsonToken, tree)
    case .array(let elements):
      return find(in: elements, &number) { $0 }.map { (Self.elementToken, $0) }
    case .object(let members): return find(in: members, &number, \.value).map { ($0.key, $0.value) }
    }
  }

  /// Returns the tree with the part of that number changed.
  package func replacingNode(_ number: Int, _ change: (InputTree) -> InputTree) -> InputTree {
    if number == 0 { return change(self) }

    var rest = number - 1
    return mapParts { _, part in
      guard rest >= 0 else { return part }
      let count = part.nodeCount
      defer { rest -= count }
      return rest < count ? part.replacingNode(rest, change) : part
    }
  }

  /// Returns the tree with each text replaced for which `change` returns another one, including
  /// texts in the JSON of a text, or `nil` if nothing changes.
  package func changingTexts(_ change: (String) -> String?) -> InputTree? {
    if case .text(let text) = form { return change(text).map { .text($0) } }
    let changed = parts.map { $0.part.changingTexts(change) }
    guard changed.contains(where: { $0 != nil }) else { return nil }

    var parts = changed.makeIterator()
    return mapParts { _, part in (parts.next() ?? nil) ?? part }
  }
}
