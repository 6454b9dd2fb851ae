internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// A program that an implementation is connected with, in one of the languages that there is a beginning in.
struct AdapterTemplate {
  enum Language: String, CaseIterable, ExpressibleByArgument {
    case python
    case javascript

    fileprivate var source: [UInt8] {
      switch self {
      case .python: PackageResources.adapter_py
      case .javascript: PackageResources.adapter_mjs
      }
    }
    fileprivate var suffix: String {
      switch self {
      case .python: "py"
      case .javascript: "mjs"
      }
    }
    fileprivate var interpreter: String {
      switch self {
      case .python: "python3"
      case .javascript: "node"
      }
    }
  }

  /// Relative to the root.
  let path: String
  private let language: Language
  private let contract: String
  private let operations: [String]

  init(_ language: Language, of contract: String, operations: [String]) {
    self.language = language
    self.contract = contract
    self.operations = operations
    path = "adapters/\(contract).\(language.suffix)"
  }

  /// The program, and its entry in parity.json.
  func edits(isReference: Bool, under root: FilePath) throws(ScaffoldError) -> [FileEdit] {
    guard FileSystem.entry(at: root.pushing(FilePath(path))) == nil else {
      throw ScaffoldError("\(path) is there already, so nothing was written")
    }
    let (programs, _) = RepositoryFile.load(under: root)
    let names = [language.rawValue, "\(contract)-\(language.rawValue)"]
    guard let name = names.first(where: { name in !programs.contains { $0.name == name } }) else {
      throw ScaffoldError("\(RepositoryFile.path) has \(names.joined(separator: " and ")) already")
    }
    var members: [(key: String, value: JSONSketch)] = [
      ("name", .text(name)), ("command", .texts([language.interpreter, path])), ("contracts", .texts([contract])),
    ]
    members.append((isReference ? "reference" : "default", .value(true)))
    return [
      FileEdit(path, from: nil, to: Array(source.utf8)),
      try Scaffold.listing(.object(members), under: root),
    ]
  }

  private var source: String {
    String(decoding: language.source, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line -> [String] in
        let line = line.replacing("CONTRACT", with: contract)
        return line.contains("OPERATION")
          ? operations.map { String(line.replacing("OPERATION", with: $0)) } : [String(line)]
      }.joined(separator: "\n")
  }
}
