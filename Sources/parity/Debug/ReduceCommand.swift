internal import ArgumentParser
internal import Conformance

/// The command `parity reduce`, which searches for the smallest input that still fails in the same
/// way.
struct ReduceCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "reduce",
    abstract: "Make a failing case or a recording as small as possible.",
    usage: """
      parity reduce <case> --implementation <name> [<options>]
      parity reduce <file> --contract <name> --implementation <name> [<options>]
      """,
    discussion: """
      Parity compares the output of the implementation with that of the reference, or the outputs \
      of two selected implementations. It removes rows, members and parts of texts as long as the \
      implementation still fails in the same way: the outputs differ at the same place in the same \
      way, the program crashes or times out, or only one implementation rejects the input. \
      Expectations aren't checked, because they are about the whole input. Without a reference, \
      Parity keeps a crash, a timeout or an error.

      A file has one input, in any form that a case file allows, or it is a recording with one \
      JSON payload per line (.jsonl, .ndjson, or several lines of JSON). Use '-' for standard \
      input. Parity exits with 1 if it prints a reduced input, and with 0 if nothing fails. \
      --restarts and --hangs have no effect here.

      Example: parity reduce recording.jsonl --contract session-detail --implementation javascript
      """
  )

  @Argument(
    help: ArgumentHelp(
      "A case given as CASE or CONTRACT/CASE, or a file with an input or a recording.",
      valueName: "input"
    )
  )
  var subject: String

  @Option(
    help: ArgumentHelp(
      "Operation to call with the input of a file (default: the contract's only or first one).",
      valueName: "name"
    )
  )
  var operation: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most smaller inputs to try before the smallest one is printed (default: 50000).",
      valueName: "n"
    ),
    transform: OptionValue.positive
  )
  var attempts: Int = 50_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Start no attempt after this time in seconds (default: 600).",
      valueName: "n"
    ),
    transform: OptionValue.runSeconds
  )
  var seconds: Double = 600

  @Option(
    help: ArgumentHelp("Add the reduced input to this case file.", valueName: "file")
  )
  var save: String?

  @OptionGroup(title: "Programs") var respondents: RespondentOptions
  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// Requires one or two implementations, which must differ.
  func validate() throws {
    if respondents.count == 0 {
      throw ValidationError(
        "select the implementation that fails with --implementation or --command"
      )
    }

    if respondents.count > 2 {
      throw ValidationError("select at most two implementations")
    }

    if respondents.names.count == 2, respondents.names[0] == respondents.names[1] {
      throw ValidationError("select two different implementations, or only the one that fails")
    }
  }

  /// Prepares the run. Problems with the input and with the file for `--save` are reported before
  /// any program starts.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()

    let subject = try ReducedSubject(of: self, in: folder, reporter)
    let savedCases = try save.map { path throws(CommandFailure) in
      try SavedCases(path, in: folder)
    }

    let run = try ReduceRun(
      command: self,
      subject: subject,
      folder: folder,
      savedCases: savedCases,
      reporter: reporter
    )
    return try await run.result()
  }
}
