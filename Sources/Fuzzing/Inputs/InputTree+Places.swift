internal import CanonicalJSON
internal import Conformance

extension InputTree {
  /// Returns the tree with all parts at a place changed, or removed if `change` returns `nil`.
  ///
  /// - Parameters:
  ///   - place: The tokens that lead to the parts.
  ///   - addsMember: Whether to add a null member to each object that lacks the last token of the
  ///     place.
  ///   - change: Returns the new part, or `nil` to remove it.
  /// - Returns: The changed tree, or `nil` if nothing changes.
  package func changing(
    at place: ArraySlice<String>,
    addsMember: Bool = false,
    _ change: (InputTree) -> InputTree?
  ) -> InputTree? {
    guard let token = place.first else { return nil }

    let rest = place.dropFirst()
    if addsMember, rest.isEmpty, case .object(let members) = form {
      let isThere = members.contains { $0.key.hasSameBytes(as: token) }
      return isThere ? nil : .object(members + [Member(key: token, value: .leaf(.null))])
    }

    var isSame = true
    let changed = mapParts { key, part in
      guard key.hasSameBytes(as: token) else { return part }
      if rest.isEmpty {
        let new = change(part)
        if new.map({ $0.value != part.value }) ?? true { isSame = false }
        return new
      }

      guard let new = part.changing(at: rest, addsMember: addsMember, change) else { return part }
      isSame = false
      return new
    }

    return isSame ? nil : changed
  }
}
