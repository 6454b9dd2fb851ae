internal import ArgumentParser
internal import Conformance

@main
struct Parity: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keeps several implementations of one behaviour in step.",
    usage: "parity [<subcommand>] [<options>]",
    discussion: """
      Checks implementations of a contract against hand-written expectations and golden outputs. \
      The contracts are those of this folder, or of its nearest parent with \
      \(RepositoryFile.path) or Fixtures. --builtin uses the built-in contracts.

      Example: parity check --only 'result_*'

      Exit codes: 0 all is well; 1 something judged or found is not; 64 wrong usage; 65 a file that can't be read or \
      understood; 69 a program that can't be started, or something that the system lacks; 70 a bug in parity; 73 \
      writing refused or failed.
      """,
    version: harnessVersion,
    subcommands: [
      CheckCommand.self, RegenerateCommand.self, ReviewCommand.self, LintCommand.self,
      NewCommand.self,
      RunCommand.self, FuzzCommand.self, MatrixCommand.self, AuditCommand.self, KnownCommand.self,
      ExplainCommand.self,
      ServeCommand.self,
      DoctorCommand.self, ReproCommand.self, DiffCommand.self, MergeCommand.self,
    ]
  )

  static func main() async {
    await run(in: .ofProcess).endProcess()
  }

  /// Runs a command line: performs the effects of the command and returns how the program ends.
  ///
  /// A command itself prints only what can't wait for its result.
  static func run(in surroundings: Surroundings) async -> ProgramEnd {
    await Surroundings.$current.withValue(surroundings) {
      await result().carryOut()
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
        CommandFailure(.usage, message.problem, "options follow the command: parity \(name) …")
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
      "the arguments can't be read; on Linux parity needs /proc, so mount it here"
    )
  }

  private static func unknownCommand(_ name: String) -> CommandFailure {
    if let advice = FamiliarCommand.advice(for: name) {
      return CommandFailure(.usage, "no command is named '\(name)'", advice)
    }
    return CommandFailure(
      .usage,
      Suggestion.unknown("command", name, among: commands, orList: true)
    )
  }

  private static var commands: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }
}

/// The version of the command line and the file formats.
let harnessVersion = "0.1.0"
