internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import Reporting
internal import SystemPackage

/// The suites on disk that a command works on.
struct Workspace {
  let folder: ContractFolder
  let suites: [Suite]
  /// The lock of the repository's goldens.
  let lock: GoldenLock
  let knownFailures: [KnownFailure]
  /// The findings of reading the suites and the repository's other files.
  let diagnostics: [Diagnostic]

  var root: FilePath { folder.root }
  var programs: [ProgramEntry] { folder.programs }
  /// The contracts of these suites, and the programs that may implement them.
  var selectedContracts: SelectedContracts {
    SelectedContracts(folder: folder, contracts: suites.map(\.contract))
  }

  /// The set of suites that a command works on.
  enum Scope {
    /// The suites that a bare check uses, and the suites of the implementations with these names.
    case checked([String] = [])
    /// The repository's own suites, which can be linted and written to.
    case own
  }

  /// Reads the suites that the options of a command select.
  init(
    _ options: SuiteOptions,
    _ root: SuiteRootOption,
    _ scope: Scope = .checked(),
    caseFiles: CaseFileOptions? = nil,
    known: String? = nil,
    shard: Shard? = nil
  ) throws(CommandFailure) {
    try self.init(
      try root.folder(),
      contracts: options.contracts,
      scope,
      caseFiles: caseFiles,
      known: known,
      shard: shard
    )
  }

  /// Reads the suites of a folder.
  ///
  /// - Parameters:
  ///   - names: The contracts to read, or an empty array for all contracts of the scope.
  ///   - caseFiles: The options that name case files in addition to those of parity.json.
  ///   - known: The file of known failures, or `nil` for the repository's file.
  ///   - shard: The only shard whose cases are read in full, or `nil` to read all of them in full.
  init(
    _ folder: ContractFolder,
    contracts names: [String],
    _ scope: Scope = .checked(),
    caseFiles: CaseFileOptions? = nil,
    known: String? = nil,
    shard: Shard? = nil
  ) throws(CommandFailure) {
    self.folder = folder
    var diagnostics = folder.diagnostics
    if folder.own.isEmpty {
      lock = .empty
    } else {
      lock = GoldenLock.load(under: folder.root).value(addingTo: &diagnostics)
    }

    let ids = try Self.ids(names, of: scope, in: folder)
    let loaded = Self.loadedSuites(ids, in: folder, lock, shard)
    let files = try folder.caseFiles + (caseFiles?.files(for: ids) ?? [])
    suites = loaded.compactMap { suite in
      suite.value(addingTo: &diagnostics)?.adding(files, shard: shard).value(
        addingTo: &diagnostics
      )
    }

    diagnostics += Self.unknownContracts(in: folder)
    diagnostics += AcceptedDivergences(folder.divergences).lint(
      suites: suites,
      contracts: folder.ids
    )
    if names.isEmpty { diagnostics += Self.strayLines(of: lock, in: folder) }
    diagnostics += suites.compactMap(Self.unknownSupport)

    knownFailures = Self.knownFailures(known, in: folder).value(addingTo: &diagnostics)
    diagnostics += RepositoryLint.findings(
      on: folder.programs,
      known: knownFailures,
      suites: suites,
      contracts: folder.ids
    )

    self.diagnostics = diagnostics
  }

  /// Returns the ids of the contracts to read, in byte order.
  private static func ids(
    _ names: [String],
    of scope: Scope,
    in folder: ContractFolder
  ) throws(CommandFailure) -> [String] {
    var ids = try names.map(folder.known)

    switch scope {
    case .checked(let implementations):
      if ids.isEmpty { ids = try folder.selectedIDs(for: implementations) }
    case .own:
      for id in ids { try folder.requireOwn(id) }
      if ids.isEmpty { ids = folder.own }
      guard !ids.isEmpty else { throw folder.missingOwnContracts }
    }

    return folder.ids.filter(ids.contains)
  }

  /// Reads suites on every core, and returns each of them with the findings on its files.
  ///
  /// - Parameter lock: The lock of the repository. Built-in suites have one of their own.
  private static func loadedSuites(
    _ ids: [String],
    in folder: ContractFolder,
    _ lock: GoldenLock,
    _ shard: Shard?
  ) -> [Loaded<Suite?>] {
    // Ignore findings on the lock of built-in suites, which their authors have checked.
    let bundledLock =
      ids.first(where: folder.isBundled).map { GoldenLock.load(under: folder.root(of: $0)).value }
      ?? .empty

    return ids.mapOnEveryCore { id in
      let isBundled = folder.isBundled(id)
      return Suite.load(
        id,
        linked: .builtIn,
        programs: folder.references(of: id),
        lock: isBundled ? bundledLock : lock,
        under: folder.root(of: id),
        isBundled: isBundled,
        shard: shard
      )
    }
  }

