internal import Conformance
internal import SystemPackage

/// The files that `parity check --watch` watches, by their sizes and modification times.
///
/// A change during a check leads to another check. If a check itself changes a file, such as a log
/// of a program, this would never end. So a file that changes during three checks in a row is then
/// watched only between checks.
struct WatchedFiles: Sendable {
  /// The folder that contains the files.
  private let root: FilePath
  /// The files that the checks write, relative to the root.
  private let written: Set<String>
  private var beforeCheck: FolderSnapshot
  private var afterCheck: FolderSnapshot
  /// The number of checks in a row during which each file changed.
  private var streaks: [String: Int] = [:]
  /// The files that each check changes.
  private var changedByChecks: Set<String> = []

  private static let ignoredNames: Set<String> = [
    ".git", ".build", ".parity", "node_modules", "__pycache__",
  ]

  /// The least time between two looks at the files.
  private static let pause = Duration.milliseconds(250)

  /// - Parameter reports: The files that the checks write.
  init(_ root: FilePath, except reports: [FilePath]) {
    self.root = root
    let folder = FileSystem.resolved(root)
    written = Set(
      reports.compactMap { report in
        var path = report
        return path.removePrefix(folder) ? path.string : nil
      }
    )
    let none = FolderSnapshot()
    beforeCheck = none
    afterCheck = none
  }

  /// Returns the files as they are before a check.
  func beforeNextCheck() -> WatchedFiles {
    var files = self
    files.beforeCheck = snapshot()
    return files
  }

  /// Returns the files as they are after a check, and the paths of those that are watched only
  /// between checks from now on.
  func afterThisCheck() -> (files: WatchedFiles, unwatched: [String]) {
    var files = self
    files.afterCheck = snapshot()

    let changes = files.afterCheck.changes(since: beforeCheck).filter(isWatchedDuringChecks)
    files.streaks = Dictionary(
      uniqueKeysWithValues: changes.map { path in (path, (streaks[path] ?? 0) + 1) }
    )

    let unwatched = changes.filter { (streaks[$0] ?? 0) + 1 == 3 }
    files.changedByChecks.formUnion(unwatched)
    return (files, unwatched)
  }

  /// Waits until files have changed since the check began, and until no further one changes.
  ///
  /// - Returns: The paths of the files, relative to the root. There is at least one.
  func changes() async throws -> [String] {
    var changes = afterCheck.changes(since: beforeCheck).filter(isWatchedDuringChecks)
    var last = afterCheck
    while true {
      let start = ContinuousClock.now
      let current = snapshot()
      let isSettled = current == last
      last = current
      if isSettled, !changes.isEmpty { return changes }
      if !isSettled {
        let sinceCheck = current.changes(since: afterCheck).filter { !written.contains($0) }
        changes = (changes + sinceCheck).distinct(by: \.self)
      }

      // Looking takes at most a tenth of the time, however large the folder is.
      let duration = ContinuousClock.now - start
      try await Task.sleep(for: max(Self.pause, duration * 9))
    }
  }

  /// Returns whether a change of a file during a check leads to another check.
  private func isWatchedDuringChecks(_ path: String) -> Bool {
    !written.contains(path) && !changedByChecks.contains(path)
  }

  /// Reads the names, sizes and modification times of the files as they are now.
  private func snapshot() -> FolderSnapshot {
    FolderSnapshot(of: root) { name in
      // Names of files that Parity and editors keep only for a moment.
      let isTemporary =
        name.hasPrefix(".parity-") || name.hasPrefix(".#") || name.hasSuffix("~")
        || name.hasSuffix(".swp")
      return isTemporary || Self.ignoredNames.contains(name)
    }
  }
}
