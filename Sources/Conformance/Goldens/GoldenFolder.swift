package import CanonicalJSON
package import SystemPackage

/// The goldens of one contract, `Golden/<contract>/<case-id>.json` or `.txt`, and their lines in
/// the lock.
package struct GoldenFolder: Sendable {
  package let contract: String
  package let root: FilePath
  /// The file names in the folder, in the order of their bytes.
  package let fileNames: [String]
  /// The lock lines by case id. Of duplicate lines, this has the line of the current golden,
  /// otherwise the last line.
  package private(set) var lockLines: [String: GoldenLock.Line] = [:]
  /// The forms of the goldens of cases, by case id.
  private let forms: [String: ContractOperation.OutputForm]

  /// The folder of all goldens, relative to the root.
  package static let top = "Golden"

  /// Returns the path of a contract's goldens, relative to the root.
  package static func path(of contract: String) -> String { "\(top)/\(contract)" }

  /// Returns the path of a golden, relative to the root.
  package static func path(
    of contract: String,
    caseID: String,
    form: ContractOperation.OutputForm
  ) -> String {
    "\(path(of: contract))/\(caseID)\(form.goldenSuffix)"
  }

  /// Reads the names of the goldens of a contract.
  ///
  /// - Parameters:
  ///   - lock: The lock, with lines for this and other contracts.
  ///   - cases: The cases of the contract.
  package static func load(
    _ contract: String,
    lock: GoldenLock,
    cases: [Case],
    under root: FilePath
  ) throws(FileError) -> Self {
    let names = try FileSystem.names(in: root.appending(path(of: contract)))
    let forms = cases.map { ($0.id, $0.operation.output) }

    var folder = Self(
      contract: contract,
      root: root,
      fileNames: names,
      forms: Dictionary(forms) { first, _ in first }
    )

    let lines = lock.lines.filter { $0.contract == contract }
    folder.lockLines = Dictionary(lines.map { ($0.caseID, $0) }) { first, last in
      // A merge leaves the lines of both sides, but only the golden of one side.
      let bytes = try? folder.bytes(of: first.caseID)
      let isCurrent = bytes.map { GoldenLock.digest($0) == first.golden } ?? false
      return isCurrent ? first : last
    }

    return folder
  }

  /// The case ids that the folder has files for. Files with other names are strays.
  package var caseIDs: [String] { fileNames.compactMap(caseID).distinct(by: \.self) }
  /// The names of the files that aren't a valid case id followed by the suffix of its form.
  package var strays: [String] { fileNames.filter { caseID(of: $0) == nil } }

  /// Returns the id of the case that a file is the golden of, or `nil` if the file isn't one.
  private func caseID(of fileName: String) -> String? {
    for form in ContractOperation.OutputForm.allCases where fileName.hasSuffix(form.goldenSuffix) {
      let id = String(fileName.dropLast(form.goldenSuffix.utf8.count))
      return NameForm.testCase.fits(id) && form == self.form(of: id) ? id : nil
    }
    return nil
  }

  /// Returns the form of a golden. If it has no case, its file shows the form.
  private func form(of caseID: String) -> ContractOperation.OutputForm {
    forms[caseID]
      ?? ContractOperation.OutputForm.allCases.first {
        fileNames.contains("\(caseID)\($0.goldenSuffix)")
      } ?? .json
  }

  /// Returns the path of a golden, relative to the root.
  package func path(of caseID: String) -> String {
    Self.path(of: contract, caseID: caseID, form: form(of: caseID))
  }

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

  /// Returns the golden of a case, or `nil` if it has none or doesn't use one.
  package func golden(of testCase: Case) throws(SourceError) -> Golden? {
    testCase.usesGolden ? try golden(of: testCase.id) : nil
  }

  /// Returns a golden that was read before.
  ///
  /// - Throws: An error at the position in the file if the bytes aren't a valid golden of the form.
  func golden(of caseID: String, in bytes: [UInt8]) throws(SourceError) -> Golden {
    guard form(of: caseID) == .json else { return try textGolden(of: caseID, in: bytes) }
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

extension GoldenFolder {
  /// Returns a golden of the text form. Its value is the whole file as one string.
  private func textGolden(of caseID: String, in bytes: [UInt8]) throws(SourceError) -> Golden {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SourceError(
        "this golden isn't valid UTF-8",
        at: SourceLocation(file: path(of: caseID)),
        notes: ["delete the file, and then run: parity regenerate --only \(contract)/\(caseID)"]
      )
    }
    return Golden(bytes: bytes, value: .string(text))
  }
}

extension ContractOperation.OutputForm {
  /// The end of the name of a golden's file.
  var goldenSuffix: String {
    switch self {
    case .json: ".json"
    case .text: ".txt"
    }
  }
}

/// A golden as it is on disk.
package struct Golden: Hashable, Sendable {
  package let bytes: [UInt8]
  package let value: JSONValue

  /// Returns the only valid golden of an output: its text if the form is a text, otherwise
  /// RFC 8785, indented by two spaces, with a newline at the end.
  package static func bytes(
    of output: JSONValue,
    as form: ContractOperation.OutputForm
  ) -> [UInt8] {
    if form == .text, let text = output.string { return Array(text.utf8) }
    var bytes = output.canonicalUTF8(.indented)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
