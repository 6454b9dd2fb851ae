package import CanonicalJSON
package import SystemPackage

/// The goldens of one contract: `Golden/<contract>/<case-id>.json`, and their lines in the lock.
package struct GoldenFolder: Sendable {
  package let contract: String
  package let root: FilePath
  /// The file names in the folder, in the order of their bytes.
  package let fileNames: [String]
  /// The lock lines by case id. Of duplicate lines, this has the line of the current golden,
  /// otherwise the last line.
  package let lockLines: [String: GoldenLock.Line]

  package static let top = "Golden"
  private static let suffix = ".json"

  /// Returns the path of a contract's goldens, relative to the root.
  package static func path(of contract: String) -> String { "\(top)/\(contract)" }
  package static func path(of contract: String, caseID: String) -> String {
    "\(path(of: contract))/\(caseID)\(suffix)"
  }

  package static func load(
    _ contract: String,
    lock: GoldenLock,
    under root: FilePath
  ) throws(FileError) -> Self {
    let names = try FileSystem.names(in: root.appending(path(of: contract)))
    let lines = lock.lines.filter { $0.contract == contract }
    return Self(
      contract: contract,
      root: root,
      fileNames: names,
      lockLines: Dictionary(lines.map { ($0.caseID, $0) }) { first, last in
        // A merge leaves the lines of both sides, but only the golden of one side.
        let bytes = try? FileSystem.read(
          root.appending(path(of: contract, caseID: first.caseID)),
          limit: SourceFile.sizeLimit
        )
        return bytes.map { GoldenLock.digest($0) == first.golden } ?? false ? first : last
      }
    )
  }

  /// The case ids that the folder has files for. Files with other names are strays.
  package var caseIDs: [String] { fileNames.compactMap(Self.caseID) }
  package var strays: [String] { fileNames.filter { Self.caseID(of: $0) == nil } }

  private static func caseID(of fileName: String) -> String? {
    guard fileName.hasSuffix(suffix) else { return nil }
    let id = String(fileName.dropLast(suffix.count))
    return NameForm.testCase.fits(id) ? id : nil
  }

  package func path(of caseID: String) -> String { Self.path(of: contract, caseID: caseID) }

  /// Returns the bytes of a golden, or `nil` if its file is missing.
  package func bytes(of caseID: String) throws(SourceError) -> [UInt8]? {
    do {
      return try FileSystem.readIfPresent(
        root.appending(path(of: caseID)),
        limit: SourceFile.sizeLimit
      )
    } catch {
      throw SourceError(error.reason, at: SourceLocation(file: path(of: caseID)))
    }
  }

  /// Returns a golden with its parsed value, or `nil` if its file is missing.
  package func golden(of caseID: String) throws(SourceError) -> Golden? {
    guard let bytes = try bytes(of: caseID) else { return nil }
    return try golden(of: caseID, in: bytes)
  }

  func golden(of caseID: String, in bytes: [UInt8]) throws(SourceError) -> Golden {
    do {
      return Golden(bytes: bytes, value: try JSONDocument(parsing: bytes).root.value)
    } catch {
      throw SourceError(
        error.message,
        at: SourceLocation(file: path(of: caseID), position: error.location),
        notes: ["delete the file, and then run: parity regenerate --only \(contract)/\(caseID)"]
      )
    }
  }
}

/// A golden as it is on disk.
package struct Golden: Hashable, Sendable {
  package let bytes: [UInt8]
  package let value: JSONValue

  /// Returns the only valid form of a golden: RFC 8785, indented by two spaces, with a newline at
  /// the end.
  package static func bytes(of output: JSONValue) -> [UInt8] {
    var bytes = output.canonicalUTF8(.indented)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
