internal import Conformance
internal import Reporting

/// The way in which the program was called, so that suggested commands work when they are pasted.
struct Invocation: Sendable {
  private let program: String
  /// The options that select the suite, with their values. The value of a flag is `nil`.
  private let options: [(name: String, value: String?)]

  /// Reads a command line that need not be valid.
  ///
  /// - Parameter arguments: The words of the command line, starting with the name of the program.
  init(_ arguments: [String]) {
    let name = arguments.first ?? ""
    // Without a slash, the shell found the program by its name.
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

  /// Returns a command that begins with `parity` in the form in which it must be typed here.
  func command(_ text: String) -> String {
    if text.hasSuffix(" --help") { return program + text.dropFirst("parity".count) }

    // The operation that `run` takes already names the contract.
    let missing = options.filter { name, _ in
      !text.contains(" \(name) ") && !(name == "--contract" && text.hasPrefix("parity run "))
    }
    let repeated = missing.map { name, value in " \(name)" + (value.map { " \($0)" } ?? "") }
    return program + text.dropFirst("parity".count) + repeated.joined()
  }

  /// Returns the line with its commands in the form in which they must be typed here.
  func line(_ line: StyledLine) -> StyledLine {
    guard line.spans.contains(where: { $0.style == .command }) else { return line }
    var line = line
    line.spans = line.spans.map { span in
      span.style == .command ? .init(command(span.text), .command) : span
    }
    return line
  }
}
