internal import ArgumentParser
internal import Conformance

struct ReviewCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Go through pending changes of goldens one by one and accept some.",
    usage: "parity review [<options>]",
    discussion: """
      On a terminal each change is decided by a key; ? tells which. Elsewhere each is printed with a token, and --accept \
      writes exactly what was printed, or nothing if anything has changed since. The rules of regenerate hold. Exits 1 \
      while something is pending.

      Example: parity review --only 'result_*'
      """
  )

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp(
      "Accept the change that was printed with this token; repeatable.",
      valueName: "token"
    )
  )
  var tokens: [String] = []

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Witnesses") var implementations: ImplementationOptions
  @OptionGroup(title: "Witnesses") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    let isToken = { (text: String) in
      text.utf8.count == ReviewDecision.tokenLength
        && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
    if let text = tokens.first(where: { !isToken($0) }) {
      throw ValidationError(
        "'\(printable(text))' is no token, which is \(ReviewDecision.tokenLength) of 0-9 a-f; parity review prints them."
      )
    }
  }

  func execute() async throws -> CommandResult {
    switch try Run.forGoldens(suite, root, selection, implementations, limits, output) {
    case .listed(let list): return CommandResult([list])
    case .run(let run, let reporter):
      let review = ReviewRun(command: self, run: run, reporter: reporter)
      return try await Interruption.heeded {
        defer { RawTerminal.restore() }
        return try await review.result()
      }
    }
  }

  /// The other options that must be given again for a token to name the same change.
  var repeatedOptions: String {
    let options =
      selection.only.map { ("--only", $0) } + selection.skip.map { ("--skip", $0) }
      + selection.rows.map { ("--row", $0) }
      + implementations.names.map { ("--implementation", $0) }
      + implementations.commands.map { ("--command", $0) }
    return options.map { " \($0) \($1.shellQuoted)" }.joined()
  }
}
