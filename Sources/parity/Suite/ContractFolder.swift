internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import Foundation
internal import SystemPackage

/// The contracts at hand: a repository's own, and those that the program carries.
struct ContractFolder: Sendable {
  /// The repository's; where there is none, the working folder.
  let root: FilePath
  /// Whether there is one.
  let isRepository: Bool
  /// In the order of their bytes, as all ids.
  let own: [String]
  /// Where the carried suites are, and the ids of those that no own one takes the place of.
  let carried: (root: FilePath, ids: [String])?
  /// Ids of own contracts that take the place of carried ones.
  let shadowing: [String]
  /// The programs that can be judged by name.
  let programs: [ProgramEntry]
  /// What reading the list of programs gave.
  let diagnostics: [Diagnostic]

  /// - Parameter given: nil: the repository is found.
  init(root given: String?) throws(CommandFailure) {
    let found = try Self.repository(given)
    let root = found ?? workingFolder()
    let own = found.map(Self.ids) ?? []
    let carrier = Self.carrier.flatMap { FileSystem.resolved($0.root) == FileSystem.resolved(root) ? nil : $0 }
    shadowing = carrier?.ids.filter(own.contains) ?? []
    carried = carrier.map { ($0.root, $0.ids.filter { !own.contains($0) }) }
    self.root = root
    isRepository = found != nil
    self.own = own
    (programs, diagnostics) = found.map { RepositoryFile.load(under: $0) } ?? ([], [])
  }

  var ids: [String] { (own + (carried?.ids ?? [])).sorted() }

  /// Those that are worked on where none is named: the repository's own and those that its implementations are of.
  ///
  /// - Parameter names: of implementations that were asked for.
  func ids(for names: [String]) -> [String] {
    let asked = programs.filter { $0.isDefault || names.contains("all") || names.contains($0.name) }
    let ids = self.ids.filter { id in own.contains(id) || asked.contains { $0.carriesOut(id) } }
    return ids.isEmpty ? self.ids : ids
  }

  /// The contract that a case's name begins with, if it does.
  func contracts(ofCase name: String) -> [String] { ids.filter { name.hasPrefix("\($0)/") } }

  /// Whether the references of carried contracts are judged unasked: where there is nothing else to judge.
  var judgesCarried: Bool { own.isEmpty && !programs.contains(where: \.isDefault) }

  /// Programs that are the reference of a contract which links none.
  func references(of contract: String) -> [String] {
    programs.filter { $0.isReference && $0.carriesOut(contract) }.map(\.name)
  }

  func isCarried(_ id: String) -> Bool { carried?.ids.contains(id) ?? false }

  /// The folder that a contract's Fixtures and Golden are in.
  func root(of id: String) -> FilePath { isCarried(id) ? carried?.root ?? root : root }

  /// The contract of that name without its cases.
  func contract(_ name: String) throws(CommandFailure) -> Contract {
    let id = try known(name)
    let (matrix, diagnostics) = MatrixFile.load(of: id, under: root(of: id))
    guard let matrix, !diagnostics.hasUnusableFiles else {
      throw CommandFailure(status: .unusableData, messages: diagnostics.inOrder().map(\.description))
    }
    return Contract(id: id, declaredIn: matrix, linked: Contracts.linked, programs: references(of: id))
  }

  /// Every contract whose manifest can be read.
  var contracts: [Contract] { ids.compactMap { try? contract($0) } }

  /// The id as it is written, with the nearest one where there is none.
  func known(_ name: String) throws(CommandFailure) -> String {
    let ids = ids
    if ids.contains(name) { return name }
    guard !ids.isEmpty else { throw lackOfContracts }
    throw CommandFailure(.usage, Suggestion.unknown("contract", name, among: ids, orList: "there is"))
  }

  /// An own contract, which can be linted and written to.
  func requireOwn(_ id: String) throws(CommandFailure) {
    guard !own.contains(id) else { return }
    throw CommandFailure(
      .usage, "\(id) comes with parity and is not this repository's, so it is neither linted nor written to")
  }

  var lackOfContracts: CommandFailure {
    let begin = "begin a contract with: parity new contract NAME --operation NAME"
    guard !isRepository else { return CommandFailure(.usage, "\(root) has no contract of its own; \(begin)") }
    return CommandFailure(
      .usage, "no folder from here upwards has \(RepositoryFile.path) or \(Self.manifests)",
      "name the folder with --root FOLDER, or \(begin)")
  }

  // MARK: - Finding the folders

  private static let manifests = "\(Suite.fixtures)/CONTRACT/\(MatrixFile.name)"

  private static func ids(under root: FilePath) -> [String] {
    let names = (try? FileSystem.names(in: root.appending(Suite.fixtures))) ?? []
    return names.filter {
      FileSystem.entry(at: root.appending(Suite.fixtures).appending($0).appending(MatrixFile.name)) != nil
    }
  }

  /// The folder that is named, or the nearest with a parity.json, else with a manifest.
  private static func repository(_ given: String?) throws(CommandFailure) -> FilePath? {
    guard let given else { return try nearestRepository() }
    let root = FilePath(given)
    if !given.isEmpty, isRepository(root) || !ids(under: root).isEmpty { return root }
    throw CommandFailure(.usage, "'\(given)' has neither \(RepositoryFile.path) nor \(manifests)")
  }

  private static func isRepository(_ folder: FilePath) -> Bool {
    FileSystem.entry(at: folder.appending(RepositoryFile.path)) != nil
  }

  /// - Throws: where its parity.json, which names programs to start, is somebody else's, as git refuses it.
  static func nearestRepository() throws(CommandFailure) -> FilePath? {
    let folders = parents(from: workingFolder())
    guard let root = folders.first(where: isRepository) else { return folders.first { !ids(under: $0).isEmpty } }
    let file = root.appending(RepositoryFile.path)
    guard FileSystem.isOwn(file) else {
      throw CommandFailure(
        .usage, "\(file) belongs to another user, and it names programs to start",
        "if you trust it, say so: --root \(root)")
    }
    return root
  }

  /// Beside the program, in ../share/parity, or upwards from it in a clone.
  private static var carrier: (root: FilePath, ids: [String])? {
    let program = FilePath(programPath()).removingLastComponent()
    let shared = program.removingLastComponent().appending("share").appending("parity")
    return ([program, shared] + parents(from: program)).lazy.map { ($0, ids(under: $0)) }.first { !$0.1.isEmpty }
  }

  /// The folder and its parents, up to one that ends a repository, or the home folder.
  private static func parents(from folder: FilePath) -> [FilePath] {
    let home = environment("HOME").map { FileSystem.resolved(FilePath($0)) }
    var parents = [folder]
    var folder = folder
    while FileSystem.entry(at: folder.appending(".git")) == nil, folder != home, folder.removeLastComponent() {
      parents.append(folder)
    }
    return parents
  }
}

func workingFolder() -> FilePath { FilePath(FileManager.default.currentDirectoryPath) }

/// The running program, links resolved.
func programPath() -> String {
  let program = ProcessInfo.processInfo.arguments.first ?? ""
  #if os(Linux)
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? program
  #else
    return Bundle.main.executablePath ?? program
  #endif
}
