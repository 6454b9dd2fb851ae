internal import Conformance
internal import SystemPackage
internal import TemplateFiles

/// A language that has a template of an adapter.
enum AdapterLanguage: String, CaseIterable, Sendable {
  case swift
  case kotlin
  case python
  case javascript

  /// The names of the languages, for help.
  static let names = "swift, kotlin, python or javascript"

  /// The suffix of source files, without the period.
  var suffix: String {
    switch self {
    case .swift: "swift"
    case .kotlin: "kt"
    case .python: "py"
    case .javascript: "mjs"
    }
  }

  /// The source of the template.
  var source: String {
    switch self {
    case .swift: String(cString: template_adapter_swift())
    case .kotlin: String(cString: template_adapter_kt())
    case .python: String(cString: template_adapter_py())
    case .javascript: String(cString: template_adapter_mjs())
    }
  }

  /// The shell script that compiles and runs the program, or `nil` if the source itself is run.
  var script: String? {
    switch self {
    case .swift: String(cString: template_adapter_swift_sh())
    case .kotlin: String(cString: template_adapter_kt_sh())
    case .python, .javascript: nil
    }
  }

  /// The program that runs the script or the source.
  var interpreter: String {
    switch self {
    case .swift, .kotlin: "sh"
    case .python: "python3"
    case .javascript: "node"
    }
  }

  /// The lines of the template that `parity init` replaces, so that the program returns an output
  /// for its case: it splits a text into words.
  var example: [(placeholder: String, replacement: String)] {
    switch self {
    case .swift:
      [
        (
          "  // FILL IN: the members that your code needs, such as: var text: String",
          "  var text: String"
        ),
        ("  // FILL IN: the members that the contract describes", "  var words: [String]"),
        (
          #"  throw RPCError(.internalError, "not implemented yet")"#,
          #"  Output(words: input.text.components(separatedBy: " "))"#
        ),
      ]
    case .kotlin:
      [
        (
          #"    throw NotImplementedError("not implemented yet")"#,
          #"    return mapOf("words" to params["text"].asString.split(" "))"#
        )
      ]
    case .python:
      [
        (
          #"    raise NotImplementedError("not implemented yet")"#,
          #"    return {"words": params["text"].split(" ")}"#
        )
      ]
    case .javascript:
      [
        (
          #"  throw new Error("not implemented yet");"#,
          #"  return { words: params.text.split(" ") };"#
        )
      ]
    }
  }

  /// Returns the language of the code in a folder, and the build file that shows it. The file is
  /// `nil` if there is none, and the language then is Python.
  static func likely(in folder: FilePath) -> (language: AdapterLanguage, file: String?) {
    let files: [(name: String, language: AdapterLanguage)] = [
      ("Package.swift", .swift),
      ("build.gradle.kts", .kotlin),
      ("build.gradle", .kotlin),
      ("pom.xml", .kotlin),
      ("package.json", .javascript),
    ]
    let found = files.first { FileSystem.entry(at: folder.appending($0.name)) != nil }
    return found.map { ($0.language, $0.name) } ?? (.python, nil)
  }
}

// MARK: - Requirements

extension AdapterLanguage {
  /// The programs that the adapter needs in PATH.
  private var programs: [String] {
    switch self {
    case .swift: ["swiftc"]
    case .kotlin: ["kotlinc", "java"]
    case .python: ["python3"]
    case .javascript: ["node"]
    }
  }

  /// The way to install what the adapter needs.
  private var installation: String {
    switch self {
    case .swift: "see https://www.swift.org/install"
    case .kotlin: "on Debian, run apt-get install kotlin libgoogle-gson-java"
    case .python: "you need Python 3.9 or later; on Debian, run apt-get install python3"
    case .javascript: "you need Node.js 20 or later; see https://nodejs.org"
    }
  }

  /// Returns a line that says what is missing to run the adapter on this computer, and how to
  /// install it. Returns no line if nothing is missing.
  func missingRequirements() -> [String] {
    var missing = programs.filter { !Self.isInPath($0) }
    if self == .kotlin {
      let library = environment("GSON") ?? "/usr/share/java/gson.jar"
      if FileSystem.entry(at: FilePath(library)) == nil { missing.append(library) }
    }
    guard !missing.isEmpty else { return [] }

    let verb = missing.count == 1 ? "wasn't" : "weren't"
    return [
      "\(missing.joined(separator: ", ")) \(verb) found, so the adapter can't run yet: "
        + installation
    ]
  }

  /// Returns whether a folder of PATH has an entry with the name. It isn't checked for permission
  /// to run.
  private static func isInPath(_ program: String) -> Bool {
    (environment("PATH") ?? "").split(separator: ":").contains { folder in
      FileSystem.entry(at: FilePath(String(folder)).appending(program)) != nil
    }
  }
}
