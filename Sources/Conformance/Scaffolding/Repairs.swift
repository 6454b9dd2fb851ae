internal import CanonicalJSON
internal import SystemPackage

/// What lint finds and what has one right answer: nothing of what the suite says is lost or
/// decided.
package struct Repairs: Sendable {
  package let transaction: FileTransaction
  /// What was done, a line each.
  package let summary: [String]

  private typealias Repair = (edit: FileEdit, summary: [String])

  /// - Parameter suites: readable ones, whose lock has no line that can't be read.
  package init(_ suites: [Suite], lock: GoldenLock) {
    let repairs =
      suites.flatMap { Self.withoutRepetitions($0) + Self.reformattedGoldens(of: $0) }
      + Self.tidied(lock, suites: suites)
    transaction = FileTransaction(repairs.map(\.edit))
    summary = repairs.flatMap { repair in repair.summary.map { "\(repair.edit.path): \($0)" } }
  }

  // MARK: - Matrix

  /// Names that stand twice in one list of the matrix.
  private static func withoutRepetitions(_ suite: Suite) -> [Repair] {
    let path = suite.goldens.root.appending(suite.matrixPath)
    guard let bytes = try? FileSystem.read(path, limit: SourceFile.sizeLimit),
      let root = try? JSONDocument(parsing: bytes).root
    else { return [] }
    let rows = root["rows"]?.elements.map(\.self) ?? []
    let lists = [root["caseFiles"]] + rows.flatMap { [$0["clauses"], $0["cases"]] }
    var removed: [Range<Int>] = []
    var names: [String] = []
    for list in lists.compactMap(\.self) {
      var seen = Set<TextKey>()
      var previousEnd = list.sourceRange.lowerBound + 1
      for element in list.elements {
        if let name = element.string, !seen.insert(TextKey(name)).inserted {
          // The comma before it goes too.
          removed.append(previousEnd..<element.sourceRange.upperBound)
          names.append(name)
        }
        previousEnd = element.sourceRange.upperBound
      }
    }
    guard !removed.isEmpty else { return [] }
    var result = bytes
    for range in removed.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      result.removeSubrange(range)
    }
    let summary = names.map { "removed the second '\($0)' of a list" }
    return [(FileEdit(suite.matrixPath, from: bytes, to: result), summary)]
  }

  // MARK: - Goldens

  /// Goldens that say what was recorded in another form, as an editor or a checkout with other line
  /// ends leaves them.
  private static func reformattedGoldens(of suite: Suite) -> [Repair] {
    suite.goldens.caseIDs.compactMap { id in
      guard let line = suite.goldens.lockLines[id], let golden = try? suite.goldens.golden(of: id),
        GoldenLock.digest(golden.bytes) != line.golden
      else { return nil }
      let recorded = Golden.bytes(of: golden.value)
      guard GoldenLock.digest(recorded) == line.golden else { return nil }
      let edit = FileEdit(suite.goldens.path(of: id), from: golden.bytes, to: recorded)
      return (edit, ["written as it was recorded; it differed in form alone"])
    }
  }

  // MARK: - Lock

  /// The lock in order and with one line for each golden, where the golden itself says which of two
  /// is right.
  private static func tidied(_ lock: GoldenLock, suites: [Suite]) -> [Repair] {
    var done: [String] = []
    var kept: [GoldenLock.Line] = []
    let groups = Dictionary(grouping: lock.lines, by: \.goldenPath)
    for (_, lines) in groups.sorted(by: { $0.key < $1.key }) {
      guard lines.count > 1, let right = rightOne(of: lines, suites: suites) else {
        kept += lines
        continue
      }
      kept.append(right)
      done.append(
        "removed \(counted(lines.count - 1, "doubled line")) for \(lines[0].contract)/\(lines[0].caseID)"
      )
    }
    let bytes = GoldenLock.bytes(of: kept)
    guard bytes != lock.bytes else { return [] }
    return [
      (
        FileEdit(GoldenLock.path, from: lock.bytes, to: bytes),
        done.isEmpty ? ["sorted its lines"] : done
      )
    ]
  }

  /// Of several lines for one golden, the only one that says what the golden is; nil where they
  /// leave a choice.
  private static func rightOne(of lines: [GoldenLock.Line], suites: [Suite]) -> GoldenLock.Line? {
    let first = lines[0]
    if lines.allSatisfy({ $0.json == first.json }) { return first }
    guard let suite = suites.first(where: { $0.contract.id.hasSameBytes(as: first.contract) }),
      let bytes = try? suite.goldens.bytes(of: first.caseID)
    else { return nil }
    let right = lines.filter { $0.golden == GoldenLock.digest(bytes) }
    return right.isEmpty || !right.allSatisfy { $0.json == right[0].json } ? nil : right[0]
  }
}