  /// Returns a finding for each contract in `caseFiles` of parity.json that doesn't exist.
  private static func unknownContracts(in folder: ContractFolder) -> [Diagnostic] {
    folder.contractsWithFiles.filter { !folder.ids.contains($0.name) }.map { contract in
      Diagnostic(
        Suggestion.unknown("contract", contract.name, among: folder.ids, orList: true),
        at: contract.location
      )
    }
  }

  /// Reads a list of known failures, either the named file or the repository's.
  private static func knownFailures(
    _ path: String?,
    in folder: ContractFolder
  ) -> Loaded<[KnownFailure]> {
    if let path { return KnownFailuresFile.load(path, under: Surroundings.current.folder) }
    guard folder.isRepository else { return Loaded([]) }
    return KnownFailuresFile.load(KnownFailuresFile.path, under: folder.root)
  }

  /// Returns the workspace, or throws if a file can't be understood. No command checks or writes
  /// anything in that case.
  func usable(_ reporter: Reporter) throws(CommandFailure) -> Workspace {
    guard diagnostics.hasUnusableFiles else { return self }
    throw CommandFailure(
      .unusableData,
      "nothing was checked or written, because the suite can't be read",
      after: [.lines(diagnostics.inOrder().lines(reporter.verbosity), reporter)]
    )
  }

  /// Returns the findings of reading the suites and of linting the repository's own, in order.
  func lint() -> [Diagnostic] {
    let findings = ownSuites.flatMap { suite in
      let mutants = MutantsFile.load(of: suite.contract.id, under: root)
      return MatrixLint.findings(in: suite)
        + GoldenLint.findings(in: suite, lock: lock)
        + mutants.diagnostics
        + suite.refusedInputs
        + MutantLint.findings(on: mutants.value, of: suite, programs: programs, under: root)
    }
    return Array(Set(diagnostics + findings)).inOrder()
  }

  /// The suites of the repository's contracts.
  var ownSuites: [Suite] { suites.filter { !$0.isBundled } }

  /// Returns a line for each fact about the suites that a user might not expect.
  ///
  /// - Parameter hasFailures: Whether something failed, so that it helps to know where the built-in
  ///   cases are.
  func notes(hasFailures: Bool = false) -> [String] {
    let bundled = suites.filter(\.isBundled).map(\.contract.id).joined(separator: ", ")
    let shadowing = suites.map(\.contract.id).filter(folder.shadowing.contains).joined(
      separator: ", "
    )

    var notes: [String] = []
    if hasFailures, !bundled.isEmpty, let folder = folder.bundled {
      notes.append("the folder \(folder.root) contains the cases of \(bundled)")
    }
    if !folder.isRepository {
      notes.append("this run uses the built-in contracts instead of a suite of your own")
    }
    if !shadowing.isEmpty {
      notes.append(
        "contracts of this suite that replace built-in contracts with the same name: \(shadowing)"
      )
    }
    return notes
  }

  /// Returns a line that lists the implementations in parity.json that a bare check leaves out.
  ///
  /// - Parameters:
  ///   - contracts: The contracts that the command line names, or an empty array if it names none.
  ///   - checked: The names of the implementations that the run started.
  func uncheckedNote(contracts: [String], checked: [String]) -> String? {
    let unchecked = programs.filter { program in
      let isOfContracts = contracts.isEmpty || contracts.contains(where: program.implements)
      return isOfContracts && !checked.contains(program.name)
    }
    guard !unchecked.isEmpty else { return nil }

    let names = unchecked.map(\.name).joined(separator: ", ")
    let pronoun = unchecked.count == 1 ? "it" : "them"
    return "not checked: \(names) (--implementation all checks \(pronoun))"
  }

  /// Returns the case with the name, which is `CONTRACT/CASE` or a unique `CASE`.
  func testCase(_ name: String) throws(CommandFailure) -> (suite: Suite, testCase: Case) {
    let cases = suites.flatMap { suite in suite.cases.map { (suite, $0) } }
    let found = cases.filter { name == $1.name || name == $1.id }

    if found.count > 1 {
      throw CommandFailure(
        .usage,
        "the case name '\(name)' is ambiguous; "
          + "use one of these names: \(found.map(\.1.name).joined(separator: ", "))"
      )
    }

    if let only = found.first { return only }
    let known = name.utf8.contains(UInt8(ascii: "/")) ? cases.map(\.1.name) : cases.map(\.1.id)
    throw CommandFailure(
      .usage,
      Suggestion.unknown("case", name, among: known),
      "to list the cases: parity check --list"
    )
  }

