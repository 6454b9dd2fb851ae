internal import CanonicalJSON
package import SystemPackage

/// The file `mutants.json` of a contract, which lists its mutants.
package enum MutantsFile {
  package static let name = "mutants.json"

  /// Returns the path of a contract's file, relative to the root.
  package static func path(of contract: String) -> String {
    "\(Suite.fixtures(of: contract))/\(name)"
  }

  /// Returns the mutants of a contract in the order of its file, and every problem in the file.
  /// Both are empty if there is no file.
  package static func load(of contract: String, under root: FilePath) -> Loaded<[Mutant]> {
    let path = path(of: contract)
    let isMissing = FileSystem.entry(at: root.appending(path)) == nil
    return isMissing ? Loaded([]) : load(path, under: root)
  }

  /// Returns the mutants of the file at a path, and every problem in the file.
  package static func load(_ path: String, under root: FilePath) -> Loaded<[Mutant]> {
    do {
      let file = try SourceFile.load(path, under: root)
      guard
        let reader = ObjectReader(
          file.root,
          "a mutants file",
          keys: ["$schema", "mutants"],
          in: file
        )
      else {
        return Loaded([], file.diagnostics)
      }

      let mutants = reader.items("mutants", required: true).compactMap { mutant($0, in: file) }
      return Loaded(mutants, file.diagnostics)
    } catch {
      return Loaded([], [error.diagnostic])
    }
  }

  /// Reads a mutant, and reports every problem in it to the file. Returns `nil` if a required
  /// member is missing or invalid.
  private static func mutant(_ node: JSONNode, in file: SourceFile) -> Mutant? {
    let keys = ["clause", "mistake", "implementation", "file", "find", "replace"]
    guard let reader = ObjectReader(node, "a mutant", keys: keys, in: file) else { return nil }

    let replacement = reader.required("replace")
    if let replacement, replacement.kind != .string {
      file.report(
        "'replace' must be a string, not \(replacement.kind.withArticle)",
        at: replacement
      )
    }

    let clause = reader["clause"].flatMap { _ in reader.reference("clause") }
    let mistake = reader.requiredText("mistake")
    let implementation = reader.reference("implementation")
    let source = reader.reference("file")
    let find = reader.reference("find")

    guard let mistake, let implementation, let source, let find, let text = replacement?.string
    else { return nil }

    return Mutant(
      clause: clause,
      mistake: mistake,
      implementation: implementation,
      file: source,
      find: find,
      replacement: text,
      location: file.location(of: node)
    )
  }
}

/// Checks mutants without running them.
package enum MutantLint {
  /// Returns the problems of mutants: unknown clauses, edits that can't be made, and repeated
  /// names.
  package static func findings(
    on mutants: [Mutant],
    of suite: Suite,
    programs: [ProgramEntry],
    under root: FilePath
  ) -> [Diagnostic] {
    let clauses = suite.matrix.clauses.map(\.id.name)
    var folders = SourceFolders(root: root)
    let edits = mutants.compactMap { editFinding($0, programs, suite, under: root, &folders) }

    return MatrixLint.unknown(mutants.compactMap(\.clause), known: clauses, as: "clause")
      + edits
      + mutants.repetitions { TextKey($0.name) }.map { _, mutant in
        finding(
          .repeatedName,
          mutant.name,
          "duplicate mutant '\(mutant.name)'",
          at: mutant.location
        )
      }
  }

  /// Returns the first problem of a mutant's edit, or `nil` if it can be made in a copy of its
  /// program.
  private static func editFinding(
    _ mutant: Mutant,
    _ programs: [ProgramEntry],
    _ suite: Suite,
    under root: FilePath,
    _ folders: inout SourceFolders
  ) -> Diagnostic? {
    let candidates = programs.filter { $0.implements(suite.contract.id) }
    let unknown = MatrixLint.unknown(
      [mutant.implementation],
      known: candidates.map(\.name),
      as: "implementation"
    )
    if let unknown = unknown.first { return unknown }

    let named = candidates.first { $0.name == mutant.implementation.name }
    // An unknown name was reported above.
    guard let program = named else { return nil }

    if let problem = copyFinding(mutant, of: program, under: root, &folders) { return problem }

    if mutant.find.name.hasSameBytes(as: mutant.replacement) {
      return finding(
        .mutant,
        mutant.name,
        "'replace' is the same as 'find', so the mutant changes nothing; change one of them",
        at: mutant.find.location
      )
    }

    do {
      _ = try mutant.edited(under: root)
      return nil
    } catch {
      return error.diagnostic
    }
  }

  /// Returns the problem if the mutant's file can't be copied together with the program, or `nil`
  /// if it can.
  private static func copyFinding(
    _ mutant: Mutant,
    of program: ProgramEntry,
    under root: FilePath,
    _ folders: inout SourceFolders
  ) -> Diagnostic? {
    do {
      let folder = try folders.folder(of: program, with: mutant.file.name)
      guard folder == nil else { return nil }

      return finding(
        .mutant,
        mutant.name,
        "'\(mutant.file.name)' can't be copied with the program "
          + "'\(mutant.implementation.name)', because one of them isn't under the root",
        at: mutant.file.location,
        notes: [
          "the file must be under the root, and so must the program's 'workingDirectory' "
            + "or a file in its 'command'"
        ]
      )
    } catch {
      return finding(
        .mutant,
        mutant.name,
        "can't edit a copy of '\(mutant.file.name)': \(error.path): \(error.reason)",
        at: mutant.file.location,
        notes: [error.advice].compactMap(\.self)
      )
    }
  }
}

/// The folders that must be copied to edit the sources of programs. Many mutants edit the same
/// file, so each folder is looked up once.
private struct SourceFolders {
  /// A file of a program, by which its folder is looked up.
  private struct Source: Hashable {
    let program: String
    let file: TextKey
  }

  private let root: FilePath
  private var found: [Source: Result<FilePath?, FileError>] = [:]

  init(root: FilePath) { self.root = root }

  /// Returns the folder with a program and one of its files, or `nil` if one of them isn't under
  /// the root.
  ///
  /// - Throws: A `FileError` if a link leads from the file's path out of the root.
  mutating func folder(of program: ProgramEntry, with file: String) throws(FileError) -> FilePath? {
    let source = Source(program: program.name, file: TextKey(file))
    if let known = found[source] { return try known.get() }

    let result = Result { () throws(FileError) in try program.sources(with: file, under: root) }
    found[source] = result
    return try result.get()
  }
}
