internal import ArgumentParser
internal import Conformance
internal import Foundation
internal import SystemPackage

/// A message about arguments that ArgumentParser rejects, in the form of all other errors.
///
/// ArgumentParser keeps what it found to itself and offers only a text, so the arguments that are
/// wrong are those that its text quotes.
struct UsageMessage {
  /// What is wrong.
  let problem: String
  /// What to do about it.
  let advice: String

  /// Creates the message. The advice is about the first argument that the text of the error quotes.
  ///
  /// - Parameters:
  ///   - error: The error of ArgumentParser.
  ///   - words: The command line that it rejected.
  init(_ error: any Error, _ words: CommandWords) {
    let text = Self.restyled(Parity.message(for: error))
    let command = (["parity"] + words.names).joined(separator: " ")
    let rejected = words.arguments.first { argument in
      let name = String(argument.prefix { $0 != "=" })
      return name.count > 1 && (text.contains("'\(name)'") || text.contains("'\(argument)'"))
    }

    if let rejected, let option = FamiliarOption(rejected) {
      problem = "unknown option '\(option.name)'"
      advice = option.advice(argument: rejected)
    } else if let rejected, !rejected.hasPrefix("-"), text.hasPrefix("unexpected argument") {
      problem = text
      advice = Self.advice(for: rejected, of: command)
    } else {
      problem = text
      advice = "see: \(command) --help"
    }
  }

  /// Returns a message of ArgumentParser or of a command's validation as Parity words it: a line
  /// that starts in lower case and doesn't end with a period.
  private static func restyled(_ message: String) -> String {
    let text = message.split(separator: "\n").joined(separator: " ")
    let line = (messageAboutValue(in: text) ?? text)
      .replacing(". Did you mean", with: "; did you mean")
    let sentence = line.hasSuffix(".") ? String(line.dropLast()) : line
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// Returns what is wrong with the value of an option, or `nil` for any other message.
  ///
  /// ArgumentParser puts "The value 'x' is invalid for '--option <n>': " before the message of
  /// `OptionValue`, which begins with "must be".
  private static func messageAboutValue(in text: String) -> String? {
    let start = "The value '"
    guard text.hasPrefix(start), let middle = text.firstRange(of: "' is invalid for '") else {
      return nil
    }

    let value = text[..<middle.lowerBound].dropFirst(start.count)
    let rest = text[middle.upperBound...]
    guard let end = rest.firstRange(of: "': ") else { return nil }
    let reason = String(rest[end.upperBound...])
    guard reason.hasPrefix("must be ") else { return reason }

    let option = rest[..<end.lowerBound]
    let name = option.hasPrefix("-") ? option.prefix { $0 != " " } : option
    return "\(name) \(reason), not '\(value)'"
  }

  /// Returns the advice about an argument of a command that takes none.
  private static func advice(for argument: String, of command: String) -> String {
    let folder = Surroundings.current.folder.appending(argument)
    let isFolder = FileManager.default.fileExists(atPath: folder.string)

    switch command {
    case "parity regenerate", "parity review":
      return isFolder
        ? "select a contract with --contract NAME, or a suite in another folder with --root FOLDER"
        : "to select cases: \(command) --only \(argument.shellQuoted)"
    default: return "see: \(command) --help"
    }
  }
}

/// An option of another tool of the kind that a person may try first.
enum FamiliarOption {
  case failed(String)
  case accept(String)
  case select(String)
  case report(String)
  case watch(String)
  case implementation(String)
  case version(String)

  /// Creates the option that an argument means, or returns `nil` if it is none of them.
  init?(_ argument: String) {
    let name = String(argument.prefix { $0 != "=" })
    switch name {
    case "--update", "-u", "--accept", "--snapshot-update", "--bless", "--overwrite":
      self = .accept(name)
    case "--filter", "-k", "-t", "--grep", "--match", "--test":
      self = .select(name)
    case "--format", "--junit", "--junit-xml", "--junitxml", "--html", "--tap", "--reporter":
      self = .report(name)
    case "--watch", "-w":
      self = .watch(name)
    case "--only-failures", "--only-failed", "--last-failed", "--lf", "--failed-only", "--rerun":
      self = .failed(name)
    case "--impl", "--target", "--adapter":
      self = .implementation(name)
    case "--verison", "-V", "-version":
      self = .version(name)
    default:
      return nil
    }
  }

  /// The option as the user wrote it, without its value.
  var name: String {
    switch self {
    case .failed(let name), .accept(let name), .select(let name), .report(let name),
      .watch(let name), .implementation(let name), .version(let name):
      name
    }
  }

  /// Returns what to use instead.
  ///
  /// - Parameter argument: The argument with its value, if it has one.
  func advice(argument: String) -> String {
    switch self {
    case .failed: "to check what failed last: parity check --failed"
    case .accept: "to accept changed outputs: parity review"
    case .select: "to select cases by name: parity check --only 'GLOB'"
    case .report: "to write a report: parity check --report \(Self.report(for: argument))"
    case .watch: "to check again when a file changes: parity check --watch"
    case .implementation:
      "to select an implementation listed in parity.json: parity check --implementation NAME"
    case .version: "to print the version: parity --version"
    }
  }

  /// Returns a value of `--report` in the format that the argument names, or in JSON.
  private static func report(for argument: String) -> String {
    let formats = ["junit", "html", "tap"]
    let format = formats.first { argument.contains($0) } ?? "json"
    let fileExtension = format == "junit" ? "xml" : format
    return "\(format)=report.\(fileExtension)"
  }
}

/// A command of another tool that a person may try first.
enum FamiliarCommand {
  /// Returns the command to use instead, with what it does, or `nil` if the name isn't familiar.
  static func advice(for name: String) -> String? {
    switch name {
    case "test", "verify": "to check implementations: parity check"
    case "update": "to regenerate what the expectations allow: parity check --update"
    case "accept", "bless", "approve": "to accept changed outputs: parity review"
    case "snapshot", "record", "generate": "to write goldens: parity regenerate"
    case "list", "ls": "to list the cases: parity check --list"
    case "create", "start", "setup": "to create a suite: parity init"
    case "add": "to add a case, row, mutant or adapter: parity new --help"
    case "validate": "to check the files of a suite: parity lint"
    case "compare": "to compare two reports: parity diff BEFORE AFTER"
    case "completion", "complete": "to print shell completions: parity completions zsh"
    case "watch": "to check again when a file changes: parity check --watch"
    case "rerun", "retry": "to check what failed last: parity check --failed"
    case "report", "show": "to write a report: parity check --report html=report.html"
    case "inspect", "debug": "to show the requests and replies of a case: parity repro CASE"
    case "shrink", "minimize", "bisect":
      "to make a failing input smaller: parity reduce CASE --implementation NAME"
    case "mutate", "mutants", "mutation": "to run mutants: parity audit"
    case "ci": "to check in CI: parity check"
    case "version": "to print the version: parity --version"
    default: nil
    }
  }
}
