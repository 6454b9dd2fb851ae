internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import Foundation
internal import SystemPackage

/// The contracts that a command can use: the repository's own, and those built into Parity.
struct ContractFolder: Sendable {
  /// The root of the repository, or the working directory if no repository was found.
  let root: FilePath
  /// Whether a repository was found. With `--builtin`, Parity doesn't search for one.
  let isRepository: Bool
  /// Whether `--builtin` selects the built-in contracts.
  let isBuiltin: Bool
  /// The ids of the repository's contracts, in byte order.
  let own: [String]
  /// The folder of the built-in suites, and the ids that the repository doesn't replace.
  let bundled: (root: FilePath, ids: [String])?
  /// The ids of the repository's contracts that replace built-in ones.
  let shadowing: [String]
  /// The contents of parity.json.
  private let contents: RepositoryContents
  /// The reports that parity.json requests.
  let reports: [ReportRequest]
  /// The findings on parity.json.
  let diagnostics: [Diagnostic]

  /// Finds the repository and the contracts.
  ///
  /// - Parameters:
  ///   - given: The folder that `--root` names, or `nil` to search from the working directory
  ///     upward.
  ///   - isBuiltin: Whether to use only the built-in contracts.
  init(root given: String?, isBuiltin: Bool = false) throws(CommandFailure) {
    let found = isBuiltin ? nil : try Self.repository(given)
    let root = found ?? Surroundings.current.folder
    let own = found.map(Suite.ids) ?? []
    let builtin = Self.builtinSuites.flatMap { suites in
      let isRoot = found.map { FileSystem.resolved(suites.root) == FileSystem.resolved($0) }
      return isRoot == true ? nil : suites
    }

    self.root = root
    self.isBuiltin = isBuiltin
    self.own = own
    isRepository = found != nil
    shadowing = builtin?.ids.filter(own.contains) ?? []
    bundled = builtin.map { ($0.root, $0.ids.filter { !own.contains($0) }) }

    let file = found.map { RepositoryFile.load(under: $0) } ?? Loaded(RepositoryContents())
    let requests = ReportRequest.requests(file.value.check.reports, under: root)
    contents = file.value
    reports = requests.value
    diagnostics = file.diagnostics + requests.diagnostics
  }

  /// The implementations that parity.json lists.
  var programs: [ProgramEntry] { contents.programs }
  /// The apps' case files that parity.json lists.
  var caseFiles: [AppCaseFile] { contents.caseFiles }
  /// The contracts for which parity.json lists case files.
  var contractsWithFiles: [LocatedName] { contents.contractsWithFiles }
  /// The divergences that parity.json accepts.
  var divergences: [AcceptedDivergence] { contents.divergences }

  /// The values in parity.json for options that the command line doesn't give.
  var checkDefaults: CheckDefaults { contents.check }

  /// The ids of all contracts that a command line can name.
  var ids: [String] { (own + (bundled?.ids ?? [])).sorted() }

  /// Returns the contracts that a command uses if the command line names none: the repository's
  /// own, and those that its implementations implement.
  ///
  /// - Parameter names: The implementations that the command line names.
  /// - Throws: `missingSuite` or `emptySelection`, so that no command passes in the wrong folder.
  func selectedIDs(for names: [String]) throws(CommandFailure) -> [String] {
    if isBuiltin {
      guard !ids.isEmpty else { throw missingBuiltinContracts }
      return ids
    }
    try requireSuite()

    let used = programs.filter { program in
      program.isDefault || names.contains("all") || names.contains(program.name)
    }
    let ids = self.ids.filter { id in
      own.contains(id) || used.contains { $0.implements(id) }
        || contractsWithFiles.contains { $0.name == id }
    }
    guard ids.isEmpty else { return ids }

    // Nothing is used by default, so the reference runs what the others implement. A mistake in the
    // file is reported together with the suite's other findings.
    let listed = self.ids.filter { id in programs.contains { $0.implements(id) } }
    let isMistaken = !programs.isEmpty || diagnostics.contains { $0.severity == .error }
    guard listed.isEmpty, !isMistaken else { return listed }
    throw emptySelection
  }

