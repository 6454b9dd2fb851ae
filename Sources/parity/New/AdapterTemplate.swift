internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// A program that connects an implementation to a contract, in a language that has a template.
struct AdapterTemplate {
  /// A language that has a template.
  enum Language: String, CaseIterable {
    case python
    case javascript

    fileprivate var beginning: (source: [UInt8], suffix: String, interpreter: String) {
      switch self {
      case .python: (PackageResources.adapter_py, "py", "python3")
      case .javascript: (PackageResources.adapter_mjs, "mjs", "node")
      }
    }
  }

  let language: Language
  let contract: String
  let operations: [String]

  /// The path of the program, relative to the root.
  var path: String { "adapters/\(contract).\(language.beginning.suffix)" }

  /// Returns the edits that add the program and its entry in parity.json.
  func edits(isReference: Bool, under root: FilePath) throws(ScaffoldError) -> [FileEdit] {
    guard FileSystem.entry(at: root.pushing(FilePath(path))) == nil else {
      throw ScaffoldError("nothing was written, because \(path) already exists")
    }
    let programs = RepositoryFile.load(under: root).contents.programs
    let names = [language.rawValue, "\(contract)-\(language.rawValue)"]
    guard let name = names.first(where: { name in !programs.contains { $0.name == name } }) else {
      throw ScaffoldError(
        "nothing was written, because \(RepositoryFile.path) "
          + "already lists '\(names.joined(separator: "' and '"))'"
      )
    }
    let entry = JSONSketch.object([
      ("name", .text(name)),
      ("command", .texts([language.beginning.interpreter, path])),
      ("contracts", .texts([contract])),
      (isReference ? "reference" : "default", .value(true)),
    ])
    return [
      FileEdit(path, from: nil, to: Array(source.utf8)), try Scaffold.listing(entry, under: root),
    ]
  }

  private var source: String {
    String(decoding: language.beginning.source, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .flatMap { line -> [String] in
      let line = line.replacing("CONTRACT", with: contract)
      return line.contains("OPERATION")
        ? operations.map { String(line.replacing("OPERATION", with: $0)) } : [String(line)]
    }.joined(separator: "\n")
  }
}
