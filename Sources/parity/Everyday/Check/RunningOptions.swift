internal import ArgumentParser
internal import Conformance
internal import Foundation
internal import RFC3339

/// The options that control how cases are run.
struct RunningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop after this many failures (default: no limit).", valueName: "n"),
    transform: OptionValue.positive
  )
  var maxFailures: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fail if programs skip more cases than this at run time (default: 0).",
      valueName: "n"
    ),
    transform: OptionValue.nonnegative
  )
  var maxSkipped: Int?

  @Option(
    help: ArgumentHelp(
      "Date for known failures' expiry (default: today).",
      valueName: "yyyy-mm-dd"
    )
  )
  var today: String?

  @OptionGroup var known: KnownOptions

  @Option(
    help: ArgumentHelp(
      "Run one shard, such as 2/5, or 'bazel' or 'gitlab'.",
      valueName: "i/n"
    ),
    transform: ShardRequest.init(parsing:)
  )
  var shard: ShardRequest?

  @Flag(
    help:
      "Also run 'parity audit', and fail if it fails."
  )
  var audit = false

  /// Rejects a text that isn't a date, and a date that doesn't exist, such as 2025-02-30.
  func validate() throws {
    if let today, CalendarDay(today) == nil {
      throw ValidationError(
        "--today must be a date in the form YYYY-MM-DD, not '\(printable(today))'"
      )
    }
  }

  /// Returns the known failures of a workspace on the day of the run.
  ///
  /// - Parameter orders: The options that select the orderings. Advice repeats them.
  func knownFailures(of workspace: Workspace, _ orders: OrderOptions) -> KnownFailures {
    let today = today.flatMap(CalendarDay.init) ?? .today
    let options = orders.text(workspace.folder.checkDefaults)
    return KnownFailures(workspace.knownFailures, today: today, options: options)
  }
}

/// The options that check more than once.
struct RepetitionOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Regenerate what expectations allow, and check again."
  )
  var update = false

  @Flag(name: .shortAndLong, help: "Check again when a file changes.")
  var watch = false

  /// Rejects `--update` with `--watch`, which would write goldens after each change.
  func validate() throws {
    if update, watch { throw ValidationError("--update and --watch can't be combined") }
  }
}

/// The option that selects what failed last.
struct LastFailureOption: ParsableArguments {
  @Flag(name: .customLong("failed"), help: "Select what failed last.")
  var isSelected = false
}

/// The option that names a list of known failures to use instead of the repository's.
struct KnownOptions: ParsableArguments {
  @Option(
    name: .customLong("known"),
    help: ArgumentHelp(
      "Known-failures file (default: \(KnownFailuresFile.path)).",
      valueName: "file"
    )
  )
  var file: String?
}

/// The options that select the orderings in which cases are run.
struct OrderOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum input orderings to try per case (default: 4).", valueName: "n"),
    transform: OptionValue.nonnegative
  )
  var schedules: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed for choosing the input orderings (default: 0).", valueName: "n"),
    transform: OptionValue.seed
  )
  var seed: UInt64 = 0

  /// Returns the options as they must be repeated, each after a space; empty for the defaults.
  func text(_ defaults: CheckDefaults) -> String {
    let count = schedules ?? Self.standard(defaults)
    return (count == Self.standard(defaults) ? "" : " --schedules \(count)")
      + (seed == 0 ? "" : " --seed \(seed)")
  }

  /// Returns the check of other orderings, or `nil` if none are run.
  func independence(_ defaults: CheckDefaults) -> OrderIndependence? {
    let count = schedules ?? Self.standard(defaults)
    return count > 0 ? OrderIndependence(schedules: count, seed: seed) : nil
  }

  /// Returns the maximum number of orderings for each case if the command line doesn't give one.
  private static func standard(_ defaults: CheckDefaults) -> Int {
    defaults.schedules ?? CheckDefaults.standardSchedules
  }
}
