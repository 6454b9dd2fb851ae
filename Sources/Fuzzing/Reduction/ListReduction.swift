internal import Conformance

/// Removes elements of a list while it keeps a property, by delta debugging.
///
/// It tries to leave out the whole list, then its halves, quarters, and so on down to single
/// elements. Each attempt leaves out a run of neighbors, so that the elements before and after it
/// keep their order. Elements at the end are left out first, because a later element rarely matters
/// to an earlier one.
package struct ListReduction {
  /// Whether to try no more lists.
  private let isOver: () -> Bool

  /// Creates a reduction.
  ///
  /// - Parameter isOver: Returns whether to try no more lists. It is called before each attempt.
  package init(stopWhen isOver: @escaping () -> Bool) {
    self.isOver = isOver
  }

  /// Removes runs of elements without which the list keeps the property.
  ///
  /// If the reduction isn't stopped early, no single element can be removed from the result.
  ///
  /// - Parameters:
  ///   - list: The list to reduce, which has the property.
  ///   - keepsProperty: Returns whether a shorter list has the property.
  /// - Returns: The shortest list found, whose elements have the order of the original list.
  /// - Complexity: About O(*k* log *n*) attempts if *k* of *n* elements matter.
  package func reduce<Element>(
    _ list: [Element],
    while keepsProperty: ([Element]) async -> Bool
  ) async -> [Element] {
    guard !list.isEmpty, !isOver() else { return list }
    if await keepsProperty([]) { return [] }

    var list = list
    var size = (list.count + 1) / 2
    while size > 0, !list.isEmpty, !isOver() {
      let isShorter = await leaveOutParts(of: &list, size: size, keepsProperty)
      if size > 1 {
        size /= 2
      } else if !isShorter {
        break
      }
    }
    return list
  }

  /// Leaves out each part of a size that isn't needed, from the last one to the first.
  ///
  /// - Returns: Whether the list is shorter now.
  private func leaveOutParts<Element>(
    of list: inout [Element],
    size: Int,
    _ keepsProperty: ([Element]) async -> Bool
  ) async -> Bool {
    var isShorter = false
    var end = list.count

    while end > 0, !isOver() {
      let start = max(0, end - size)
      // The whole list was tried already.
      if end - start < list.count {
        let shorter = Array(list[..<start] + list[end...])
        if await keepsProperty(shorter) {
          list = shorter
          isShorter = true
        }
      }
      end = start
    }

    return isShorter
  }
}
