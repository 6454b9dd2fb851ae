internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The contracts of the suite to work on.
///
/// Option groups aren't nested. A debug build of ArgumentParser checks the options of a group four
/// times, and those of a nested group sixteen times.
struct SuiteOptions: ParsableArguments {
  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp("Select a contract by name; repeatable (default: all).", valueName: "name")
  )
  var contracts: [String] = []
}

/// The case files of apps that the command line names.
struct CaseFileOptions: ParsableArguments {
  @Option(
    name: .customLong("cases"),
    help: ArgumentHelp(
      "Add this file's cases; needs --contract; repeatable.",
      valueName: "file"
    )
  )
  var paths: [String] = []

  /// Returns the files, whose cases are about the only contract of the command.
  func files(for contracts: [String]) throws(CommandFailure) -> [AppCaseFile] {
    guard !paths.isEmpty else { return [] }
    guard contracts.count == 1 else {
      throw CommandFailure(
        .usage,
        "--cases needs one contract, and \(contracts.count) are selected",
        "name the contract of the cases: --contract NAME"
      )
    }

    return paths.map { path in
      AppCaseFile(contract: contracts[0], path: path, in: Surroundings.current.folder)
    }
  }
}

/// The folder of the repository, for commands that need no suite or write to one.
struct RootOption: ParsableArguments {
  fileprivate static let help = ArgumentHelp(
    "Suite folder (default: the nearest, searching upward).",
    valueName: "folder"
  )

  @Option(name: .customLong("root"), help: help)
  var path: String?

  /// Finds the repository that the option selects, or the nearest one.
  func folder() throws(CommandFailure) -> ContractFolder { try ContractFolder(root: path) }
}

/// The folder of the repository, or the built-in contracts, for commands that read a suite.
struct SuiteRootOption: ParsableArguments {
  @Option(name: .customLong("root"), help: RootOption.help)
  var path: String?

  @Flag(
    name: .customLong("builtin"),
    help: "Use only the contracts that are built into Parity."
  )
  var isBuiltin = false

  /// Rejects `--root` with `--builtin`, because no folder is searched then.
  func validate() throws {
    if path != nil, isBuiltin { throw ValidationError("--root and --builtin can't be combined") }
  }

  /// Finds the suite that the options select, or the nearest one.
  func folder() throws(CommandFailure) -> ContractFolder {
    try ContractFolder(root: path, isBuiltin: isBuiltin)
  }
}

/// The cases to work on.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: [.customShort("k"), .customLong("filter")],
    help: ArgumentHelp(
      "Select by case, row, clause or case file; repeatable.",
      valueName: "glob"
    )
  )
  var filters: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select cases named CASE or CONTRACT/CASE; repeatable.",
      valueName: "glob"
    )
  )
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Skip cases by name, as with --only; repeatable.",
      valueName: "glob"
    )
  )
  var skip: [String] = []

  @Option(
    name: .customLong("row"),
    help: ArgumentHelp("Select the cases in matching rows; repeatable.", valueName: "glob")
  )
  var rows: [String] = []

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp(
      "Select cases by rule or clause; repeatable.",
      valueName: "glob"
    )
  )
  var rules: [String] = []

  @Option(
    name: .customLong("level"),
    help: ArgumentHelp(
      "Select by level: must, should or may; repeatable.",
      valueName: "level"
    ),
    completion: .list(Matrix.Clause.Level.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var levels: [Matrix.Clause.Level] = []

  @Option(
    name: .customLong("origin"),
    help: ArgumentHelp(
      "Select by origin: source, clarification or decision.",
      valueName: "origin"
    ),
    completion: .list(Matrix.Clause.Origin.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var origins: [Matrix.Clause.Origin] = []

  @Option(
    help: ArgumentHelp("Select the cases that a JSON report lists as failed.", valueName: "report")
  )
  var failedIn: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --failed-in: select only the cases of cause <n>.",
      valueName: "n"
    ),
    transform: OptionValue.positive
  )
  var cause: Int?

  @Flag(help: "List the selected cases without running them.")
  var list = false

  @Flag(help: "With --list: print the details of each case as JSON.")
  var json = false

  /// Rejects `--json` and `--cause` without the options that they modify.
  func validate() throws {
    if json, !list {
      throw ValidationError("--json requires --list")
    }
    if cause != nil, failedIn == nil {
      throw ValidationError("--cause requires --failed-in")
    }
  }

  /// Returns the selection. Reads the report that `--failed-in` names.
  ///
  /// - Parameters:
  ///   - root: The root of the suite, for the paths of case files.
  ///   - names: The only cases to select from, or `nil` to select from all.
  func selection(
    under root: FilePath,
    among names: [String]? = nil
  ) throws(CommandFailure) -> Selection {
    var names = names
    if let failedIn {
      let reported = try self.names(failedIn: failedIn)
      names = names?.filter(Set(reported).contains) ?? reported
    }

    return Selection(
      filters: filters.map { CaseFilter($0, path: Self.path($0, under: root)) },
      only: only.map { Glob($0) },
      skip: skip.map { Glob($0) },
      rows: rows.map { Glob($0) },
      rules: rules.map { Glob($0) },
      levels: levels,
      origins: origins,
      names: names
    )
  }

  /// Returns a path relative to the current folder as a path relative to the root, or `nil` if it
  /// leads elsewhere.
  private static func path(_ text: String, under root: FilePath) -> String? {
    guard !text.isEmpty else { return nil }
    let folder = Surroundings.current.folder
    var path = folder.pushing(FilePath(text)).lexicallyNormalized()
    guard path.removePrefix(folder.pushing(root).lexicallyNormalized()) else { return nil }
    return path.string
  }

  /// Returns the cases that failed in a report, or only those of one cause.
  private func names(failedIn path: String) throws(CommandFailure) -> [String] {
    let report = try RunRecord(at: path)
    guard let cause else { return report.results.filter(\.isFailed).map(\.caseName) }

    guard report.causes.indices.contains(cause - 1) else {
      throw CommandFailure(
        .usage,
        "\(path) has no cause \(cause): it has \(counted(report.causes.count, "cause"))"
      )
    }

    return report.causes[cause - 1].cases
  }
}

/// How much is printed, and in which style.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only problems and the final summary line.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print every result in full.")
  var verbose = false

  @Option(help: ColorChoice.help, completion: ColorChoice.completion, transform: OptionValue.choice)
  var color: ColorChoice = .auto

  /// Rejects `--quiet` with `--verbose`, because one of them would have no effect.
  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose can't be combined") }
  }
}
