internal import ArgumentParser
internal import Conformance
internal import Reporting

/// The contracts of the suite to work on.
///
/// Option groups aren't nested. A debug build of ArgumentParser checks the options of a group four
/// times, and those of a nested group sixteen times.
struct SuiteOptions: ParsableArguments {
  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp("A contract to work on; repeatable.", valueName: "name")
  )
  var contracts: [String] = []
}

/// The folder of the repository, for commands that need no suite or write to one.
struct RootOption: ParsableArguments {
  fileprivate static let help = ArgumentHelp(
    "The folder with parity.json or Fixtures (default: the nearest one, from here upward).",
    valueName: "folder"
  )

  @Option(name: .customLong("root"), help: help)
  var path: String?

  func folder() throws(CommandFailure) -> ContractFolder { try ContractFolder(root: path) }
}

/// The folder of the repository, or the built-in contracts, for commands that read a suite.
struct SuiteRootOption: ParsableArguments {
  @Option(name: .customLong("root"), help: RootOption.help)
  var path: String?

  @Flag(
    name: .customLong("builtin"),
    help: "Use the built-in contracts instead of a suite of your own."
  )
  var isBuiltin = false

  func validate() throws {
    if path != nil, isBuiltin { throw ValidationError("--root and --builtin exclude each other.") }
  }

  func folder() throws(CommandFailure) -> ContractFolder {
    try ContractFolder(root: path, isBuiltin: isBuiltin)
  }
}

/// The cases to work on.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cases to take, 'CASE' or 'CONTRACT/CASE', with * and ?; repeatable.",
      valueName: "glob"
    )
  )
  var only: [String] = []

  @Option(help: ArgumentHelp("Cases to leave out; repeatable.", valueName: "glob"))
  var skip: [String] = []

  @Option(
    name: .customLong("row"),
    help: ArgumentHelp("Rows whose cases to take; repeatable.", valueName: "glob")
  )
  var rows: [String] = []

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp("Rules or clauses whose rows' cases to take; repeatable.", valueName: "glob")
  )
  var rules: [String] = []

  @Option(
    help: ArgumentHelp("Cases to take: those that failed in a JSON report.", valueName: "report")
  )
  var failedIn: String?

  @Option(
    help: ArgumentHelp("With --failed-in: those of the cause of this number.", valueName: "n")
  )
  var cause: Int?

  @Flag(help: "Print the names of the selected cases and do nothing else.")
  var list = false

  @Flag(help: "With --list: each case as an object of JSON, with its rows, clauses and place.")
  var json = false

  func validate() throws {
    if json, !list {
      throw ValidationError("--json is about the selected cases; use it with --list.")
    }
    if cause != nil, failedIn == nil {
      throw ValidationError("--cause is one of a report; name it with --failed-in.")
    }
  }

  /// Returns the selection. Reads the report that `--failed-in` names.
  func selection() throws(CommandFailure) -> Selection {
    Selection(
      only: only.map { Glob($0) },
      skip: skip.map { Glob($0) },
      rows: rows.map { Glob($0) },
      rules: rules.map { Glob($0) },
      names: try failedIn.map(names)
    )
  }

  /// Returns the cases that failed in a report, or only those of one cause.
  private func names(failedIn path: String) throws(CommandFailure) -> [String] {
    let report = try Report(at: path)
    guard let cause else { return report.verdicts.filter(\.isFailed).map(\.testCase) }
    guard report.causes.indices.contains(cause - 1) else {
      throw CommandFailure(
        .usage,
        "\(path) has \(counted(report.causes.count, "cause")), and no number \(cause)"
      )
    }
    return report.causes[cause - 1].cases
  }
}

/// How much is printed, and in which style.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print less: problems and the last line.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print more: every case, and differences in full.")
  var verbose = false

  @Option(help: ColorChoice.help)
  var color: ColorChoice = .auto

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
