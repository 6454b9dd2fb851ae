internal import Conformance

/// How the program was called, so that the commands that it suggests hold where they are pasted.
struct Invocation: Sendable {
  private let program: String
  /// The options that say where the suite is, with their values; a flag has none.
  private let options: [(name: String, value: String?)]

  init(_ arguments: [String]) {
    let name = arguments.first ?? ""
    // The shell found it by its name alone where there is no slash.
    program = name.utf8.contains(UInt8(ascii: "/")) ? name.shellQuoted : "parity"

    var options: [(name: String, value: String?)] = []
    let words = arguments.prefix { $0 != "--" }
    for (word, next) in zip(words, Array(words.dropFirst()) + [""]) {
      if word == "--builtin" { options.append((word, nil)) }
      for option in ["--root", "--contract"] {
        if word == option {
          options.append((option, next.shellQuoted))
        } else if word.hasPrefix("\(option)=") {
          options.append((option, String(word.dropFirst(option.count + 1)).shellQuoted))
        }
      }
    }
    self.options = options
  }

  /// A command of the program, which begins with `parity`, as it has to be typed here.
  func command(_ text: String) -> String {
    // The operation that `run` takes already names the contract.
    let missing = options.filter { name, _ in
      !text.contains(" \(name) ") && !(name == "--contract" && text.hasPrefix("parity run "))
    }
    let repeated = missing.map { name, value in " \(name)" + (value.map { " \($0)" } ?? "") }
    return program + text.dropFirst("parity".count) + repeated.joined()
  }

  /// The line with its commands as they have to be typed here.
  func line(_ line: StyledLine) -> StyledLine {
    guard line.spans.contains(where: { $0.style == .command }) else { return line }
    return StyledLine(
      line.spans.map { $0.style == .command ? .init(command($0.text), .command) : $0 }
    )
  }
}
