internal import ArgumentParser

/// The command `parity completions`, which prints a script and reads no suite.
struct CompletionsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completions of a shell.",
    usage: "parity completions <shell>",
    discussion: """
      Write the output to the file from which your shell loads completions:

        bash  ~/.local/share/bash-completion/completions/parity
        zsh   a file named _parity in a folder of $fpath
        fish  ~/.config/fish/completions/parity.fish

      Example: parity completions fish > ~/.config/fish/completions/parity.fish
      """
  )

  @Argument(
    help: "The shell: bash, zsh or fish.",
    completion: .list(Shell.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var shell: Shell

  /// A shell for which ArgumentParser generates completions.
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  func execute() async throws -> CommandResult {
    let shell: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    return CommandResult([.document(Parity.completionScript(for: shell) + "\n")])
  }
}
