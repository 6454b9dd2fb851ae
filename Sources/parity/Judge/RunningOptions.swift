internal import ArgumentParser
internal import Conformance
internal import Foundation
internal import RFC3339

/// The options that control how cases are run.
struct RunningOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Stop after so many failures.", valueName: "n"))
  var maxFailures: Int?

  @Option(
    help: ArgumentHelp(
      "The day by which known failures expire; else today's, in UTC.",
      valueName: "yyyy-mm-dd"
    )
  )
  var today: String?

  @OptionGroup var known: KnownOptions

  @Option(
    help: ArgumentHelp(
      "Run one of so many parts of the cases, such as 2/5. 'bazel' and 'gitlab' read the variables of those.",
      valueName: "i/n"
    )
  )
  var shard: ShardRequest?

  @Flag(
    help:
      "Audit the contracts too: the page shows how many mutants are killed, and a finding makes the run red."
  )
  var audit = false

  func validate() throws {
    if let maxFailures, maxFailures < 1 {
      throw ValidationError("--max-failures takes a number from 1.")
    }
    if let today, CalendarDay(today) == nil {
      throw ValidationError("--today takes a day as YYYY-MM-DD.")
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
      "The list of known failures; else \(KnownFailuresFile.path) of the repository.",
      valueName: "file"
    )
  )
  var file: String?
}

/// The options that select the orderings in which cases are run.
struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Orders of arrival to try for each case; all, where there are no more.",
      valueName: "n"
    )
  )
  var schedules = 4

  @Option(
    help: ArgumentHelp("Which orders: the same for the same number, everywhere.", valueName: "n")
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
    if schedules < 0 { throw ValidationError("--schedules takes a number from 0.") }
  }
}
