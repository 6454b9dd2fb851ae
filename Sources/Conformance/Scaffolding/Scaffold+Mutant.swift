internal import CanonicalJSON
package import SystemPackage

extension Scaffold {
  /// A mutant at the end of the contract's file, which is made where there is none.
  package static func addingMutant(
    clause: String, mistake: String, implementation: String, file: String, find: String, replacement: String,
    to suite: Suite, programs: [ProgramEntry], under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    let path = MutantsFile.path(of: suite.contract.id)
    let name = { Matrix.Reference(name: $0, location: SourceLocation(file: path)) }
    let mutant = Mutant(
      clause: name(clause), mistake: mistake, implementation: name(implementation), file: name(file),
      find: name(find), replacement: replacement, location: SourceLocation(file: path))
    let (earlier, diagnostics) = MutantsFile.load(of: suite.contract.id, under: root)
    if let unusable = diagnostics.first(where: { $0.isUnusable }) {
      throw ScaffoldError("\(unusable.location): \(unusable.message)")
    }
    let findings = MutantLint.findings(on: [mutant], of: suite, programs: programs, under: root)
    if let finding = findings.first { throw ScaffoldError(([finding.message] + finding.notes).joined(separator: "; ")) }
    if let same = earlier.first(where: { $0.name.hasSameBytes(as: mutant.name) }) {
      throw ScaffoldError("there is a mutant '\(mutant.name)', at \(same.location)")
    }
    let sketch = JSONSketch.object([
      ("clause", .text(clause)), ("mistake", .text(mistake)), ("implementation", .text(implementation)),
      ("file", .text(file)), ("find", .text(find)), ("replace", .text(replacement)),
    ])
    let edit: FileEdit
    if FileSystem.entry(at: root.pushing(FilePath(path))) == nil {
      let schema = try load(suite.matrixPath, under: root).document.root["$schema"]?.string
      let head = schema?.replacing(MatrixFile.name.dropLast(4) + "schema.json", with: "mutants.schema.json")
      let members = (head.map { [("$schema", JSONSketch.text($0))] } ?? []) + [("mutants", .array([]))]
      let empty = Array((JSONSketch.object(members).text(isSpread: true) + "\n").utf8)
      edit = FileEdit(path, from: nil, to: try inserting(sketch, into: empty, of: path))
    } else {
      let bytes = try load(path, under: root).bytes
      edit = FileEdit(path, from: bytes, to: try inserting(sketch, into: bytes, of: path))
    }
    return Scaffold([edit], summary: ["new mutant '\(mutant.name)' in \(path)"])
  }

  private static func inserting(
    _ mutant: JSONSketch, into bytes: [UInt8], of path: String
  ) throws(ScaffoldError) -> [UInt8] {
    guard let root = (try? JSONDocument(parsing: bytes))?.root, let mutants = root["mutants"] else {
      throw ScaffoldError("\(path) has no array 'mutants'")
    }
    var insertion = JSONInsertion(into: bytes, root: root)
    insertion.append(mutant, to: mutants)
    return insertion.result
  }
}
