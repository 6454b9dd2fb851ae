internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

struct NewCaseCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "case",
    abstract: "Begin a case and name it in a row.",
    usage: "parity new case <id> --row <row> [<options>]",
    discussion: """
      The expectation is left to you, since one that is taken from the output proves nothing; until it is written the \
      case fails and no golden can be recorded.

      Example: parity new case result_cut_short --row result-visibility
      Example: parity new case a_run --row claude-stream --from-events run.jsonl
      """
  )

  @Argument(
    help: ArgumentHelp("The id of the case, which is its golden's name too.", valueName: "id")
  )
  var id: String

  @Option(help: ArgumentHelp("The row that the case belongs to.", valueName: "row"))
  var row: String

  @Option(
    help: ArgumentHelp(
      "The case file, a new one included; else that of the row's last case.",
      valueName: "file"
    )
  )
  var file: String?

  @Option(help: ArgumentHelp("The operation, where the contract has several.", valueName: "name"))
  var operation: String?

  @Option(help: ArgumentHelp("Recorded payloads, one per line, as the input.", valueName: "file"))
  var fromEvents: String?

  @Option(
    help: ArgumentHelp("Which lines of the recording: '10-20', '10-' or '7'.", valueName: "lines")
  )
  var lines: LineRange?

  @OptionGroup var suite: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if lines != nil && fromEvents == nil {
      throw ValidationError("--lines goes with --from-events.")
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
        "fill in what is marked, then: parity lint",
        "see it fail for want of a golden: parity check --only \(contract.id)/\(id)",
        "see its output and accept it: parity review --only \(contract.id)/\(id)",
      ]
      return (new, next)
    }
  }
}

extension Contract {
  /// Returns the member of a new case that contains its input, with a value to fill in.
  fileprivate func sketch(ofInputFor operation: String) -> (member: String, value: JSONSketch) {
    guard let recording = support?.recording else {
      return ("input", .object([(FillIn.text("the input of \(operation)"), .value(.null))]))
    }
    return (
      recording.member, .array([.object([(FillIn.text("a payload, and others"), .value(.null))])])
    )
  }
}
