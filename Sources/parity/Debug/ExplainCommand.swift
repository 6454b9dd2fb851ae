internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// The command `parity explain`, which shows why the linked reference of a contract returns its
/// output.
struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Show how each part of an input is handled and by which rule.",
    usage: """
      parity explain <case> [<options>]
      parity explain --events <file> [<options>]
      parity explain <contract/operation> [<options>]
      """,
    discussion: """
      Parity shows what the reference does with each part of the input and which rule requires it. \
      It then shows the output as a user would see it. If you name an operation instead of a case, \
      Parity reads the input from standard input. The command works only for contracts whose \
      built-in reference supports it, such as session-detail.

      Example: parity explain session-detail/result_success_hidden
      """
  )

  @Argument(
    help: ArgumentHelp("A case given as CASE or CONTRACT/CASE, or an operation.", valueName: "case")
  )
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Read the input from a recording with one JSON payload per line. Use '-' for standard input.",
      valueName: "file"
    )
  )
  var events: String?

  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp("Contract that the case or recording belongs to.", valueName: "name")
  )
  var contract: String?

  @Flag(help: "Show only the output, as a user would see it.")
  var chat = false

  @OptionGroup var root: SuiteRootOption

  @Option(help: ColorChoice.help, completion: ColorChoice.completion, transform: OptionValue.choice)
  var color: ColorChoice = .auto

  /// Requires a case, an operation or a recording, and forbids more than one of them.
  func validate() throws {
    if (name == nil) == (events == nil) {
      throw ValidationError(
        "name either a case or an operation, or use --events to name a recording"
      )
    }
  }

  /// Explains the input in full, or with `--chat`, shows only the resulting picture.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(color)
    let folder = try root.folder()
    let (contract, adHocRequest, testCase) = try subject(in: folder, reporter)
    guard let account = contract.support?.operations[adHocRequest.request.operation.name]?.account
    else {
      throw CommandFailure(
        .usage,
        "the contract '\(contract.id)' can't be explained: its reference doesn't support it"
      )
    }

    let report = AccountReport(clauses: contract.clauses, width: reporter.width)

    let lines: [StyledLine]
    do throws(InputRefusal) {
      let account = try account(adHocRequest.request.input)
      lines = chat ? report.picture(account) : report.lines(account, of: testCase)
    } catch {
      throw adHocRequest.refusal(error.message, at: error.pointer)
    }

    return CommandResult([.lines(lines, reporter)])
  }

  /// Returns the input to explain, which is a recording, an input on standard input, or the input
  /// of a case.
  private func subject(
    in folder: ContractFolder,
    _ reporter: Reporter
  ) throws(CommandFailure) -> (Contract, AdHocRequest, Case?) {
    if let events {
      let contract = try recordedContract(in: folder)
      return (contract, try AdHocRequest(recordedIn: InputFile(path: events), for: contract), nil)
    }

    let name = name ?? ""
    // A name that isn't an operation is a case. If it is unknown, the suite reports it.
    if let operation = try? NamedOperation(name, in: folder) {
      return (operation.contract, try operation.adHocRequest(try InputFile(path: "-").bytes()), nil)
    }

    let contracts =
      if let contract {
        [contract]
      } else {
        try folder.contracts(ofCase: name)
      }
    let (suite, testCase) = try Workspace(folder, contracts: contracts).usable(reporter).testCase(
      name
    )
    return (suite.contract, AdHocRequest(of: testCase), testCase)
  }

  /// Returns the contract that `--contract` names, or the only one that accepts recorded payloads.
  private func recordedContract(in folder: ContractFolder) throws(CommandFailure) -> Contract {
    if let contract { return try folder.contract(contract) }

    try folder.requireSuite()
    let found = folder.contracts.filter { $0.support?.recording != nil }
    guard found.count == 1 else {
      let names = found.map(\.id).joined(separator: " and ")
      throw CommandFailure(
        .usage,
        "several contracts accept recordings: \(names); select one with --contract"
      )
    }

    return found[0]
  }
}
