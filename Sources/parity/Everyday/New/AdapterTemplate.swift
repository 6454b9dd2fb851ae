internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// A program that connects an implementation to a contract, in a language that has a template.
struct AdapterTemplate {
  let language: AdapterLanguage
  let contract: String
  let operations: [String]
  /// The name of the implementation, or `nil` to name it after its language.
  var name: String?
  /// Whether the program returns the output of the case that `parity init` writes. Otherwise, it
  /// replies that it isn't implemented yet.
  var isExample = false

  /// The seconds that a program has to start if it is compiled then. kotlinc takes forty on a
  /// busy computer.
  private static let startTimeout = 120

  /// The name of the program's files, without a suffix.
  private var stem: String { name ?? contract }

  /// The path of the source, relative to the root.
  var path: String { "adapters/\(stem).\(language.suffix)" }

  /// The path of the script that compiles the source, or of the source if it isn't compiled.
  private var startedPath: String { language.script == nil ? path : "\(path).sh" }

  /// Returns the edits that add the program and its entry in parity.json.
  ///
  /// - Parameters:
  ///   - isReference: Whether goldens come from the program.
  ///   - root: The root of the suite.
  ///   - advice: What to do if a file of the program exists.
  func edits(
    isReference: Bool,
    under root: FilePath,
    ifPresent advice: String = "move or remove it first"
  ) throws(ScaffoldError) -> [FileEdit] {
    let files = files
    for file in files where FileSystem.entry(at: root.pushing(FilePath(file.path))) != nil {
      throw ScaffoldError(
        "nothing was written, because \(file.path) already exists; \(advice)"
      )
    }

    let name = try implementationName(under: root)
    var members: [(key: String, value: JSONSketch)] = [
      ("name", .text(name)),
      ("command", .texts([language.interpreter, startedPath])),
      ("contracts", .texts([contract])),
    ]

    if language.script != nil {
      members.append(("startTimeout", .value(.number(JSONNumber(Self.startTimeout)))))
    }
    members.append((isReference ? "reference" : "default", .value(true)))

    return files.map { FileEdit($0.path, from: nil, to: $0.bytes) }
      + [try Scaffold.listing(.object(members), under: root)]
  }

  /// Returns the name of the program's entry in parity.json.
  ///
  /// - Throws: A `ScaffoldError` if the given name is invalid, or if the name is in use.
  private func implementationName(under root: FilePath) throws(ScaffoldError) -> String {
    let known = RepositoryFile.load(under: root).value.programs.map(\.name)
    if let name {
      if let refusal = NameForm.any.refusal(of: name, as: "implementation name") {
        throw ScaffoldError(refusal)
      }
      guard !NameForm.reserved.contains(name) else {
        throw ScaffoldError("the name '\(name)' is reserved; choose another name with --name")
      }

      guard !known.contains(name) else {
        throw ScaffoldError(
          "nothing was written, because \(RepositoryFile.path) already lists '\(name)'; "
            + "choose another name with --name"
        )
      }

      return name
    }

    let names = [language.rawValue, "\(contract)-\(language.rawValue)"]
    guard let name = names.first(where: { !known.contains($0) }) else {
      throw ScaffoldError(
        "nothing was written, because \(RepositoryFile.path) already lists "
          + "'\(names.joined(separator: "' and '"))'; choose another name with --name"
      )
    }

    return name
  }

  /// The files of the program.
  private var files: [(path: String, bytes: [UInt8])] {
    let source = filled(language.source)
    guard let script = language.script else { return [(path, source)] }
    return [(path, source), (startedPath, filled(script))]
  }

  /// Returns a template with this program's names. A line with an operation is repeated for each of
  /// the operations.
  private func filled(_ template: String) -> [UInt8] {
    var text = template
    if isExample {
      for (placeholder, replacement) in language.example {
        text = text.replacing(placeholder, with: replacement)
      }
    }

    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let filled = lines.flatMap { line -> [String] in
      let line = line.replacing("CONTRACT", with: contract)
        .replacing("SCRIPT", with: startedPath)
        .replacing("SOURCE", with: path)
        .replacing("STEM", with: stem)
      guard line.contains("OPERATION") else { return [String(line)] }
      return operations.map { String(line.replacing("OPERATION", with: $0)) }
    }
    return Array(filled.joined(separator: "\n").utf8)
  }
}
