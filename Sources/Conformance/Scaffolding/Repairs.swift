internal import CanonicalJSON
internal import SystemPackage

/// Automatic fixes for lint findings that have only one right answer. They lose no information and
/// make no decisions.
package struct Repairs: Sendable {
  package let transaction: FileTransaction
  /// The descriptions of the fixes, one line each.
  package let summary: [String]

  private typealias Repair = (edit: FileEdit, summary: [String])

  /// Works out the fixes.
  ///
  /// - Parameters:
  ///   - suites: The suites to fix. They must be readable.
  ///   - lock: The lock file. All of its lines must be readable.
  package init(_ suites: [Suite], lock: GoldenLock) {
    let repairs =
      suites.flatMap { Self.withoutRepetitions($0) + Self.reformattedGoldens(of: $0) }
      + Self.tidied(lock, suites: suites)
    transaction = FileTransaction(repairs.map(\.edit))
    summary = repairs.flatMap { repair in repair.summary.map { "\(repair.edit.path): \($0)" } }
  }

  // MARK: - Matrix

  /// Returns the fix that removes repeated names from lists of the matrix.
  private static func withoutRepetitions(_ suite: Suite) -> [Repair] {
    let path = suite.goldens.root.appending(suite.matrixPath)
    guard let bytes = try? FileSystem.read(path, limit: SourceFile.sizeLimit),
      let root = try? JSONDocument(parsing: bytes).root
    else { return [] }

    let rows = root["rows"]?.elements.map(\.self) ?? []
    let lists = [root["caseFiles"]] + rows.flatMap { [$0["clauses"], $0["cases"]] }

    let repetitions = lists.compactMap(\.self).flatMap { repeatedNames(in: $0) }
    guard !repetitions.isEmpty else { return [] }

    // Remove the last ones first, so that the ranges of the others stay right.
    var result = bytes
    for repetition in repetitions.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.removeSubrange(repetition.range)
    }

    let summary = repetitions.map { "removed a duplicate '\($0.name)' from a list" }
    return [(FileEdit(suite.matrixPath, from: bytes, to: result), summary)]
  }

  /// Returns the names in a list that an earlier element has too, in their order. The range of each
  /// includes the comma before it.
  private static func repeatedNames(in list: JSONNode) -> [(name: String, range: Range<Int>)] {
    var repetitions: [(name: String, range: Range<Int>)] = []
    var seen = Set<TextKey>()
    var previousEnd = list.sourceRange.lowerBound + 1
    for element in list.elements {
      if let name = element.string, !seen.insert(TextKey(name)).inserted {
        let range = previousEnd..<element.sourceRange.upperBound
        repetitions.append((name: name, range: range))
      }
      previousEnd = element.sourceRange.upperBound
    }
    return repetitions
  }

  // MARK: - Goldens

  /// Returns the fixes for goldens that have the recorded value in another format, for example
  /// after an editor or a checkout changed the line endings.
  private static func reformattedGoldens(of suite: Suite) -> [Repair] {
    suite.cases.compactMap { testCase in
      guard let line = suite.goldens.lockLines[testCase.id],
        let golden = try? suite.goldens.golden(of: testCase),
        GoldenLock.digest(golden.bytes) != line.golden
      else { return nil }

      let recorded = golden.reformatted(as: testCase.operation.output)
      guard GoldenLock.digest(recorded) == line.golden else { return nil }
      let path = suite.goldens.path(of: testCase.id)
      let edit = FileEdit(path, from: golden.bytes, to: recorded)
      return (edit, ["restored the recorded formatting"])
    }
  }

  // MARK: - Lock

  /// Returns the fix that sorts the lock and removes repeated lines for a golden, if the golden
  /// shows which of them is right.
  private static func tidied(_ lock: GoldenLock, suites: [Suite]) -> [Repair] {
    var done: [String] = []
    var kept: [GoldenLock.Line] = []

    let groups = Dictionary(grouping: lock.lines, by: \.goldenName)
    for (_, lines) in groups.sorted(by: { $0.key < $1.key }) {
      guard lines.count > 1, let right = rightOne(of: lines, suites: suites) else {
        kept += lines
        continue
      }

      kept.append(right)
      done.append(
        "removed "
          + (lines.count == 2 ? "a duplicate entry" : "\(lines.count - 1) duplicate entries")
          + " for \(lines[0].contract)/\(lines[0].caseID)"
      )
    }

    let bytes = GoldenLock.bytes(of: kept)
    guard bytes != lock.bytes else { return [] }

    return [
      (
        FileEdit(GoldenLock.path, from: lock.bytes, to: bytes),
        done.isEmpty ? ["sorted the entries"] : done
      )
    ]
  }

  /// Returns the only one of several lines for a golden that matches it, or `nil` if that leaves a
  /// choice.
  private static func rightOne(of lines: [GoldenLock.Line], suites: [Suite]) -> GoldenLock.Line? {
    let first = lines[0]
    if lines.allSatisfy({ $0.json == first.json }) { return first }
    guard let suite = suites.first(where: { $0.contract.id.hasSameBytes(as: first.contract) }),
      let bytes = try? suite.goldens.bytes(of: first.caseID)
    else { return nil }

    let right = lines.filter { $0.golden == GoldenLock.digest(bytes) }
    guard let match = right.first, right.allSatisfy({ $0.json == match.json }) else { return nil }
    return match
  }
}

extension Golden {
  /// Returns the bytes that the golden probably had before an editor or a checkout changed its
  /// format.
  fileprivate func reformatted(as form: ContractOperation.OutputForm) -> [UInt8] {
    switch form {
    case .json: Golden.bytes(of: value, as: form)
    case .text: Array((value.string ?? "").replacing("\r\n", with: "\n").utf8)
    }
  }
}