  /// Returns the selection, or throws if one of its patterns matches nothing or no case is left.
  ///
  /// - Parameter names: The only cases to select from, or `nil` to select from all.
  func selection(
    _ options: SelectionOptions,
    among names: [String]? = nil
  ) throws(CommandFailure) -> Selection {
    let selection = try options.selection(under: root, among: names)
    let problems = selection.problems(in: suites)
    guard problems.isEmpty else {
      throw CommandFailure(
        status: .usage,
        messages: problems.prefix(1) + problems.dropFirst().map { "error: \($0)" }
      )
    }

    guard suites.contains(where: { !selection.cases(of: $0).isEmpty }) else {
      throw CommandFailure(.usage, "no case matches the selection")
    }

    return selection
  }

  /// Returns an effect that prints the names of the selected cases, one per line, or their
  /// properties as JSON.
  func list(_ options: SelectionOptions) throws(CommandFailure) -> Effect {
    list(try selection(options), options)
  }

  /// Returns an effect that prints the cases of a selection.
  ///
  /// - Parameters:
  ///   - options: The options, which may request JSON.
  ///   - shard: The only shard to list, or `nil` to list all cases.
  func list(_ selection: Selection, _ options: SelectionOptions, shard: Shard? = nil) -> Effect {
    let cases = suites.map { suite in
      (suite: suite, cases: selection.cases(of: suite).filter { shard?.includes($0) ?? true })
    }
    guard !options.json else { return .document(CaseList(cases).text) }
    return .lines(cases.flatMap(\.cases).map { StyledLine($0.name) }, Reporter(.never))
  }

  /// Returns an effect that edits files of the suite.
  ///
  /// - Parameter effects: The effects to perform before the error message, if there is one.
  /// - Throws: A failure if `CI` forbids the edits.
  func edit(
    _ transaction: FileTransaction,
    after effects: [Effect] = []
  ) throws(CommandFailure) -> Effect {
    if !transaction.isEmpty { try Self.requireWritable(after: effects) }
    return .edit(transaction, root: root)
  }

  /// Throws if `CI` is set to anything other than an empty text, `0` or `false`.
  ///
  /// A person accepts goldens, so none is written when no person is present.
  static func requireWritable(after effects: [Effect] = []) throws(CommandFailure) {
    if ContinuousIntegration.isSignaled(by: environment("CI")) {
      throw CommandFailure(
        .cannotWrite,
        "nothing was written, because CI is set; "
          + "run this where you can review the changes, or unset CI",
        after: effects
      )
    }
  }

  /// Throws unless an implementation has the name, which is compared byte for byte.
  static func requireKnown(_ name: String, among known: [String]) throws(CommandFailure) {
    guard known.contains(where: { $0.hasSameBytes(as: name) }) else {
      throw unknown(name, among: known)
    }
  }

  /// Returns the failure for a name that no implementation has.
  ///
  /// - Parameter known: The names to suggest from.
  static func unknown(_ name: String, among known: [String]) -> CommandFailure {
    CommandFailure(
      .usage,
      Suggestion.unknown("implementation", name, among: known, orList: true)
    )
  }

  /// Returns a finding for each contract of the lock that isn't the repository's own, at its first
  /// line.
  private static func strayLines(of lock: GoldenLock, in folder: ContractFolder) -> [Diagnostic] {
    var known = Set(folder.own)
    return lock.lines.filter { known.insert($0.contract).inserted }.map { line in
      Diagnostic(
        Suggestion.unknown("contract", line.contract, among: folder.own),
        at: line.location ?? SourceLocation(file: GoldenLock.path)
      )
    }
  }

  /// Returns a finding if the manifest of a contract names support code that isn't linked.
  private static func unknownSupport(of suite: Suite) -> Diagnostic? {
    guard let name = suite.matrix.support, suite.contract.support == nil else { return nil }
    return Diagnostic(
      "unknown 'support' value '\(name.name)'"
        + Suggestion.hint(
          for: name.name,
          among: [ContractBindings].builtIn.map(\.name),
          orList: true
        ),
      at: name.location,
      notes: ["omit 'support' if every implementation of the contract is an external program"]
    )
  }
}
