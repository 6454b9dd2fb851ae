internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import SystemPackage

/// The contracts that the manifests of a root declare.
struct ContractFolder: Sendable {
  let root: FilePath
  /// In the order of their bytes.
  let ids: [String]
  /// The programs that can be judged by name.
  let programs: [ProgramEntry]
  /// What reading the list of programs gave.
  let diagnostics: [Diagnostic]

  /// - Parameter given: nil: where the folders are found.
  init(root given: String?) throws(CommandFailure) {
    root = try Self.root(given)
    ids = Self.ids(under: root)
    (programs, diagnostics) = ImplementationsFile.load(under: root)
  }

  /// Programs that are the reference of a contract which links none.
  func references(of contract: String) -> [String] {
    programs.filter { $0.isReference && $0.carriesOut(contract) }.map(\.name)
  }

  func suite(_ id: String, lock: GoldenLock) -> (suite: Suite?, diagnostics: [Diagnostic]) {
    Suite.load(id, linked: Contracts.linked, programs: references(of: id), lock: lock, under: root)
  }

  /// The contract of that name without its cases.
  func contract(_ name: String) throws(CommandFailure) -> Contract {
    let id = try known(name)
    let (matrix, diagnostics) = MatrixFile.load(of: id, under: root)
    guard let matrix, !diagnostics.hasUnusableFiles else {
      throw CommandFailure(.unusableData, lines: diagnostics.inOrder().map(\.description))
    }
    return Contract(id: id, declaredIn: matrix, linked: Contracts.linked, programs: references(of: id))
  }

  /// Every contract whose manifest can be read.
  var contracts: [Contract] { ids.compactMap { try? contract($0) } }

  /// The id as it is written, with the nearest one where there is none.
  func known(_ name: String) throws(CommandFailure) -> String {
    if let id = ids.first(where: { $0.hasSameBytes(as: name) }) { return id }
    throw CommandFailure(.usage, Suggestion.unknown("contract", name, among: ids, orList: "there is"))
  }

  // MARK: - The root

  private static func ids(under root: FilePath) -> [String] {
    let names = (try? FileSystem.names(in: root.appending(Suite.fixtures))) ?? []
    return names.filter {
      FileSystem.entry(at: root.appending(Suite.fixtures).appending($0).appending(MatrixFile.name)) != nil
    }
  }

  private static func root(_ given: String?) throws(CommandFailure) -> FilePath {
    let form = "\(Suite.fixtures)/CONTRACT/\(MatrixFile.name)"
    if let given {
      let root = FilePath(given)
      if !given.isEmpty, !ids(under: root).isEmpty { return root }
      throw CommandFailure(.usage, "'\(given)' has no \(form)")
    }
    if let root = nearestRoot { return root }
    throw CommandFailure(.usage, "no folder from here upwards has \(form); name it with --root FOLDER")
  }

  /// From here upwards, or beside the program.
  static var nearestRoot: FilePath? {
    (parentsFromInside(workingFolder()) + [programFolder()]).first { !ids(under: $0).isEmpty }
  }

  private static func parentsFromInside(_ folder: FilePath) -> [FilePath] {
    var parents = [folder]
    var folder = folder
    while folder.removeLastComponent() { parents.append(folder) }
    return parents
  }
}
