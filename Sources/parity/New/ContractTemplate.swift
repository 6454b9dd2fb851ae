internal import Conformance
internal import SystemPackage

/// The files that a contract begins with.
struct ContractTemplate {
  private let id: String
  private let operation: String
  /// Nil: the reference is left to be written.
  let adapter: AdapterTemplate?

  init(id: String, operation: String, adapter: AdapterTemplate.Language?) throws(ScaffoldError) {
    for (name, noun) in [(id, "a contract's id"), (operation, "an operation's name")] {
      if let refusal = NameForm.contract.refusal(of: name, as: noun) { throw ScaffoldError(refusal) }
    }
    self.id = id
    self.operation = operation
    self.adapter = adapter.map { AdapterTemplate($0, of: id, operations: [operation]) }
  }

  func scaffold(under root: FilePath) throws(ScaffoldError) -> Scaffold {
    let folder = Suite.fixtures(of: id)
    guard FileSystem.entry(at: root.pushing(FilePath(folder))) == nil else {
      throw ScaffoldError("\(folder) is there already, so nothing was written")
    }
    let program = try adapter?.edits(isReference: true, under: root)
    let attributes = FileSystem.entry(at: root.appending(Self.attributes)) == nil
    return Scaffold(
      [
        FileEdit("\(folder)/\(MatrixFile.name)", from: nil, to: text(PackageResources.first_manifest_json)),
        FileEdit("\(folder)/basics.json", from: nil, to: text(PackageResources.first_cases_json)),
      ] + (program ?? [Scaffold.emptyList(under: root)].compactMap(\.self))
        + (attributes ? [FileEdit(Self.attributes, from: nil, to: PackageResources.gitattributes)] : []))
  }

  private func text(_ template: [UInt8]) -> [UInt8] {
    let text = String(decoding: template, as: UTF8.self)
    return Array(text.replacing("CONTRACT", with: id).replacing("OPERATION", with: operation).utf8)
  }

  private static let attributes = ".gitattributes"
}
