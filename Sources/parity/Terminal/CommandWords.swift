internal import ArgumentParser

/// The words of a command line: those that name a command, and the arguments that are left for it.
struct CommandWords {
  /// `["new", "case"]`, say; empty where the words ask the program itself, for its version say.
  let names: [String]
  let arguments: [String]
  /// Whether the command is the one of words that name none.
  let isStandard: Bool
  /// The word in the place of a command that names none.
  let unknownName: String?
  private let command: any ParsableCommand.Type

  /// Options of the program itself, which are ArgumentParser's.
  private static let ownOptions = [
    "-h", "--help", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// - Parameters:
  ///   - words: Those after the name of the program.
  ///   - standard: The command of words that name none.
  init(_ words: [String], standard: any ParsableCommand.Type) {
    // `--root` may stand before the command that it is for.
    let rootLength = words.first == "--root" ? 2 : words.first?.hasPrefix("--root=") == true ? 1 : 0
    let root = words.prefix(rootLength)
    var rest = words.dropFirst(rootLength)

    var command: any ParsableCommand.Type = Parity.self
    var names: [String] = []
    while let name = rest.first,
      let next = command.configuration.subcommands.first(where: { $0._commandName == name })
    {
      command = next
      names.append(name)
      rest = rest.dropFirst()
    }

    let first = words.first ?? ""
    let isForProgram = Self.ownOptions.contains { first == $0 || first.hasPrefix("\($0)=") }
    isStandard = names.isEmpty && !isForProgram && rest.first?.hasPrefix("-") ?? true
    if isStandard {
      command = standard
      names = [standard._commandName]
    }
    unknownName = names.isEmpty ? rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 } : nil
    self.command = command
    self.names = names
    arguments = Array(root + rest)
  }

  /// Returns the command with its options.
  ///
  /// - Throws: What ArgumentParser says instead, as a command of the program: help, or what is wrong.
  func parse() throws -> any ParsableCommand {
    // On the way through its parents ArgumentParser puts a command together four times and not
    // twice, and a debug build checks its options sixteen times over each time.
    if !names.isEmpty, let parsed = try? command.parseAsRoot(arguments), parsed is any Command {
      return parsed
    }
    return try Parity.parseAsRoot(names + arguments)
  }
}
