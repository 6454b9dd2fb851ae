internal import CanonicalJSON
package import SystemPackage

/// A case file of an app's repository, whose cases run in addition to those of a contract.
///
/// Its cases need no row and no golden, because the app's authors accepted their expectations.
package struct AppCaseFile: Hashable, Sendable {
  /// The id of the contract that the cases are about.
  package let contract: String
  /// The path as the user wrote it.
  package let path: String
  /// The folder that the path is relative to.
  package let folder: FilePath
  /// The place that names the file, or `nil` if the command line does.
  package let location: SourceLocation?

  package init(
    contract: String,
    path: String,
    in folder: FilePath,
    at location: SourceLocation? = nil
  ) {
    self.contract = contract
    self.path = path
    self.folder = folder
    self.location = location
  }

  /// The name of the file without its extension.
  package var name: String { FilePath(path).lastComponent?.stem ?? "" }

  /// The options of a command that runs the cases, or `nil` if parity.json lists the file.
  package var options: String? {
    location == nil ? "--contract \(contract) --cases \(path.shellQuoted)" : nil
  }

  /// Returns the id of a case in the suite, such as `shared:plain_text` for the file shared.json.
  func qualified(_ localID: String) -> String { "\(name):\(localID)" }

  /// Returns the id as it is written in the file.
  func localID(of id: String) -> String { String(id.dropFirst(name.count + 1)) }
}

extension Suite {
  /// Returns the suite with the cases of apps' files for its contract.
  ///
  /// - Parameters:
  ///   - files: The files, in the order in which their cases run.
  ///   - shard: The shard whose cases are read in full, or `nil` to read all cases in full.
  /// - Returns: The suite, and a diagnostic for each problem in each file.
  package func adding(
    _ files: [AppCaseFile],
    shard: Shard? = nil
  ) -> Loaded<Suite> {
    var cases: [Case] = []
    var sources: [FileDigest] = []
    var diagnostics: [Diagnostic] = []
    var names: [String: AppCaseFile] = [:]

    for file in files where file.contract == contract.id {
      let location = file.location ?? SourceLocation(file: file.path)
      if let refusal = NameForm.any.refusal(of: file.name, as: "name of a case file") {
        diagnostics.append(Diagnostic(refusal, at: location, notes: ["rename \(file.path)"]))
        continue
      }

      if let other = names.updateValue(file, forKey: file.name) {
        diagnostics.append(
          Diagnostic(
            "two case files are named '\(file.name)', so their cases would have the same names",
            at: location,
            notes: ["the other file is \(other.path)", "rename one of them"]
          )
        )
        continue
      }

      do {
        let source = try SourceFile.load(file.path, under: file.folder)
        sources.append(FileDigest(of: source))
        cases += CaseFile.cases(in: source, of: contract, app: file, shard: shard)
        sources += source.texts.digests
        diagnostics += source.diagnostics
      } catch {
        diagnostics.append(error.diagnostic)
      }
    }

    let suite = Suite(
      contract: contract,
      matrix: matrix,
      cases: self.cases + cases,
      goldens: goldens,
      isBundled: isBundled,
      sources: self.sources + sources
    )
    let repeated = cases.isEmpty ? [] : suite.repeatedCases
    return Loaded(suite, diagnostics + repeated + cases.compactMap(\.emptyExpectation))
  }
}

extension Suite {
  /// Returns the apps' cases whose ids a row names.
  package func appCases(in row: Matrix.Row) -> [Case] {
    let named = Set(row.cases.map(\.name))
    return cases.filter { !$0.belongsToContract && named.contains($0.idInMatrix) }
  }
}

extension Case {
  /// A finding if the case expects nothing, so that no output can fail it.
  var emptyExpectation: Diagnostic? {
    guard !usesGolden, expectation.isEmpty, !belongsToOtherShard else { return nil }
    return finding(
      .emptyExpectation,
      id,
      "the case '\(id)' expects nothing, and it has no golden, so every output passes",
      at: location,
      notes: ["write what the output must contain in 'expect'"]
    )
  }
}
