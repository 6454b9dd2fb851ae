internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import SystemPackage

/// The suites on disk that a command works on.
struct Workspace {
  let root: FilePath
  let suites: [Suite]
  let lock: GoldenLock
  /// The programs that can be judged by name.
  let programs: [ProgramEntry]
  /// What reading them gave.
  let diagnostics: [Diagnostic]

  init(_ options: SuiteOptions) throws(CommandFailure) {
    try self.init(root: options.root, contracts: options.contracts)
  }

  /// - Parameters:
  ///   - given: nil: where the folders are found.
  ///   - names: of contracts; none: all.
  init(root given: String?, contracts names: [String]) throws(CommandFailure) {
    root = try Self.root(given)
    let contracts = try Self.contracts(names, under: root)
    let (lock, lockDiagnostics) = GoldenLock.load(under: root)
    var suites: [Suite] = []
    let (programs, programDiagnostics) = ImplementationsFile.load(under: root)
    var diagnostics = lockDiagnostics + programDiagnostics
    for loaded in contracts.mapOnEveryCore({ [root] in Suite.load($0, lock: lock, under: root) }) {
      suites += loaded.suite.map { [$0] } ?? []
      diagnostics += loaded.diagnostics
    }
    if names.isEmpty { diagnostics += Self.strayFolders(under: root) + Self.strayLines(of: lock) }
    diagnostics += ImplementationsLint.findings(on: programs, suites: suites, contracts: Contracts.all.map(\.id))
    self.suites = suites
    self.lock = lock
    self.programs = programs
    self.diagnostics = diagnostics
  }

  /// Ends the command where a file can't be understood; `check` and the others judge nothing then.
  func requireUsable(_ reporter: Reporter) throws(CommandFailure) {
    guard diagnostics.hasUnusableFiles else { return }
    try reporter.print(reporter.console.diagnosticLines(diagnostics.inOrder()))
    throw CommandFailure(.unusableData, "the suite can't be understood, so nothing was judged or written")
  }

  func lint() -> [Diagnostic] {
    let findings = suites.flatMap { suite in
      let (mutants, found) = MutantsFile.load(of: suite.contract.id, under: root)
      return MatrixLint.findings(in: suite) + GoldenLint.findings(in: suite, lock: lock) + found
        + MutantLint.findings(on: mutants, of: suite, programs: programs, under: root)
    }
    return Array(Set(diagnostics + findings)).inOrder()
  }

  /// What is told where a file can't be understood and nothing could be judged.
  var unusable: Findings {
    Findings(suites: suites, diagnostics: diagnostics.inOrder(), verdicts: [], skipped: 0)
  }

  /// The selection, unless one of its patterns matches nothing.
  func selection(_ options: SelectionOptions) throws(CommandFailure) -> Selection {
    let selection = options.selection
    let problems = selection.problems(in: suites)
    guard problems.isEmpty else {
      throw CommandFailure(.usage, lines: problems.prefix(1) + problems.dropFirst().map { "error: \($0)" })
    }
    guard suites.contains(where: { suite in suite.cases.contains { selection.includes($0, in: suite.matrix) } }) else {
      throw CommandFailure(.usage, "the selection leaves no case")
    }
    return selection
  }

  /// The names of the selected cases, one per line.
  func list(_ selection: Selection, shard: Shard? = nil) throws(CommandFailure) {
    let names = suites.flatMap { suite in
      suite.cases.filter { selection.includes($0, in: suite.matrix) && shard?.includes($0) ?? true }.map(\.name)
    }
    try Terminal.write(names.map { StyledLine($0) }, color: false)
  }

  /// The named implementation of a contract; its first where no name is given.
  static func implementation(_ name: String?, of contract: any Contract) throws(CommandFailure) -> any Implementation {
    guard let name else { return contract.implementations[0] }
    try requireKnown(name, among: contract.implementations.map(\.name))
    return contract.implementations.first { $0.name.hasSameBytes(as: name) } ?? contract.implementations[0]
  }