  /// Returns the contract that a case's name begins with, if there is one.
  ///
  /// - Throws: If there is neither such a contract nor a suite, since only a built-in contract can
  ///   be meant.
  func contracts(ofCase name: String) throws(CommandFailure) -> [String] {
    let contracts = ids.filter { name.hasPrefix("\($0)/") }
    if contracts.isEmpty, !isRepository, !isBuiltin, let slash = name.firstIndex(of: "/") {
      _ = try known(String(name[..<slash]))
    }
    return contracts
  }

  /// Whether a bare check runs the references of built-in contracts. It does if nothing of the
  /// repository's own is checked.
  var checksBundled: Bool { own.isEmpty && !programs.contains(where: \.isDefault) }

  /// Returns the names of the programs that are the reference of a contract.
  func references(of contract: String) -> [String] {
    programs.references(of: contract)
  }

  /// Whether a contract is built in and the repository doesn't replace it.
  func isBundled(_ id: String) -> Bool { bundled?.ids.contains(id) ?? false }

  /// Returns the folder that contains the Fixtures and Golden of a contract.
  func root(of id: String) -> FilePath { isBundled(id) ? bundled?.root ?? root : root }

  /// Returns the contract with the name, without its cases.
  func contract(_ name: String) throws(CommandFailure) -> Contract {
    let id = try known(name)
    let file = MatrixFile.load(of: id, under: root(of: id))
    guard let matrix = file.value, !file.diagnostics.hasUnusableFiles else {
      throw CommandFailure(
        status: .unusableData,
        messages: file.diagnostics.inOrder().map(\.description)
      )
    }

    return Contract(
      id: id,
      declaredIn: matrix,
      linked: .builtIn,
      programs: references(of: id)
    )
  }

  /// Every contract whose manifest can be read.
  var contracts: [Contract] { ids.compactMap { try? contract($0) } }

  /// Returns the id if a contract has it. Otherwise throws, and suggests a similar id.
  func known(_ name: String) throws(CommandFailure) -> String {
    let ids = ids
    if ids.contains(name) { return name }
    guard !ids.isEmpty else { throw isBuiltin ? missingBuiltinContracts : missingSuite }

    let unknown = Suggestion.unknown("contract", name, among: ids, orList: true)
    let hint = isRepository || isBuiltin ? [] : [Self.noSuite]
    throw CommandFailure(status: .usage, messages: [unknown] + hint)
  }

  // MARK: - Requirements

  /// Throws `missingSuite` unless there is a repository or `--builtin`.
  func requireSuite() throws(CommandFailure) {
    if !isRepository, !isBuiltin { throw missingSuite }
  }

  /// Throws unless the contract is the repository's own, which can be linted and written to.
  func requireOwn(_ id: String) throws(CommandFailure) {
    guard !own.contains(id) else { return }
    throw CommandFailure(
      .usage,
      "'\(id)' is a built-in contract, so it can't be linted or changed",
      Self.create
    )
  }

  /// The error of a command that needs a suite and finds none.
  var missingSuite: CommandFailure {
    CommandFailure(.usage, Self.noSuite, "\(Self.start), or \(Self.useBuiltin)")
  }

  /// The error of `--builtin` if the program was copied without its Fixtures and Golden.
  private var missingBuiltinContracts: CommandFailure {
    CommandFailure(
      .usage,
      "the built-in contracts weren't found next to the program (\(Surroundings.current.program))",
      "keep the program in the folder where it was unpacked or built, "
        + "which contains Fixtures and Golden"
    )
  }

  /// The error of a repository whose parity.json selects no contract.
  private var emptySelection: CommandFailure {
    CommandFailure(
      .usage,
      "\(RepositoryFile.path) selects no contract (\(root.appending(RepositoryFile.path)))",
      "add an implementation with its \"contracts\" to \(RepositoryFile.path), "
        + "\(Self.create), or \(Self.useBuiltin)"
    )
  }

  /// The error of a command that lints or changes contracts, if the repository has none.
  var missingOwnContracts: CommandFailure {
    if isBuiltin {
      return CommandFailure(
        .usage,
        "the built-in contracts can't be linted or changed",
        Self.create
      )
    }
    guard isRepository else { return missingSuite }
    return CommandFailure(
      .usage,
      "this suite has no contracts of its own (\(root))",
      Self.create
    )
  }

  private static let noSuite = "no \(RepositoryFile.path) in this folder or any parent"
  private static let start = "start with \"parity init\""
  private static let create = "create a contract with \"parity new contract NAME --operation NAME\""
  private static let useBuiltin = "use the built-in contracts with --builtin"

