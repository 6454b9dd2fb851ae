/// Finds the known word that is closest to a mistyped one.
package enum Suggestion {
  /// Returns the candidate with the fewest typing errors relative to the text, or `nil` if none is
  /// close.
  ///
  /// A candidate that differs only in upper and lower case is the nearest. Otherwise, an error is a
  /// scalar inserted, left out or replaced, or two adjacent scalars swapped. Up to a third of the
  /// text's scalars may be wrong, and always at least one. Among equally close candidates, the
  /// first by UTF-8 bytes is returned, whatever their order.
  ///
  /// If no candidate is close, the candidate that the text abbreviates is returned, such as
  /// `command` for `cmd`, provided that there is only one.
  ///
  /// A text of more than 200 scalars isn't a typo, so it has no nearest candidate.
  /// - Complexity: O(*n* *k*) for each candidate, where *n* is its length and *k* the number of
  ///   errors of the best one so far.
  package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
    let typed = Array(text.unicodeScalars.prefix(scalarLimit + 1))
    guard typed.count <= scalarLimit else { return nil }

    let ignoringCase = text.lowercased()
    if let same = candidates.first(where: { $0 != text && $0.lowercased() == ignoringCase }) {
      return same
    }

    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let limit = best?.distance ?? max(1, typed.count / 3)
      let meant = Array(candidate.unicodeScalars.prefix(typed.count + limit + 1))
      guard let distance = distance(typed, meant, limit: limit),
        distance < min(typed.count, meant.count)
      else {
        continue
      }
      if let best, distance == best.distance,
        !candidate.utf8.lexicographicallyPrecedes(best.candidate.utf8)
      {
        continue
      }
      best = (candidate, distance)
    }
    return best?.candidate ?? unabbreviated(text, in: candidates)
  }

  /// The maximum length of a mistyped word, in scalars.
  private static let scalarLimit = 200

  /// Returns the only candidate that starts with the text's first scalar and has its other scalars
  /// in the same order, or `nil`. A text of fewer than three scalars abbreviates nothing.
  private static func unabbreviated(
    _ text: String,
    in candidates: some Sequence<String>
  ) -> String? {
    let typed = text.unicodeScalars
    guard typed.count >= 3 else { return nil }

    let matches = candidates.filter { candidate in
      guard candidate.unicodeScalars.first == typed.first else { return false }
      var rest = candidate.unicodeScalars[...]
      return typed.allSatisfy { scalar in
        guard let place = rest.firstIndex(of: scalar) else { return false }
        rest = rest[rest.index(after: place)...]
        return true
      }
    }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns the Damerau-Levenshtein distance (no scalar edited twice), or `nil` if it is above the
  /// limit.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }

    // Cells farther from the diagonal than the limit have a distance above the limit.
    let unreachable = limit + 1
    var beforePrevious = [Int](repeating: unreachable, count: b.count + 1)
    var previous = (0...b.count).map { min($0, unreachable) }
    var row = beforePrevious
    var leastPrevious = 0

    for i in a.indices {
      let columns = max(0, i - limit)..<min(b.count, i + limit + 1)
      row[columns.lowerBound] = columns.lowerBound == 0 ? i + 1 : unreachable
      var least = row[columns.lowerBound]

      for j in columns {
        var cost = min(row[j], previous[j + 1]) + 1
        cost = min(cost, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        row[j + 1] = min(cost, unreachable)
        least = min(least, cost)
      }
      if columns.upperBound < b.count { row[columns.upperBound + 1] = unreachable }

      // Later rows depend only on these two, and no step has a negative cost.
      guard min(least, leastPrevious) <= limit else { return nil }
      leastPrevious = least
      swap(&beforePrevious, &previous)
      swap(&previous, &row)
    }

    let distance = previous[b.count]
    return distance <= limit ? distance : nil
  }

  /// Returns the end of a message about an unknown name: the nearest known name, or the list of
  /// known names.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - known: The known names.
  ///   - isListing: Whether to list the known names, if none is near and there are at most 20.
  package static func hint(
    for name: String,
    among known: [String],
    orList isListing: Bool = true
  ) -> String {
    if let nearest = nearest(to: name, in: known) { return "; did you mean '\(nearest)'?" }
    guard isListing, known.count <= mostListed else { return "" }
    return "; known: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
  }

  /// The number of known names up to which a hint may list them.
  private static let mostListed = 20

  /// Returns a message about an unknown name, with a hint at the end.
  package static func unknown(
    _ kind: String,
    _ name: String,
    among known: [String],
    orList isListing: Bool = true
  ) -> String {
    "no \(kind) is named '\(name)'\(hint(for: name, among: known, orList: isListing))"
  }
}
