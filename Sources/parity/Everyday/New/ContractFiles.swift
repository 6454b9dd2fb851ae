internal import Conformance
internal import SystemPackage
internal import TemplateFiles

/// The first files of a contract.
struct ContractFiles {
  let id: String
  let operation: String
  /// The template of the manifest.
  let manifest: String
  /// The name and the template of the case file.
  let cases: (name: String, template: String)
  /// The program that becomes the reference, or `nil` to leave it to the user.
  let adapter: AdapterTemplate?

  /// Returns the edits that create the files.
  ///
  /// - Throws: A `ScaffoldError` if a name is invalid, or if the contract or the program exists.
  func edits(under root: FilePath) throws(ScaffoldError) -> [FileEdit] {
    for (name, noun) in [(id, "contract id"), (operation, "operation name")] {
      if let refusal = NameForm.contract.refusal(of: name, as: noun) {
        throw ScaffoldError(refusal)
      }
    }

    let folder = Suite.fixtures(of: id)
    guard FileSystem.entry(at: root.pushing(FilePath(folder))) == nil else {
      throw ScaffoldError("nothing was written, because \(folder) already exists")
    }

    let program = try adapter?.edits(isReference: true, under: root)
    let attributes = ".gitattributes"
    let hasAttributes = FileSystem.entry(at: root.appending(attributes)) != nil
    let ownAttributes = Array(String(cString: template_gitattributes()).utf8)

    return [
      FileEdit("\(folder)/\(MatrixFile.name)", from: nil, to: filled(manifest)),
      FileEdit("\(folder)/\(cases.name)", from: nil, to: filled(cases.template)),
    ] + (program ?? [Scaffold.emptyList(under: root)].compactMap(\.self))
      + (hasAttributes ? [] : [FileEdit(attributes, from: nil, to: ownAttributes)])
  }

  /// Returns a template with the id and the operation in the places of their placeholders.
  private func filled(_ template: String) -> [UInt8] {
    Array(template.replacing("CONTRACT", with: id).replacing("OPERATION", with: operation).utf8)
  }
}
