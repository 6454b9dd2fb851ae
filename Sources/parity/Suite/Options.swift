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
    help: ArgumentHelp("Contract to work on; repeatable.", valueName: "name")
  )
  var contracts: [String] = []
}

/// The folder of the repository, for commands that need no suite or write to one.
struct RootOption: ParsableArguments {
  fileprivate static let help = ArgumentHelp(
    "Suite folder (default: nearest one, going upward).",
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
    help: "Use the built-in contracts, not a suite of your own."
  )
  var isBuiltin = false

  func validate() throws {
    if path != nil, isBuiltin { throw ValidationError("--root and --builtin can't be combined") }
  }

  func folder() throws(CommandFailure) -> ContractFolder {
    try ContractFolder(root: path, isBuiltin: isBuiltin)
  }
}

/// The cases to work on.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Select cases, CASE or CONTRACT/CASE; repeatable.",
      valueName: "glob"
    )
  )
  var only: [String] = []

  @Option(help: ArgumentHelp("Leave out cases; repeatable.", valueName: "glob"))
  var skip: [String] = []

  @Option(
    name: .customLong("row"),
    help: ArgumentHelp("Select the cases of rows; repeatable.", valueName: "glob")
  )
  var rows: [String] = []

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp("Select the cases of rules or clauses; repeatable.", valueName: "glob")
  )
  var rules: [String] = []

  @Option(
    help: ArgumentHelp("Select the cases that failed in a JSON report.", valueName: "report")
  )
  var failedIn: String?

  @Option(
    help: ArgumentHelp("With --failed-in: select only the cases of cause <n>.", valueName: "n")
  )
  var cause: Int?

  @Flag(help: "List the selected cases, and do nothing else.")
  var list = false

  @Flag(help: "With --list: print JSON with rows, clauses and places.")
  var json = false

  func validate() throws {
    if json, !list {
      throw ValidationError("--json needs --list")
    }
    if cause != nil, failedIn == nil {
      throw ValidationError("--cause needs --failed-in")
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
        "\(path) has no cause \(cause), only \(counted(report.causes.count, "cause"))"
      )
    }
    return report.causes[cause - 1].cases
  }
}

/// How much is printed, and in which style.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only problems and the last line.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print every case, and differences in full.")
  var verbose = false

  @Option(help: ColorChoice.help)
  var color: ColorChoice = .auto

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose can't be combined") }
  }
}
