internal import Conformance
internal import Reporting
internal import SystemPackage

/// `parity check --watch`: a check, and another one each time a file in the folder of the suite
/// changes.
///
/// Each check is a result that continues with the next one, so it is printed where the results of
/// all commands are.
struct CheckWatch: Sendable {
  private let command: CheckCommand
  /// The names of the only cases to select from, or `nil` to select from all.
  private let names: [String]?
  private let reporter: Reporter
  private let files: WatchedFiles
  /// The cases that failed in the last check, which run first in the next one.
  private let failed: [String]
  private let isFirst: Bool

  /// Creates a watch before its first check. Files that the checks write aren't watched.
  init(_ command: CheckCommand, among names: [String]?, in folder: ContractFolder) {
    self.command = command
    self.names = names
    failed = []
    isFirst = true

    let requests = command.reports.requests.isEmpty ? folder.reports : command.reports.requests
    let names = folder.programs.map(\.name) + ["reference"]
    let badges = command.reports.badge?.destinations(of: names) ?? []
    files = WatchedFiles(folder.root, except: requests.map(\.destination) + badges)

    let takesOutput = requests.contains(where: \.isForStandardOutput)
    reporter = Reporter(command.output, to: takesOutput ? .errors : .output)
  }

  /// Creates the next state of a watch.
  private init(
    _ watch: CheckWatch,
    _ files: WatchedFiles,
    failed: [String],
    isFirst: Bool = false
  ) {
    command = watch.command
    names = watch.names
    reporter = watch.reporter
    self.files = files
    self.failed = failed
    self.isFirst = isFirst
  }

  /// Checks what failed last, then everything that the command line selects, and continues with the
  /// next change.
  ///
  /// - Throws: An interruption, or the failure of the first check if the usage is wrong.
  func result() async throws -> CommandResult {
    let files = files.beforeNextCheck()
    return try await CheckWatch(self, files, failed: failed, isFirst: isFirst).resultOfCheck()
  }

  /// Checks what failed last, and then everything that the command line selects.
  ///
  /// If the first check fails again, its failures are printed before the second check starts.
  private func resultOfCheck() async throws -> CommandResult {
    guard !failed.isEmpty, let first = try await outcomeOfFailed() else {
      return try await wholeResult()
    }

    let isWhole = first.report.counts.skipped == 0
    if first.report.isInterrupted { return first.result }
    if isWhole { return waiting(after: first) }

    guard first.report.counts.failed > 0 else { return try await wholeResult() }
    let line = StyledLine("checking the other cases", .dim)
    return CommandResult(
      first.effects.filter(\.isForConsole) + [.lines([line, StyledLine()], reporter)],
      end: .next {
        let whole = try await wholeResult()
        return CommandResult([.clearScreen(reporter)] + whole.effects, end: whole.end)
      }
    )
  }

  /// Checks the cases that failed last. Returns `nil` if that isn't possible, since the check of
  /// everything says why.
  private func outcomeOfFailed() async throws -> CheckCommand.Outcome? {
    do {
      return try await command.outcome(in: try command.root.folder(), among: failed)
    } catch is CommandFailure {
      return nil
    }
  }

  /// Checks everything that the command line selects.
  private func wholeResult() async throws -> CommandResult {
    do {
      let outcome = try await command.outcome(in: try command.root.folder(), among: names)
      return outcome.report.isInterrupted ? outcome.result : waiting(after: outcome)
    } catch let failure as CommandFailure {
      // A file may be missing or incomplete for a while, for example during a checkout.
      if isFirst, failure.status == .usage { throw failure }
      return waiting(printing: failure.effects + [.notice(failure.lines)], failed: failed)
    }
  }

  /// Returns the result that reports a check and then waits for a change.
  private func waiting(after outcome: CheckCommand.Outcome) -> CommandResult {
    let failed = outcome.report.results.filter(\.isFailed).map(\.caseName)
    return waiting(printing: outcome.effects, failed: failed.distinct(by: \.self))
  }

  /// Returns the result that performs effects and then waits for a change.
  ///
  /// - Parameter failed: The cases that run first in the next check.
  private func waiting(printing effects: [Effect], failed: [String]) -> CommandResult {
    let line = StyledLine("watching for changes; press Ctrl-C to end", .dim)
    return CommandResult(
      effects + [.lines([StyledLine(), line], reporter)],
      end: .next { resultAfterCheck(failed: failed) }
    )
  }

  /// Returns the result that mentions files which each check changes, and then waits.
  private func resultAfterCheck(failed: [String]) -> CommandResult {
    let (files, unwatched) = files.afterThisCheck()
    let watch = CheckWatch(self, files, failed: failed)
    let lines = unwatched.map { path in
      StyledLine("not watching \(path) during checks, because each check changes it", .dim)
    }
    return CommandResult(
      [.lines(lines, reporter)],
      end: .next { try await watch.resultAfterChange() }
    )
  }

  /// Waits until a file changes, and continues with a check.
  private func resultAfterChange() async throws -> CommandResult {
    let paths = try await Interruption.catching { [files] in try await files.changes() }
    let rest = paths.count - 1
    let more = rest > 0 ? " and \(counted(rest, "more file"))" : ""
    let line = StyledLine("changed: \(paths[0])\(more)", .dim)
    return CommandResult(
      [.clearScreen(reporter), .lines([line, StyledLine()], reporter)],
      end: .next { try await result() }
    )
  }
}

extension Effect {
  /// Whether the effect prints lines for a person. The reports of a part of a check aren't written.
  fileprivate var isForConsole: Bool {
    if case .lines = self {
      true
    } else {
      false
    }
  }
}
