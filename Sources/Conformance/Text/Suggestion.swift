/// Finds the word that somebody probably meant.
package enum Suggestion {
  /// The candidate that is the fewest typing slips away from the text, nil if none is near.
  ///
  /// A slip is a scalar inserted, left out or replaced, or two neighbours swapped; a third of the text's scalars may be
  /// slips, and always one. Of equally near candidates the first by UTF-8 bytes is taken, whatever the order they come in.
  package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
    let typed = Array(text.unicodeScalars)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let limit = best?.distance ?? max(1, typed.count / 3)
      let meant = Array(candidate.unicodeScalars)
      guard let distance = distance(typed, meant, limit: limit), distance < min(typed.count, meant.count) else {
        continue
      }
      if let best, distance == best.distance, !candidate.utf8.lexicographicallyPrecedes(best.candidate.utf8) {
        continue
      }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// The Damerau-Levenshtein distance (no scalar edited twice), nil if it is above the limit.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(row[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforePrevious[j - 1] + 1) }
        row.append(cost)
      }
      // Later rows build on these two alone, and no step costs less than nothing.
      guard min(row.min() ?? 0, previous.min() ?? 0) <= limit else { return nil }
      (beforePrevious, previous) = (previous, row)
    }
    let distance = previous[b.count]
    return distance <= limit ? distance : nil
  }

  /// What a message about an unknown name ends with: the nearest known one, else the known ones where `lead` says so.
  package static func hint(for name: String, among known: [String], orList lead: String? = nil) -> String {
    nearest(to: name, in: known).map { "; did you mean '\($0)'?" }
      ?? lead.map { "; \($0) \(known.joined(separator: ", "))" } ?? ""
  }

  package static func unknown(
    _ kind: String, _ name: String, among known: [String], orList lead: String? = nil
  ) -> String {
    "no \(kind) is called '\(name)'\(hint(for: name, among: known, orList: lead))"
  }
}
