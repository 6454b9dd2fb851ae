internal import CanonicalJSON
package import SystemPackage

/// A contract with everything that its folders hold: matrix, cases, goldens.
package struct Suite: Sendable {
  package let contract: Contract
  package let matrix: Matrix
  package let cases: [Case]
  package let goldens: GoldenFolder
  /// Whether it comes with the program, so that nobody here lints it or writes to it.
  package let isCarried: Bool
  /// The files of its authors.
  let sources: [FileDigest]

  package init(
    contract: Contract,
    matrix: Matrix,
    cases: [Case],
    goldens: GoldenFolder,
    isCarried: Bool = false,
    sources: [FileDigest] = []
  ) {
    self.isCarried = isCarried
    self.sources = sources
    self.contract = contract
    self.matrix = matrix
    self.cases = cases
    self.goldens = goldens
  }

  /// The folder of the contract's case files, relative to the root.
  package static func fixtures(of contract: String) -> String { "\(fixtures)/\(contract)" }
  package static let fixtures = "Fixtures"

  /// SHA-256 of all that a verdict depends on beside the implementation: the files of its authors,
  /// and the goldens as they are locked.
  package var digest: String {
    let goldens = goldens.lockLines.values.map { "\($0.caseID) \($0.golden)\n" }.sorted()
    let files = sources.map { "\($0.path) \($0.digest)\n" }
    return GoldenLock.digest(Array((files + goldens).joined().utf8))
  }

  package var matrixPath: String { "\(Self.fixtures(of: contract.id))/\(MatrixFile.name)" }

  /// Reads a contract's matrix and case files, the lock's lines for it, and the names of its
  /// goldens.
  ///
  /// The suite is nil where the matrix can't be read; every problem in every file is among the
  /// diagnostics.
  ///
  /// - Parameters:
  ///   - linked: the support that there is.
  ///   - programs: names of those that are the contract's reference where none is linked.
  ///   - shard: the only one whose cases are read whole; nil: all are.
  package static func load(
    _ id: String,
    linked: [Support] = [],
    programs: [String] = [],
    lock: GoldenLock,
    under root: FilePath,
    isCarried: Bool = false,
    shard: Shard? = nil
  ) -> (suite: Suite?, diagnostics: [Diagnostic]) {
    let folder = fixtures(of: id)
    var diagnostics: [Diagnostic] = []
    var cases: [Case] = []
    var sources: [FileDigest] = []
    do {
      let file = try SourceFile.load("\(folder)/\(MatrixFile.name)", under: root)
      sources.append(FileDigest(of: file))
      if let refusal = NameForm.contract.refusal(of: id, as: "the id of a contract") {
        file.report(refusal, at: file.root)
      }
      let matrix = MatrixFile.matrix(in: file)
      diagnostics += file.diagnostics
      guard let matrix else { return (nil, diagnostics) }
      let contract = Contract(id: id, declaredIn: matrix, linked: linked, programs: programs)
      var names = Set<TextKey>()
      // The lint tells of a file that is named twice; its cases are no doubles.
      for reference in matrix.caseFiles where names.insert(TextKey(reference.name)).inserted {
        do throws(SourceError) {
          let file = try caseFile(reference, in: folder, under: root)
          sources.append(FileDigest(of: file))
          cases += CaseFile.cases(in: file, of: contract, shard: shard)
          diagnostics += file.diagnostics
        } catch {
          diagnostics.append(error.diagnostic)
        }
      }
      for name in try FileSystem.names(in: root.appending(folder))
      where name.hasSuffix(".json") && name != MatrixFile.name && name != MutantsFile.name
        && !names.contains(TextKey(name))
      {
        diagnostics.append(
          finding(
            .strayFile,
            name,
            "the matrix doesn't name this file, so nothing in it is judged",
            at: SourceLocation(file: "\(folder)/\(name)"),
            notes: ["name it in 'caseFiles', or move it elsewhere"]
          )
        )
      }
      let goldens = try GoldenFolder.load(id, lock: lock, under: root)
      let suite = Suite(
        contract: contract,
        matrix: matrix,
        cases: cases,
        goldens: goldens,
        isCarried: isCarried,
        sources: sources
      )
      return (suite, diagnostics + suite.repeatedCases)
    } catch let error as SourceError {
      return (nil, diagnostics + [error.diagnostic])
    } catch let error as FileError {
      var path = error.path
      _ = path.removePrefix(root)
      return (nil, diagnostics + [Diagnostic(error.reason, at: SourceLocation(file: path.string))])
    } catch {
      return (nil, diagnostics + [Diagnostic("\(error)", at: SourceLocation(file: folder))])
    }
  }

  /// What the linked reference refuses, which no program need be asked for.
  package var refusedInputs: [Diagnostic] {
    cases.mapOnEveryCore { [contract] testCase in
      contract.support?.operations[testCase.operation.name]?.refusal(testCase.input).map {
        finding(.refusedInput, testCase.id, $0.message, at: testCase.location(of: $0.pointer))
      }
    }.compactMap(\.self)
  }

  /// Two cases of one id would share a golden, so that nothing can be judged or recorded.
  var repeatedCases: [Diagnostic] {
    cases.repetitions(by: \.id).map { first, again in
      Diagnostic(
        "the case '\(again.id)' is there twice",
        at: again.location,
        notes: ["first at \(first.location)"]
      )
    }
  }

  private static func caseFile(
    _ reference: Matrix.Reference,
    in folder: String,
    under root: FilePath
  ) throws(SourceError) -> SourceFile {
    let name = reference.name
    let path = "\(folder)/\(reference.name)"
    let isPath =
      [".", ".."].contains(name)
      || name.utf8.contains { [UInt8(ascii: "/"), UInt8(ascii: "\\"), 0].contains($0) }
    guard !isPath, FileSystem.entry(at: root.appending(path)) != nil else {
      let message =
        isPath
        ? "'\(name)' is no file name; case files stand beside the matrix"
        : "there is no case file '\(name)'"
      throw SourceError(diagnostic: Diagnostic(message, at: reference.location))
    }
    return try SourceFile.load(path, under: root)
  }
}
