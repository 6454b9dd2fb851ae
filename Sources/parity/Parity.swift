internal import ArgumentParser
internal import Conformance
internal import Foundation

/// The program. Its help has an entry for each command, in the groups that are also the folders of
/// the sources.
@main
struct Parity: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that implementations of a specification return the same output.",
    usage: "parity [<subcommand>] [<options>]",
    discussion: """
      Parity runs the cases of a suite on each implementation. It compares each output with the \
      case's expectation, which you write, and with its golden, which is a recorded output. If \
      you name no command, Parity runs 'check'.

      The suite is the nearest folder with \(RepositoryFile.path), at or above the current \
      folder. If there is none, it is the nearest folder with Fixtures/*/\(MatrixFile.name). The \
      search stops at the root of a git repository or at your home folder. Parity also uses the \
      built-in contracts that \(RepositoryFile.path) names. --root selects another folder, and \
      --builtin uses only the built-in contracts.

      Example: parity check --only 'result_*'

      Exit codes
        0    success
        1    a check failed, or there are findings or pending changes
        64   the usage is wrong, such as an unknown name or an empty selection
        65   a file can't be read or parsed
        69   a program can't be started, or a system resource is unavailable
        70   an internal error, which is a bug in Parity
        73   a file can't be written, or CI is set, so writing is refused
        129, 130, 143   interrupted by HUP, INT or TERM
      """,
    version: harnessVersion,
    subcommands: [ServeCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          InitCommand.self,
          CheckCommand.self,
          ReviewCommand.self,
          RegenerateCommand.self,
          NewCommand.self,
          CompletionsCommand.self,
        ]
      ),
      CommandGroup(
        name: "Debug",
        subcommands: [
          RunCommand.self,
          ExplainCommand.self,
          ReproCommand.self,
          ReduceCommand.self,
          DoctorCommand.self,
        ]
      ),
      CommandGroup(
        name: "Trust",
        subcommands: [
          AuditCommand.self,
          FuzzCommand.self,
          LintCommand.self,
          MatrixCommand.self,
        ]
      ),
      CommandGroup(
        name: "Pictures",
        subcommands: [
          GalleryCommand.self
        ]
      ),
      CommandGroup(
        name: "CI",
        subcommands: [
          DiffCommand.self,
          MergeCommand.self,
          BoardCommand.self,
          KnownCommand.self,
        ]
      ),
    ]
  )

  /// Runs the command of the process. The main thread only waits for signals.
  ///
  /// An asynchronous `main` ends the main thread with `pthread_exit` on Linux. For this, glibc loads
  /// libgcc_s, which would be the only other library that a released program needs.
  static func main() {
    Task.detached { await run(in: .ofProcess).endProcess() }

    // The process that started this one may have blocked signals, and the threads of Dispatch block
    // most of them.
    var none = sigset_t()
    sigemptyset(&none)
    while true { sigsuspend(&none) }
  }

  /// Runs a command line: performs the effects of the command and returns how the program ends.
  ///
  /// A command itself prints only what can't wait for its result.
  static func run(in surroundings: Surroundings) async -> ProgramEnd {
    await Surroundings.$current.withValue(surroundings) {
      await result().perform()
    }
  }

  /// Returns the result of the command line in `Surroundings.current`, before its effects are
  /// performed.
  static func result() async -> CommandResult {
    let words = CommandWords(Surroundings.current.arguments, standard: CheckCommand.self)
    let command: any Command
    do {
      try requireArguments()
      if let name = words.unknownName { throw unknownCommand(name) }
      var parsed = try words.parse()

      // A command that only groups other commands prints its help.
      if !(parsed is any Command) { try parsed.run() }
      guard let parsed = parsed as? any Command else { return CommandResult(.success) }
      if words.isStandard, let check = parsed as? CheckCommand { try refuseFilters(of: check) }

      command = parsed
    } catch let failure as CommandFailure {
      return CommandResult(failure)
    } catch {
      return answer(to: error, words)
    }

    do {
      try OpenFileBudget.requireMinimum()
      return try await command.execute()
    } catch {
      return CommandResult(of: error)
    }
  }

  /// Returns the text that ArgumentParser printed instead of running a command, such as help, or a
  /// message about wrong arguments, which may quote them.
  private static func answer(to error: any Error, _ words: CommandWords) -> CommandResult {
    if exitCode(for: error).isSuccess {
      return CommandResult([.document(fullMessage(for: error) + "\n")])
    }

    let message = UsageMessage(error, words)
    if words.isStandard, let name = words.arguments.first(where: commands.contains) {
      return CommandResult(
        CommandFailure(.usage, message.problem, "put options after the command: parity \(name) …")
      )
    }

    return CommandResult(CommandFailure(.usage, message.problem, message.advice))
  }

  /// Throws if the arguments are unavailable.
  ///
  /// Without /proc, a linked-in Swift runtime returns no arguments at all, and the default command
  /// would run.
  private static func requireArguments() throws(CommandFailure) {
    guard CommandLine.arguments.isEmpty else { return }
    throw CommandFailure(
      .usage,
      "the command-line arguments can't be read; on Linux, Parity needs /proc to be mounted"
    )
  }

  /// Throws if a command line that names no command has filters: they might be misspelled commands.
  private static func refuseFilters(of check: CheckCommand) throws(CommandFailure) {
    guard let word = check.filters.first else { return }
    throw CommandFailure(
      .usage,
      "unexpected argument '\(word)'",
      commands.contains(word)
        ? "put options after the command: parity \(word) …"
        : "to select cases: parity check \(word.shellQuoted)"
    )
  }

  /// Returns the failure for a word in the place of a command.
  ///
  /// The advice is the first that applies: the command that does what a command of another tool
  /// does, a command with a similar name, or the list of commands.
  private static func unknownCommand(_ name: String) -> CommandFailure {
    let problem = "no command is named '\(name)'"
    if let advice = FamiliarCommand.advice(for: name) {
      return CommandFailure(.usage, problem, advice)
    }
    let hint = Suggestion.hint(for: name, among: commands, orList: false)
    if !hint.isEmpty { return CommandFailure(.usage, problem + hint) }
    return CommandFailure(
      .usage,
      problem,
      "to list the commands: parity --help",
      "to select cases: parity check \(name.shellQuoted)"
    )
  }

  /// The names that a command line can begin with, without those of hidden commands.
  private static var commands: [String] {
    let shown = configuration.subcommands.filter { $0.configuration.shouldDisplay }
    return shown.compactMap { $0.configuration.commandName } + ["help"]
  }
}
