internal import ArgumentParser
internal import Conformance

@main
struct Parity: AsyncParsableCommand {
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
    let arguments = rootLast(Array(CommandLine.arguments.dropFirst()))
    do {
      try requireArguments()
      try rejectUnknownCommand(arguments)
      var command = try parseAsRoot(namesNothing(arguments) ? ["check"] + arguments : arguments)
      try OpenFileBudget.requireMinimum()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      endProcess(.success)
    } catch let failure as CommandFailure {
      failure.exit()
    } catch let error as ScaffoldError {
      CommandFailure(.usage, error.message).exit()
    } catch let error as FileError {
      // Of what is written; a file that can't be read is told where it is read.
      CommandFailure(error).exit()
    } catch let interruption as Interruption {
      interruption.exit()
    } catch {
      end(with: error, arguments)
    }
  }

  /// Prints what was asked for, or what is wrong with the arguments, which a message may quote.
  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    var text = fullMessage(for: error)
    if namesNothing(arguments), let command = arguments.first(where: commands.contains) {
      text += "\nOptions stand behind the command: parity \(command) …"
    }
    let code = exitCode(for: error)
    if code.isSuccess {
      try? Terminal.write(data: text.isEmpty ? "" : text + "\n")
    } else {
      Terminal.tell(
        text.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine(String($0)) }
      )
    }
    endProcess(code: code.rawValue)
  }

  /// Where /proc is missing, a linked-in Swift runtime gives no arguments at all, and the default
  /// command would run.
  private static func requireArguments() throws(CommandFailure) {
    guard CommandLine.arguments.isEmpty else { return }
    throw CommandFailure(
      .usage,
      "the arguments can't be read; on Linux parity needs /proc, so mount it here"
    )
  }

  /// Whether there is no command, but options of `check`, or nothing at all.
  ///
  /// A default subcommand of ArgumentParser's is put together several times over before anything is
  /// parsed.
  private static func namesNothing(_ arguments: [String]) -> Bool {
    guard let first = arguments.first else { return true }
    let own = [
      "--help", "--help-hidden", "--version", "--generate-completion-script",
      "--experimental-dump-help",
    ]
    return first.hasPrefix("-") && first != "-h"
      && !own.contains { first == $0 || first.hasPrefix("\($0)=") }
  }

  /// The arguments with a `--root` that stands before the command behind it, where commands take
  /// it.
  private static func rootLast(_ arguments: [String]) -> [String] {
    let count =
      arguments.first == "--root" ? 2 : arguments.first?.hasPrefix("--root=") == true ? 1 : 0
    guard count > 0, arguments.count > count, !arguments[count].hasPrefix("-") else {
      return arguments
    }
    let rest = arguments.dropFirst(count)
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    return Array(rest[..<end] + arguments.prefix(count) + rest[end...])
  }

  /// A word that is no command.
  private static func rejectUnknownCommand(_ arguments: [String]) throws(CommandFailure) {
    guard let word = arguments.first, !word.hasPrefix("-"), !commands.contains(word) else { return }
    throw CommandFailure(
      .usage,
      Suggestion.unknown("command", word, among: commands, orList: "there are")
    )
  }

  private static var commands: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }
}

/// The version of the command line and the file formats.
let harnessVersion = "0.1.0"
