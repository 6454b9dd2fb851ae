internal import ArgumentParser
internal import Conformance

/// Where the suite is, and which contracts of it.
struct SuiteOptions: ParsableArguments {
  @Option(name: .customLong("contract"), help: ArgumentHelp("A contract to work on; repeatable.", valueName: "name"))
  var contracts: [String] = []

  @OptionGroup var root: RootOption
}

/// Where the repository is.
struct RootOption: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "The folder with parity.json or Fixtures. Else the nearest upwards, else what comes with parity.",
      valueName: "folder"))
  var path: String?

  func folder() throws(CommandFailure) -> ContractFolder { try ContractFolder(root: path) }
}

/// Which cases.
struct SelectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Cases to take, 'CASE' or 'CONTRACT/CASE', with * and ?; repeatable.", valueName: "glob"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Cases to leave out; repeatable.", valueName: "glob"))
  var skip: [String] = []

  @Option(name: .customLong("row"), help: ArgumentHelp("Rows whose cases to take; repeatable.", valueName: "glob"))
  var rows: [String] = []

  @Flag(help: "Print the names of the selected cases and do nothing else.")
  var list = false

  var selection: Selection {
    Selection(only: only.map { Glob($0) }, skip: skip.map { Glob($0) }, rows: rows.map { Glob($0) })
  }
}

/// How much is printed, and how.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print less: problems and the last line.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print more: every case, and differences in full.")
  var verbose = false

  @Option(help: "Colours: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")). NO_COLOR is heeded.")
  var color: ColorChoice = .auto

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
