internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

struct NewCaseCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "case",
    abstract: "Create a case and add it to a row.",
    usage: "parity new case <id> --row <row> [<options>]",
    discussion: """
      The new case has a placeholder for its expectation. Write the expectation yourself, based on \
      the contract. An expectation copied from an implementation's output proves nothing. Until \
      you write the expectation, the case fails and no golden can be recorded.

      Example: parity new case result_cut_short --row result-visibility
      Example: parity new case a_run --row claude-stream --from-events run.jsonl
      """
  )

  @Argument(
    help: ArgumentHelp("ID of the case; also used to name its golden.", valueName: "id")
  )
  var id: String

  @Option(help: ArgumentHelp("Row to add the case to.", valueName: "row"))
  var row: String

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
      "Lines of the recording to use, such as 7, 10-20 or 10- (default: all).",
      valueName: "lines"
    ),
    transform: LineRange.init(parsing:)
  )
  var lines: LineRange?

  @OptionGroup var suite: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if lines != nil && fromEvents == nil {
      throw ValidationError("--lines requires --from-events")
    }
  }

  func execute() async throws -> CommandResult {
    let recording = try fromEvents.map { path throws(CommandFailure) in
      try RecordedInput(path, lines: lines)
    }
    return try suite.write(under: root, output, row: row, notes: recording?.report ?? []) {
      workspace,
      suite in
      let contract = suite.contract
      let operation = try NamedOperation(operation, of: contract).operation.name
      let new = try Scaffold.addingCase(
        id,
        operation: contract.onlyOperation == nil ? operation : nil,
        input: try recording?.member(of: contract) ?? contract.sketch(ofInputFor: operation),
        toRow: row,
        fileName: file,
        in: suite,
        under: workspace.root
      )
      let next = [
        "replace the placeholders, then check them: parity lint",
        "confirm that it fails without a golden: parity check --only \(contract.id)/\(id)",
        "review its output and accept it: parity review --only \(contract.id)/\(id)",
      ]
      return (new, next)
    }
  }
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
