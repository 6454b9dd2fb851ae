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
      Write the expectation yourself, from the contract: one copied from the output proves \
      nothing. Until it is written, the case fails and no golden can be recorded.

      Example: parity new case result_cut_short --row result-visibility
      Example: parity new case a_run --row claude-stream --from-events run.jsonl
      """
  )

  @Argument(
    help: ArgumentHelp("Id of the case, which is also its golden's name.", valueName: "id")
  )
  var id: String

  @Option(help: ArgumentHelp("Row to add the case to.", valueName: "row"))
  var row: String

  @Option(
    help: ArgumentHelp(
      "Case file, which may be new (default: that of the row's last case).",
      valueName: "file"
    )
  )
  var file: String?

  @Option(help: ArgumentHelp("Operation, if the contract has several.", valueName: "name"))
  var operation: String?

  @Option(
    help: ArgumentHelp(
      "Recording to use as the input, one JSON payload per line.",
      valueName: "file"
    )
  )
  var fromEvents: String?

  @Option(
    help: ArgumentHelp("Lines of the recording to use: '10-20', '10-' or '7'.", valueName: "lines")
  )
  var lines: LineRange?

  @OptionGroup var suite: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if lines != nil && fromEvents == nil {
      throw ValidationError("--lines needs --from-events")
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
        "replace the placeholders, then: parity lint",
        "watch it fail, since it has no golden yet: parity check --only \(contract.id)/\(id)",
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
