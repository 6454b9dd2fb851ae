internal import Conformance

/// How the program was called, so that the commands that it suggests hold where they are pasted.
struct Invocation: Sendable {
  static let current = Invocation(CommandLine.arguments)

  private let program: String
  /// Those that say where the suite is, with their values.
  private let options: [(name: String, value: String)]

  init(_ arguments: [String]) {
    let name = arguments.first ?? ""
    // The shell found it by its name alone where there is no slash.
    program = name.utf8.contains(UInt8(ascii: "/")) ? name.shellQuoted : "parity"
    var options: [(name: String, value: String)] = []
    let words = arguments.prefix { $0 != "--" }
    for (word, next) in zip(words, Array(words.dropFirst()) + [""]) {
      for option in ["--root", "--contract"] {
        let value =
          word == option ? next : word.hasPrefix("\(option)=") ? String(word.dropFirst(option.count + 1)) : nil
        if let value { options.append((option, value.shellQuoted)) }
      }
    }
    self.options = options
  }

  /// A command of the program, which begins with `parity`, as it has to be typed here.
  func command(_ text: String) -> String {
    // What `run` is asked says of which contract it is.
    let missing = options.filter { name, _ in
      !text.contains(" \(name) ") && !(name == "--contract" && text.hasPrefix("parity run "))
    }
    return program + text.dropFirst("parity".count) + missing.map { " \($0.name) \($0.value)" }.joined()
  }

  /// The line with its commands as they have to be typed here.
  func line(_ line: StyledLine) -> StyledLine {
    guard line.spans.contains(where: { $0.style == .command }) else { return line }
    return StyledLine(line.spans.map { $0.style == .command ? .init(command($0.text), .command) : $0 })
  }
}
