internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity new case`, which never writes an expectation or a golden.
struct NewCaseCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "case",
    abstract: "Create a case and add it to a row, or replace the input of a case.",
    usage: """
      parity new case <id> --row <row> [<options>]
      parity new case <id> --replace --from-events <file> [<options>]
      parity new case <id> --replace --from-rows <file> [<options>]
      """,
    discussion: """
      The new case has a placeholder for its expectation. Write the expectation yourself, based on \
      the contract. An expectation copied from an implementation's output proves nothing. Until \
      you write the expectation, the case fails and no golden can be recorded.

      With --replace, Parity replaces the input of an existing case and keeps its expectation. It \
      runs the reference on the new input and prints the expectations that fail.

      Example: parity new case result_cut_short --row result-visibility

      Example: parity new case a_run --replace --from-events run.jsonl
      """
  )

  @Argument(
    help: ArgumentHelp("ID of the case; also used to name its golden.", valueName: "id")
  )
  var id: String

  @Option(help: ArgumentHelp("Row to add the case to; not with --replace.", valueName: "row"))
  var row: String?

  @Flag(help: "Replace the input of an existing case.")
  var replace = false

  @Option(
    help: ArgumentHelp(
      "Case file to create or add to (default: the file of the row's last case).",
      valueName: "file"
    )
  )
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Operation to call; required if the contract has several.",
      valueName: "name"
    )
  )
  var operation: String?

  @Option(
    help: ArgumentHelp(
      "Recording to use as the input, with one JSON payload per line.",
      valueName: "file"
    )
  )
  var fromEvents: String?

  @Option(
    help: ArgumentHelp(
      "Rows that an app has exported, one JSON object per line, to use as the input.",
      valueName: "file"
    )
  )
  var fromRows: String?

  // A key in base64url can start with a hyphen.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Session key that decrypts the rows of --from-rows.", valueName: "key")
  )
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Lines of the file to use, such as 7, 10-20 or 10- (default: all).",
      valueName: "lines"
    ),
    transform: LineRange.init(parsing:)
  )
  var lines: LineRange?

  @OptionGroup var options: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Rejects options without the ones that they need. A case is either added to a row or, with
  /// `--replace`, changed.
  func validate() throws {
    let hasFile = fromEvents != nil || fromRows != nil
    if lines != nil, !hasFile {
      throw ValidationError("--lines requires --from-events or --from-rows")
    }

    if fromEvents != nil, fromRows != nil {
      throw ValidationError("--from-events and --from-rows can't be combined")
    }

    if key != nil, fromRows == nil { throw ValidationError("--key requires --from-rows") }

    if replace {
      if !hasFile { throw ValidationError("--replace requires --from-events or --from-rows") }
      if row != nil || file != nil || operation != nil {
        throw ValidationError("--replace can't be combined with --row, --file or --operation")
      }
    } else if row == nil {
      throw ValidationError("name the row to add the case to with --row")
    }
  }

  /// Adds the case to the last case file of its row or to the named file, with placeholders for
  /// what is missing.
  func execute() async throws -> CommandResult {
    guard let row else { return try await replacing() }

    return try options.write(under: root, output, row: row) { workspace, suite in
      let contract = suite.contract
      let operation = try NamedOperation(operation, of: contract).operation.name
      let input = try input(of: contract)

      let scaffold = try Scaffold.addingCase(
        id,
        operation: contract.onlyOperation == nil ? operation : nil,
        input: input?.member ?? contract.sketch(ofInputFor: operation),
        toRow: row,
        fileName: file,
        in: suite,
        under: workspace.root
      )

      return NewItem(
        scaffold,
        remarks: input?.report ?? [],
        next: [
          "replace the placeholders, then check them: parity lint",
          "confirm that it fails without a golden: parity check --only \(contract.id)/\(id)",
          "review its output and accept it: parity review --only \(contract.id)/\(id)",
        ]
      )
    }
  }

  /// Reads the file that the options name, or returns `nil` if they name none.
  private func input(of contract: Contract) throws(CommandFailure) -> NewInput? {
    if let fromEvents {
      let recording = try RecordedInput(fromEvents, lines: lines)
      return NewInput(member: try recording.member(of: contract), report: recording.report)
    }
    guard let fromRows else { return nil }

    let rows = try ExportedRows(fromRows, lines: lines, key: key, of: contract)
    return NewInput(member: rows.member, report: rows.report)
  }

  // MARK: - Replacing

  /// Replaces the input of the case, and reports which expectations its output doesn't meet.
  private func replacing() async throws -> CommandResult {
    let reporter = Reporter(output)
    let workspace = try options.workspace(under: root, reporter)
    let name = options.contract.map { id.hasPrefix("\($0)/") ? id : "\($0)/\(id)" } ?? id
    let (suite, testCase) = try workspace.testCase(name)
    guard let input = try input(of: suite.contract) else {
      throw CommandFailure(.usage, "--replace requires --from-events or --from-rows")
    }

    let (scaffold, renewed) = try Scaffold.replacingInput(
      of: testCase,
      with: input.member,
      in: suite,
      under: workspace.root
    )

    let findings = await findings(on: renewed, in: suite)
    return CommandResult([
      .edit(scaffold.transaction, root: workspace.root),
      .lines(
        scaffold.lines(input.report.map { StyledLine($0) } + findings.lines, next: findings.next),
        reporter
      ),
    ])
  }

  /// Returns lines about the expectations that the reference's output doesn't meet, and the next
  /// steps. A reference that isn't linked is not run.
  private func findings(
    on testCase: Case,
    in suite: Suite
  ) async -> (lines: [StyledLine], next: [String]) {
    let check = "parity check --only \(testCase.name)"
    let accept = "review its output and accept it: parity review --only \(testCase.name)"

    guard let reference = suite.contract.implementation(for: testCase) else {
      return ([], ["check its expectation: \(check)", accept])
    }

    let outcome = await reference.outcome(of: testCase.request)
    let result = CaseComparison().result(of: outcome, to: testCase, golden: nil)
    let broken = result.failures.filter { failure in
      if case .noGolden = failure {
        false
      } else {
        true
      }
    }

    let failures = FailureText.texts(
      of: broken,
      in: testCase.name,
      form: testCase.operation.output
    )
    guard !failures.isEmpty else { return ([StyledLine("its expectations still hold")], [accept]) }

    return (
      [StyledLine("expectations that fail:", .emphasis)] + failures.flatMap { $0.lines(limit: 20) },
      ["correct the expectation or the input, then check it: \(check)", accept]
    )
  }
}

/// An input for a case, and what was taken and replaced to make it, one item per line.
private struct NewInput {
  let member: (member: String, value: JSONSketch)
  let report: [String]
}

extension Contract {
  /// Returns the member of a new case that contains its input, with a value to fill in.
  fileprivate func sketch(ofInputFor operation: String) -> (member: String, value: JSONSketch) {
    guard let recording = support?.recording else {
      return ("input", .object([(Placeholder.text("the input of \(operation)"), .value(.null))]))
    }

    return (
      recording.member,
      .array([.object([(Placeholder.text("the recorded payloads"), .value(.null))])])
    )
  }
}