  static func requireKnown(_ name: String, among known: [String]) throws(CommandFailure) {
    guard !known.contains(where: { $0.hasSameBytes(as: name) }) else { return }
    let suggestion = Suggestion.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
    throw CommandFailure(
      .usage,
      "no implementation is called '\(name)'; \(suggestion ?? "there is \(known.joined(separator: ", "))")")
  }

  /// The named contract, with the nearest known one where there is none.
  static func contract(_ name: String) throws(CommandFailure) -> any Contract {
    if let contract = Contracts.all.first(where: { $0.id.hasSameBytes(as: name) }) { return contract }
    let known = Contracts.all.map(\.id)
    let suggestion = Suggestion.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
    throw CommandFailure(
      .usage,
      "no contract is called '\(name)'; \(suggestion ?? "there are \(known.joined(separator: ", "))")")
  }

  /// The named contracts; where none is named, those that have a folder.
  private static func contracts(
    _ names: [String], under root: FilePath
  ) throws(CommandFailure) -> [any Contract] {
    guard !names.isEmpty else {
      let present = Contracts.all.filter { contract in
        [Suite.fixtures(of: contract.id), GoldenFolder.path(of: contract.id)].contains {
          FileSystem.entry(at: root.appending($0)) != nil
        }
      }
      // One that is missing is told as such, rather than that there is nothing to do.
      return present.isEmpty ? Contracts.all : present
    }
    var wanted = Set<TextKey>()
    for name in names { wanted.insert(TextKey(try contract(name).id)) }
    return Contracts.all.filter { wanted.contains(TextKey($0.id)) }
  }

  static func root(_ given: String?) throws(CommandFailure) -> FilePath {
    if let given {
      let root = FilePath(given)
      if !given.isEmpty, isRoot(root) { return root }
      throw CommandFailure(.usage, "'\(given)' has no folders Fixtures and Golden")
    }
    if let root = (parentsFromInside(workingFolder()) + [programFolder()]).first(where: isRoot) { return root }
    throw CommandFailure(
      .usage, "no folder from here upwards has Fixtures and Golden; name it with --root FOLDER")
  }

  private static func parentsFromInside(_ folder: FilePath) -> [FilePath] {
    var parents = [folder]
    var folder = folder
    while folder.removeLastComponent() { parents.append(folder) }
    return parents
  }

  private static func isRoot(_ folder: FilePath) -> Bool {
    ["Fixtures", GoldenFolder.top].allSatisfy { FileSystem.entry(at: folder.appending($0)) == .directory }
  }

  /// Folders that no contract reads, so that a misspelt one is not passed over.
  private static func strayFolders(under root: FilePath) -> [Diagnostic] {
    let known = Contracts.all.map(\.id)
    return ["Fixtures", GoldenFolder.top].flatMap { top in
      let names = (try? FileSystem.names(in: root.appending(top))) ?? []
      return names.filter { name in
        // A name that is no UTF-8 can't be looked up again.
        !known.contains { $0.hasSameBytes(as: name) } && !name.hasPrefix(".")
          && [.directory, nil].contains(FileSystem.entry(at: root.appending(top).appending(name)))
      }.map { unknown($0, at: SourceLocation(file: "\(top)/\($0)")) }
    }
  }

  /// The first line of the lock of each contract that is unknown.
  private static func strayLines(of lock: GoldenLock) -> [Diagnostic] {
    var known = Set(Contracts.all.map { TextKey($0.id) })
    return lock.lines.filter { known.insert(TextKey($0.contract)).inserted }.map { line in
      unknown(line.contract, at: line.location ?? SourceLocation(file: GoldenLock.path))
    }
  }

  private static func unknown(_ contract: String, at location: SourceLocation) -> Diagnostic {
    let suggestion = Suggestion.nearest(to: contract, in: Contracts.all.map(\.id)).map { "; did you mean '\($0)'?" }
    return Diagnostic(.finding, "no contract is called '\(contract)'\(suggestion ?? "")", at: location)
  }
}
