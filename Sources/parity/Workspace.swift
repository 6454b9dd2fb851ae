internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import SystemPackage

/// The suites on disk that a command works on.
struct Workspace {
  let folder: ContractFolder
  let suites: [Suite]
  let lock: GoldenLock
  /// What reading them gave.
  let diagnostics: [Diagnostic]

  var root: FilePath { folder.root }
  var programs: [ProgramEntry] { folder.programs }

  init(_ options: SuiteOptions) throws(CommandFailure) {
    try self.init(root: options.root, contracts: options.contracts)
  }

  /// - Parameters:
  ///   - given: nil: where the folders are found.
  ///   - names: of contracts; none: all.
  init(root given: String?, contracts names: [String]) throws(CommandFailure) {
    folder = try ContractFolder(root: given)
    var ids = folder.ids
    if !names.isEmpty {
      var wanted = Set<TextKey>()
      for name in names { wanted.insert(TextKey(try folder.known(name))) }
      ids = ids.filter { wanted.contains(TextKey($0)) }
    }
    let (lock, lockDiagnostics) = GoldenLock.load(under: folder.root)
    var suites: [Suite] = []
    var diagnostics = lockDiagnostics + folder.diagnostics
    for loaded in ids.mapOnEveryCore({ [folder] in folder.suite($0, lock: lock) }) {
      suites += loaded.suite.map { [$0] } ?? []
      diagnostics += loaded.diagnostics
    }
    if names.isEmpty { diagnostics += Self.strayFolders(in: folder) + Self.strayLines(of: lock, in: folder) }
    diagnostics += suites.compactMap(Self.unknownSupport)
    diagnostics += ImplementationsLint.findings(on: folder.programs, suites: suites, contracts: folder.ids)
    self.suites = suites
    self.lock = lock
    self.diagnostics = diagnostics
  }

  /// The suites that a command works on, and what it tells them by.
  static func usable(
    _ options: SuiteOptions, _ output: OutputOptions
  ) throws(CommandFailure) -> (workspace: Workspace, reporter: Reporter) {
    let (workspace, reporter) = (try Workspace(options), Reporter(output))
    try workspace.requireUsable(reporter)
    return (workspace, reporter)
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
      return MatrixLint.findings(in: suite) + GoldenLint.findings(in: suite, lock: lock) + found + suite.refusedInputs
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

  static func requireKnown(_ name: String, among known: [String]) throws(CommandFailure) {
    guard !known.contains(where: { $0.hasSameBytes(as: name) }) else { return }
    throw CommandFailure(.usage, Suggestion.unknown("implementation", name, among: known, orList: "there is"))
  }

  /// Folders that no contract reads, so that a misspelt one is not passed over.
  private static func strayFolders(in folder: ContractFolder) -> [Diagnostic] {
    [Suite.fixtures, GoldenFolder.top].flatMap { top in
      let names = (try? FileSystem.names(in: folder.root.appending(top))) ?? []
      return names.filter { name in
        // A name that is no UTF-8 can't be looked up again.
        !folder.ids.contains { $0.hasSameBytes(as: name) } && !name.hasPrefix(".")
          && [.directory, nil].contains(FileSystem.entry(at: folder.root.appending(top).appending(name)))
      }.map { name in
        let hint = Suggestion.hint(for: name, among: folder.ids)
        let message =
          top == Suite.fixtures
          ? "this folder has no \(MatrixFile.name), so nothing in it is judged\(hint)"
          : "no contract is called '\(name)'\(hint)"
        return Diagnostic(.finding, message, at: SourceLocation(file: "\(top)/\(name)"))
      }
    }
  }

  /// The first line of the lock of each contract that is unknown.
  private static func strayLines(of lock: GoldenLock, in folder: ContractFolder) -> [Diagnostic] {
    var known = Set(folder.ids.map { TextKey($0) })
    return lock.lines.filter { known.insert(TextKey($0.contract)).inserted }.map { line in
      Diagnostic(
        .unusable, Suggestion.unknown("contract", line.contract, among: folder.ids),
        at: line.location ?? SourceLocation(file: GoldenLock.path))
    }
  }

  private static func unknownSupport(of suite: Suite) -> Diagnostic? {
    guard let name = suite.matrix.support, suite.contract.support == nil else { return nil }
    return Diagnostic(
      .unusable, Suggestion.unknown("support", name.name, among: Contracts.linked.map(\.name), orList: "there is"),
      at: name.location, notes: ["leave 'support' out where programs alone carry out the contract"])
  }
}
