internal import CanonicalJSON
package import SystemPackage

/// A contract with the contents of its folders: the matrix, the cases and the goldens.
package struct Suite: Sendable {
  package let contract: Contract
  package let matrix: Matrix
  /// The cases of the contract, then those of apps' files.
  package let cases: [Case]
  package let goldens: GoldenFolder
  /// Whether the suite is built into Parity. Parity doesn't lint built-in suites and never writes
  /// to them.
  package let isBundled: Bool
  /// The digests of the matrix, of the case files, and of the texts that `$file` names in them.
  let sources: [FileDigest]

  package init(
    contract: Contract,
    matrix: Matrix,
    cases: [Case],
    goldens: GoldenFolder,
    isBundled: Bool = false,
    sources: [FileDigest] = []
  ) {
    self.isBundled = isBundled
    self.sources = sources
    self.contract = contract
    self.matrix = matrix
    self.cases = cases
    self.goldens = goldens
  }

  /// The cases that belong to the contract, so that they have rows and goldens.
  package var contractCases: [Case] { cases.filter(\.belongsToContract) }

  /// Returns the folder of the contract's case files, relative to the root.
  package static func fixtures(of contract: String) -> String { "\(fixtures)/\(contract)" }

  /// Returns the ids of the contracts that have a manifest under a root, in byte order.
  package static func ids(under root: FilePath) -> [String] {
    let fixtures = root.appending(fixtures)
    let names = (try? FileSystem.names(in: fixtures)) ?? []
    return names.filter {
      FileSystem.entry(at: fixtures.appending("\($0)/\(MatrixFile.name)")) != nil
    }
  }

  /// The folder that holds one folder of case files for each contract, relative to the root.
  package static let fixtures = "Fixtures"

  /// The places on disk of the texts that `$file` names in the case files, without links.
  package var textFiles: [FilePath] { sources.compactMap(\.textFile).distinct(by: \.self) }

  /// The SHA-256 of everything that a verdict depends on except the implementation, in hex: the
  /// matrix, the case files with the texts that they name, and the digests of the goldens in the
  /// lock.
  package var digest: String {
    let goldens = goldens.lockLines.values.map { "\($0.caseID) \($0.golden)\n" }.sorted()
    let files = sources.map { "\($0.path) \($0.digest)\n" }
    return GoldenLock.digest(Array((files + goldens).joined().utf8))
  }

  /// The path of the contract's manifest, relative to the root.
  package var matrixPath: String { "\(Self.fixtures(of: contract.id))/\(MatrixFile.name)" }

  /// Reads a contract's matrix and case files, its lines of the lock, and the names of its goldens.
  ///
  /// - Parameters:
  ///   - id: The id of the contract, which is also the name of its folders.
  ///   - linked: The support that is linked into the program.
  ///   - programs: The names of the programs that are the contract's reference if none is linked.
  ///   - lock: The lock that has the lines for the contract's goldens.
  ///   - root: The root of the repository.
  ///   - isBundled: Whether the suite is built into Parity.
  ///   - shard: The shard whose cases are read in full, or `nil` to read all cases in full.
  /// - Returns: The suite, or `nil` if the matrix can't be read; and a diagnostic for each problem
  ///   in each file.
  package static func load(
    _ id: String,
    linked: [ContractBindings] = [],
    programs: [String] = [],
    lock: GoldenLock,
    under root: FilePath,
    isBundled: Bool = false,
    shard: Shard? = nil
  ) -> Loaded<Suite?> {
    let folder = fixtures(of: id)
    var diagnostics: [Diagnostic] = []
    do {
      let file = try SourceFile.load("\(folder)/\(MatrixFile.name)", under: root)
      if let refusal = NameForm.contract.refusal(of: id, as: "contract id") {
        file.report(refusal, at: file.root)
      }
      let matrix = MatrixFile.matrix(in: file)
      diagnostics += file.diagnostics
      guard let matrix else { return Loaded(nil, diagnostics) }

      let contract = Contract(id: id, declaredIn: matrix, linked: linked, programs: programs)
      let read = readCaseFiles(of: matrix, for: contract, in: folder, under: root, shard: shard)
      diagnostics += read.diagnostics
      diagnostics += try strayFiles(besides: read, in: folder, under: root)
      // A form that is wrong may be meant to name one of the files.
      if !diagnostics.hasErrors {
        diagnostics += unnamedTexts(besides: read.textNames, in: folder, under: root)
      }

      let goldens = try GoldenFolder.load(id, lock: lock, cases: read.cases, under: root)
      let suite = Suite(
        contract: contract,
        matrix: matrix,
        cases: read.cases,
        goldens: goldens,
        isBundled: isBundled,
        sources: [FileDigest(of: file)] + read.sources
      )
      return Loaded(suite, diagnostics + suite.repeatedCases)
    } catch let error as SourceError {
      return Loaded(nil, diagnostics + [error.diagnostic])
    } catch let error as FileError {
      var path = error.path
      _ = path.removePrefix(root)
      let finding = Diagnostic(error.reason, at: SourceLocation(file: path.string))
      return Loaded(nil, diagnostics + [finding])
    } catch {
      let finding = Diagnostic("\(error)", at: SourceLocation(file: folder))
      return Loaded(nil, diagnostics + [finding])
    }
  }

  /// The contents of the case files that a manifest lists.
  private struct CaseFiles {
    var cases: [Case] = []
    /// The names of the files, including those that can't be read.
    var names = Set<TextKey>()
    /// The paths that `$file` names in the files, relative to the folder of the contract.
    var textNames = Set<TextKey>()
    /// The digests of the files and of the texts that `$file` names in them.
    var sources: [FileDigest] = []
    var diagnostics: [Diagnostic] = []
  }

  /// Reads the case files in the order of the manifest. A file that can't be read is a diagnostic.
  private static func readCaseFiles(
    of matrix: Matrix,
    for contract: Contract,
    in folder: String,
    under root: FilePath,
    shard: Shard?
  ) -> CaseFiles {
    var read = CaseFiles()

    // The lint reports a file that is named twice. Reading it again would report its cases as
    // duplicates.
    for reference in matrix.caseFiles where read.names.insert(TextKey(reference.name)).inserted {
      do throws(SourceError) {
        let file = try caseFile(reference, in: folder, under: root)
        read.sources.append(FileDigest(of: file))
        read.cases += CaseFile.cases(in: file, of: contract, shard: shard)
        read.sources += file.texts.digests
        read.textNames.formUnion(file.texts.names)
        read.diagnostics += file.diagnostics
      } catch {
        read.diagnostics.append(error.diagnostic)
      }
    }

    return read
  }

  /// Returns a finding for each JSON file of the contract's folder that the manifest doesn't list
  /// and no case names as a text.
  ///
  /// - Throws: A `FileError` if the folder can't be listed.
  private static func strayFiles(
    besides read: CaseFiles,
    in folder: String,
    under root: FilePath
  ) throws(FileError) -> [Diagnostic] {
    let names = try FileSystem.names(in: root.appending(folder))
    let strays = names.filter { name in
      let isOwnFile = name == MatrixFile.name || name == MutantsFile.name
      let isListed = read.names.contains(TextKey(name))
      let isText = read.textNames.contains(TextKey(name))
      return name.hasSuffix(".json") && !isOwnFile && !isListed && !isText
    }

    return strays.map { name in
      finding(
        .strayFile,
        name,
        "this file isn't listed in 'caseFiles' of \(MatrixFile.name), "
          + "so its cases aren't checked",
        at: SourceLocation(file: "\(folder)/\(name)"),
        notes: ["list the file in 'caseFiles', or move it to another folder"]
      )
    }
  }

  /// Returns a warning for each text file that no case names, next to or below files of the same
  /// kind that cases name.
  ///
  /// - Parameters:
  ///   - names: The paths that `$file` names, relative to the folder of the contract.
  ///   - folder: The folder of the contract, relative to the root.
  private static func unnamedTexts(
    besides names: Set<TextKey>,
    in folder: String,
    under root: FilePath
  ) -> [Diagnostic] {
    let paths = names.map(\.text).filter { $0.contains("/") }
    let kinds = Dictionary(grouping: paths) { String($0.prefix { $0 != "/" }) }
    var found: [Diagnostic] = []
    for (subfolder, named) in kinds.sorted(by: { $0.key < $1.key }) {
      let suffixes = Set(named.compactMap { suffix(of: $0) })
      let place = root.pushing(FilePath("\(folder)/\(subfolder)"))
      for file in FolderSnapshot(of: place, ignoring: { $0.hasPrefix(".") }).paths {
        let path = "\(subfolder)/\(file)"
        guard let suffix = suffix(of: file), suffixes.contains(suffix),
          !names.contains(TextKey(path))
        else { continue }

        found.append(
          finding(
            .strayFile,
            path,
            "no case names this file, although cases name other '.\(suffix)' files of the folder",
            severity: .warning,
            at: SourceLocation(file: "\(folder)/\(path)"),
            notes: ["name the file in a case with '$file', or move it to another folder"]
          )
        )
      }
    }
    return found
  }

  /// Returns what follows the last period in the name of a file, or `nil` if there is none.
  private static func suffix(of path: String) -> Substring? {
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...] }
  }

  /// A finding for each case whose input the linked reference refuses. No program has to run to
  /// find them.
  package var refusedInputs: [Diagnostic] {
    cases.mapOnEveryCore { [contract] testCase in
      contract.support?.operations[testCase.operation.name]?.refusal(testCase.input).map {
        finding(.refusedInput, testCase.id, $0.message, at: testCase.location(of: $0.pointer))
      }
    }.compactMap(\.self)
  }

  /// An error for each case whose id an earlier case has. The two would share a golden, so no case
  /// can be checked or recorded.
  var repeatedCases: [Diagnostic] {
    cases.repetitions(by: \.id).map { first, again in
      Diagnostic(
        "duplicate case id '\(again.id)'",
        at: again.location,
        notes: ["first at \(first.location)", "rename or remove one of them"]
      )
    }
  }

  /// Reads a case file that the manifest lists.
  ///
  /// - Throws: A `SourceError` at the name in the manifest if it is a path or names no file, or in
  ///   the file if it can't be read or parsed.
  private static func caseFile(
    _ reference: LocatedName,
    in folder: String,
    under root: FilePath
  ) throws(SourceError) -> SourceFile {
    let name = reference.name
    let separators = [UInt8(ascii: "/"), UInt8(ascii: "\\"), 0]
    let isPath = [".", ".."].contains(name) || name.utf8.contains { separators.contains($0) }
    guard !isPath else {
      throw SourceError(
        "invalid case file name '\(name)': case files must be in the folder of \(MatrixFile.name)",
        at: reference.location,
        notes: ["use the name of a file in that folder, without a path"]
      )
    }

    let path = "\(folder)/\(name)"
    guard FileSystem.entry(at: root.appending(path)) != nil else {
      throw SourceError(
        "the case file '\(name)' doesn't exist",
        at: reference.location,
        notes: ["create \(path), or remove the name from 'caseFiles'"]
      )
    }
    return try SourceFile.load(path, under: root)
  }
}
