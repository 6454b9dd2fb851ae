internal import CanonicalJSON
package import SystemPackage

extension Scaffold {
  /// A parity.json without programs; nil where there is one.
  package static func emptyList(under root: FilePath) -> FileEdit? {
    guard FileSystem.entry(at: root.appending(RepositoryFile.path)) == nil else { return nil }
    return FileEdit(RepositoryFile.path, from: nil, to: Array(emptyList.utf8))
  }

  /// A program at the end of parity.json, which is made where there is none.
  package static func listing(_ program: JSONSketch, under root: FilePath) throws(ScaffoldError) -> FileEdit {
    let path = RepositoryFile.path
    let before = FileSystem.entry(at: root.appending(path)) == nil ? nil : try load(path, under: root).bytes
    let bytes = before ?? Array(emptyList.utf8)
    guard let document = (try? JSONDocument(parsing: bytes))?.root, let programs = document["implementations"],
      programs.kind == .array
    else {
      throw ScaffoldError("\(path) has no array 'implementations'")
    }
    var insertion = JSONInsertion(into: bytes, root: document)
    insertion.append(program, to: programs)
    return FileEdit(path, from: before, to: insertion.result)
  }

  private static let emptyList = "{\n  \"implementations\": []\n}\n"
}
