internal import ArgumentParser
internal import Conformance
internal import Foundation
internal import RFC3339

/// The options that control how cases are run.
struct RunningOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Stop after this many failures.", valueName: "n"))
  var maxFailures: Int?

  @Option(
    help: ArgumentHelp(
      "Date for checking expiry, UTC (default: today).",
      valueName: "yyyy-mm-dd"
    )
  )
  var today: String?

  @OptionGroup var known: KnownOptions

  @Option(
    help: ArgumentHelp(
      "Run one part of the cases: 2/5, 'bazel' or 'gitlab'.",
      valueName: "i/n"
    ),
    transform: ShardRequest.init(parsing:)
  )
  var shard: ShardRequest?

  @Flag(
    help:
      "Audit the contracts too; findings fail the run."
  )
  var audit = false

  func validate() throws {
    if let maxFailures, maxFailures < 1 {
      throw ValidationError("--max-failures must be at least 1")
    }
    if let today, CalendarDay(today) == nil {
      throw ValidationError("invalid date for --today: use YYYY-MM-DD")
    }
  }

  /// Returns the known failures of a workspace on the day of the run.
  ///
  /// - Parameter orders: The options that select the orderings. Advice repeats them.
  func knownFailures(of workspace: Workspace, _ orders: OrderOptions) -> KnownFailures {
    let today = CalendarDay(today ?? Date.now.formatted(.iso8601.year().month().day()))
    return KnownFailures(workspace.knownFailures, today: today, options: orders.text)
  }
}

/// The option that names a list of known failures to use instead of the repository's.
struct KnownOptions: ParsableArguments {
  @Option(
    name: .customLong("known"),
    help: ArgumentHelp(
      "Known failures (default: \(KnownFailuresFile.path)).",
      valueName: "file"
    )
  )
  var file: String?
}

/// The options that select the orderings in which cases are run.
struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum number of orderings per case.",
      valueName: "n"
    )
  )
  var schedules = 4

  @Option(
    help: ArgumentHelp("Seed for the orderings.", valueName: "n")
  )
  var seed: UInt64 = 0

  /// The options as they must be repeated, each after a space; empty for the defaults.
  var text: String {
    (schedules == 4 ? "" : " --schedules \(schedules)") + (seed == 0 ? "" : " --seed \(seed)")
  }

  /// The check of other orderings, or `nil` if none are run.
  var independence: OrderIndependence? {
    schedules > 0 ? OrderIndependence(schedules: schedules, seed: seed) : nil
  }

  func validate() throws {
    if schedules < 0 { throw ValidationError("--schedules must be at least 0") }
  }
}