  // MARK: - Finding the folders

  private static let manifests = "\(Suite.fixtures)/CONTRACT/\(MatrixFile.name)"

  /// Returns the folder that `--root` names, or the nearest repository.
  private static func repository(_ given: String?) throws(CommandFailure) -> FilePath? {
    guard let given else { return try nearestRepository() }
    let root = Surroundings.current.path(given)

    if !given.isEmpty {
      if isRepository(root) { return root }
      try rejectMiscasedFile(in: root)
      if !Suite.ids(under: root).isEmpty { return root }
    }

    guard given.isEmpty || FileSystem.entry(at: root) != nil else {
      throw CommandFailure(.usage, "the folder '\(given)' given by --root doesn't exist")
    }

    throw CommandFailure(
      .usage,
      "the folder '\(given)' contains neither \(RepositoryFile.path) nor \(manifests)"
    )
  }

  /// Returns whether a folder has an entry named parity.json, even if it isn't a file.
  private static func isRepository(_ folder: FilePath) -> Bool {
    FileSystem.entry(at: folder.appending(RepositoryFile.path)) != nil
  }

  /// Returns the nearest folder upward with a parity.json, or otherwise with a manifest.
  ///
  /// - Throws: If the working directory can't be read, if a parity.json has other capitals in its
  ///   name, or if it belongs to another user. Such a file names programs to start, and git refuses
  ///   such a repository too.
  static func nearestRepository() throws(CommandFailure) -> FilePath? {
    let folders = parents(from: try Surroundings.current.requireFolder())
    guard let root = folders.first(where: isRepository) else {
      for folder in folders { try rejectMiscasedFile(in: folder) }
      return folders.first { !Suite.ids(under: $0).isEmpty }
    }

    for folder in folders.prefix(while: { $0 != root }) { try rejectMiscasedFile(in: folder) }
    let file = root.appending(RepositoryFile.path)
    guard FileSystem.isOwn(file) else {
      throw CommandFailure(
        .usage,
        "\(file) belongs to another user, so the programs that it names aren't started",
        "if you trust the file, select its folder with --root \(root)"
      )
    }

    return root
  }

  /// Throws if a folder is the root of a suite already.
  static func rejectSuite(in folder: FilePath) throws(CommandFailure) {
    let existing: FilePath
    if isRepository(folder) {
      existing = folder.appending(RepositoryFile.path)
    } else {
      try rejectMiscasedFile(in: folder)
      guard let id = Suite.ids(under: folder).first else { return }
      existing = folder.appending("\(Suite.fixtures(of: id))/\(MatrixFile.name)")
    }
    throw CommandFailure(
      .usage,
      "this folder already has a suite (\(existing))",
      "to add an adapter: parity new adapter LANGUAGE --name NAME",
      "to add a contract: parity new contract NAME --operation NAME"
    )
  }

  /// Throws if a folder has a parity.json whose name has other capitals, because such a file isn't
  /// read.
  private static func rejectMiscasedFile(in folder: FilePath) throws(CommandFailure) {
    let names = (try? FileSystem.names(in: folder)) ?? []
    guard let name = names.first(where: { $0.lowercased() == RepositoryFile.path }) else { return }
    throw CommandFailure(
      .usage,
      "\(folder.appending(name)) must be named \(RepositoryFile.path), in lowercase",
      "rename it to \(RepositoryFile.path)"
    )
  }

  /// The built-in suites. They are next to the program, in ../share/parity, or upward from it in a
  /// clone.
  private static var builtinSuites: (root: FilePath, ids: [String])? {
    let program = FilePath(Surroundings.current.program).removingLastComponent()
    let shared = program.removingLastComponent().appending("share/parity")
    return ([program, shared] + parents(from: program).dropFirst()).lazy.map {
      ($0, Suite.ids(under: $0))
    }
    .first { !$0.1.isEmpty }
  }

  /// Returns the folder and its parents, up to the root of a git repository or the home folder.
  private static func parents(from folder: FilePath) -> [FilePath] {
    let home = environment("HOME").map { FileSystem.resolved(FilePath($0)) }
    var parents = [folder]
    var folder = folder

    while FileSystem.entry(at: folder.appending(".git")) == nil, folder != home,
      folder.removeLastComponent()
    {
      parents.append(folder)
    }
    return parents
  }
}
