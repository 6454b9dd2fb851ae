internal import ArgumentParser

/// The words of a command line, split into the name of a command and its arguments.
struct CommandWords {
  /// The name of the command, such as `["new", "case"]`. It is empty if the words are meant for the
  /// program itself, such as `--version`.
  let names: [String]
  let arguments: [String]
  /// Whether the words name no command, so that the default one is used.
  let isStandard: Bool
  /// The word in the place of a command that doesn't name one, as in `parity word` and in
  /// `parity help word`.
  let unknownName: String?
  private let command: any ParsableCommand.Type

  /// The options of the program itself, which ArgumentParser handles.
  private static let ownOptions = [
    "-h", "--help", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// Splits the words of a command line.
  ///
  /// - Parameters:
  ///   - words: The words after the name of the program.
  ///   - standard: The command to use if the words name none.
  init(_ words: [String], standard: any ParsableCommand.Type) {
    let rootLength = Self.lengthOfRoot(in: words)
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
    let hasOnlyOptions = rest.first?.hasPrefix("-") ?? true
    isStandard = names.isEmpty && !isForProgram && hasOnlyOptions

    if isStandard {
      command = standard
      names = [standard._commandName]
    }

    unknownName = names.isEmpty ? Self.unknownName(in: rest) : nil
    self.command = command
    self.names = names
    arguments = Array(root + rest)
  }

  /// Returns the number of words of the option `--root` and its value if they precede the name of
  /// the command.
  private static func lengthOfRoot(in words: [String]) -> Int {
    guard let first = words.first else { return 0 }
    if first == "--root" { return 2 }
    return first.hasPrefix("--root=") ? 1 : 0
  }

  /// Returns the first word that should be a command's name but isn't.
  ///
  /// - Parameter words: The words, without the names of commands at their beginning.
  private static func unknownName(in words: ArraySlice<String>) -> String? {
    guard let first = words.first, !first.hasPrefix("-") else { return nil }
    guard first == "help" else { return first }

    var command: any ParsableCommand.Type = Parity.self
    for name in words.dropFirst() where !name.hasPrefix("-") {
      let next = command.configuration.subcommands.first { $0._commandName == name }
      guard let next else { return name }
      command = next
    }
    return nil
  }

  /// Returns the command with its options.
  ///
  /// - Throws: The error of ArgumentParser, which is a request for help or describes what is wrong.
  func parse() throws -> any ParsableCommand {
    // When ArgumentParser goes through the parents of a command, it creates the command four times
    // instead of twice, and a debug build checks its options sixteen times each time.
    if !names.isEmpty, let parsed = try? command.parseAsRoot(arguments), parsed is any Command {
      return parsed
    }
    return try Parity.parseAsRoot(names + arguments)
  }
}
