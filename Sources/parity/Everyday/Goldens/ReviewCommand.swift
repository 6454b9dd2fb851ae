internal import ArgumentParser
internal import Conformance

/// The command `parity review`, which writes only the changes that a person accepts, by key or by
/// token.
struct ReviewCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Review pending changes to goldens one by one.",
    usage: "parity review [<options>]",
    discussion: """
      A golden is the recorded output of a case. On a terminal, press a key to accept or reject \
      each change, or press ? to list the keys. If standard input or standard output isn't a \
      terminal, the command prints each change with a token. --accept <token> writes that change, \
      but writes nothing if the case, golden or output has changed since the token was printed. \
      Each implementation given by --implementation or --command confirms the accepted goldens \
      whose output it reproduces exactly. The restrictions described in 'parity regenerate --help' \
      also apply. The command exits with 1 if any changes are still pending, or if a case has no \
      output.

      Example: parity review --only 'result_*'
      """
  )

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp(
      "Accept the change with this token; repeatable.",
      valueName: "token"
    )
  )
  var tokens: [String] = []

  @OptionGroup(title: "Selection") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Confirming implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// Rejects tokens that can't be from a review, such as the name of a case.
  func validate() throws {
    let isToken = { (text: String) in
      text.utf8.count == ReviewDecision.tokenLength
        && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    if let text = tokens.first(where: { !isToken($0) }) {
      throw ValidationError(
        """
        --accept must be a token printed by 'parity review' (\(ReviewDecision.tokenLength) \
        characters, each 0-9 or a-f), not '\(printable(text))'
        """
      )
    }
  }

  func execute() async throws -> CommandResult {
    switch try Run.forGoldens(suite, root, selection, implementations, limits, output) {
    case .listed(let list): return CommandResult([list])
    case .run(let run, let reporter):
      let review = ReviewRun(command: self, run: run, reporter: reporter)
      return try await Interruption.catching {
        defer { RawTerminal.restore() }
        return try await review.result()
      }
    }
  }

  /// The other options that must be given again for a token to name the same change.
  var repeatedOptions: String {
    let options =
      selection.filters.map { ("--filter", $0) } + selection.only.map { ("--only", $0) }
      + selection.skip.map { ("--skip", $0) }
      + selection.rows.map { ("--row", $0) }
      + implementations.names.map { ("--implementation", $0) }
      + implementations.commands.map { ("--command", $0) }
    return options.map { " \($0) \($1.shellQuoted)" }.joined()
  }
}
