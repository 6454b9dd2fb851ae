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
    help: ArgumentHelp(
      "UTC date for deciding whether known failures have expired (default: today).",
      valueName: "yyyy-mm-dd"
    )
  )
  var today: String?

  @OptionGroup var known: KnownOptions

  @Option(
    help: ArgumentHelp(
      """
      Run one shard, such as 2/5; 'bazel' or 'gitlab' takes i and n from that system's \
      environment variables.
      """,
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
    let today = CalendarDay(today ?? Date.now.formatted(.iso8601.year().month().day()))
    return KnownFailures(workspace.knownFailures, today: today, options: orders.text)
  }
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
  var schedules: Int = 4

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed for choosing the input orderings (default: 0).", valueName: "n"),
    transform: OptionValue.seed
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
}
