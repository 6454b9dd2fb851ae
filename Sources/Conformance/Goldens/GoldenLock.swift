internal import CanonicalJSON
internal import Cryptography
package import SystemPackage

/// `Golden/golden.lock.jsonl`, which records the origin of each golden, with one object per line.
///
/// It distinguishes an edit by hand, a changed input and an orphan without running anything.
package struct GoldenLock: Sendable {
  package static let path = "\(GoldenFolder.top)/golden.lock.jsonl"

  /// What the lock records about one golden.
  package struct Line: Hashable, Sendable {
    package let contract: String
    package let caseID: String
    /// The SHA-256 of the golden file, in hex.
    package let golden: String
    /// The SHA-256 of the input's canonical text (RFC 8785 with exact numbers, compact), in hex.
    ///
    /// Programs receive the input as the case file has it. Another spelling of the same value
    /// doesn't change this digest.
    package let input: String
    /// The contract's version at which this golden last changed.
    package let version: ContractVersion
    /// The names of the implementations that returned exactly this output, in the order of their
    /// bytes.
    package let confirmedBy: [String]
    /// The location of the line in the lock, or `nil` before it is written.
    package let location: SourceLocation?
  }

  package let lines: [Line]
  /// The bytes of the file as it is on disk.
  package let bytes: [UInt8]

  /// A lock without lines, as if the file were missing.
  package static let empty = GoldenLock(lines: [], bytes: [])

  /// Reads the lock under a root. It has no lines if the file is missing or can't be read.
  package static func load(under root: FilePath) -> Loaded<GoldenLock> {
    do {
      let bytes =
        try FileSystem.readIfPresent(root.appending(path), limit: SourceFile.sizeLimit) ?? []
      let read = bytes.numberedLines.mapOnEveryCore(partSize: 16) { line in
        let start = TextLocation(line: line.number, column: 1)
        let location = SourceLocation(file: path, position: start)
        return (line: Line(Array(line.text), at: location), location: location)
      }

      let diagnostics = read.filter { $0.line == nil }.map {
        Diagnostic(
          "invalid lock entry",
          at: $0.location,
          notes: ["delete the line, and then run: parity regenerate"]
        )
      }

      return Loaded(GoldenLock(lines: read.compactMap(\.line), bytes: bytes), diagnostics)
    } catch {
      return Loaded(.empty, [Diagnostic(error.reason, at: SourceLocation(file: path))])
    }
  }

  /// Returns the bytes of a lock with these lines, sorted by contract and case. Each line ends with
  /// a newline.
  package static func bytes(of lines: [Line]) -> [UInt8] {
    lines.sorted { ($0.contract, $0.caseID) < ($1.contract, $1.caseID) }
      .flatMap { $0.json.canonicalUTF8() + [UInt8(ascii: "\n")] }
  }

  /// Returns the SHA-256 of some bytes, in hex.
  package static func digest(_ bytes: [UInt8]) -> String {
    let digits = sha256(bytes).flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }
    return String(decoding: digits, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}

extension GoldenLock {
  /// A change to some lines of the lock. It keeps the lines of other goldens, even if they have
  /// changed by the time it is written.
  package struct Edit: Sendable {
    /// The old lines of the goldens that change, by the name of the golden.
    private let before: [String: [Line]]
    /// The new lines of the same goldens. A golden that loses its line isn't in it.
    private let after: [String: [Line]]

    /// Creates the edit, or returns `nil` if the lock already has these lines.
    init?(of lock: GoldenLock, to lines: [Line]) {
      let old = Self.byGolden(lock.lines)
      let new = Self.byGolden(lines)
      before = old.filter { !Self.areSame($1, new[$0]) }
      after = new.filter { !Self.areSame($1, old[$0]) }

      if GoldenLock.bytes(of: lines) == lock.bytes { return nil }
    }

    /// Returns the edit of the lock as it is on disk, which may have been written since, or `nil`
    /// if there is nothing left to do.
    ///
    /// - Throws: An error if the lock can't be read, or if a line to change is neither the old one
    ///   nor the new one.
    func edit(under root: FilePath) throws(FileError) -> FileEdit? {
      let file = GoldenLock.load(under: root)
      guard file.diagnostics.isEmpty else { throw FileTransaction.changed(GoldenLock.path) }

      let lock = file.value
      var lines = Self.byGolden(lock.lines)
      for key in Set(before.keys).union(after.keys) {
        guard Self.areSame(lines[key], before[key]) || Self.areSame(lines[key], after[key]) else {
          throw FileTransaction.changed(GoldenLock.path)
        }
        lines[key] = after[key]
      }

      let bytes = GoldenLock.bytes(of: lines.values.flatMap(\.self))
      guard bytes != lock.bytes else { return nil }
      return FileEdit(GoldenLock.path, from: lock.bytes.isEmpty ? nil : lock.bytes, to: bytes)
    }

    /// Returns the lines by the name of their golden. A lock that was merged may have several for
    /// one.
    private static func byGolden(_ lines: [Line]) -> [String: [Line]] {
      Dictionary(grouping: lines, by: \.goldenName)
    }

    /// Returns whether two lists have the same lines, wherever they are in the file. `nil` is an
    /// empty list.
    private static func areSame(_ some: [Line]?, _ others: [Line]?) -> Bool {
      (some ?? []).map(\.json) == (others ?? []).map(\.json)
    }
  }
}

extension GoldenLock.Line {
  /// The name of the golden, as `CONTRACT/CASE`.
  var goldenName: String { "\(contract)/\(caseID)" }

  /// Reads a line, or returns `nil` if it isn't an object with exactly the six members of a line.
  init?(_ bytes: [UInt8], at location: SourceLocation) {
    guard let root = try? JSONDocument(parsing: bytes).root, root.members.count == 6,
      let contract = root["contract"]?.string,
      // The id becomes part of a path.
      let caseID = root["case"]?.string, NameForm.testCase.fits(caseID),
      let golden = root["golden"]?.string,
      let input = root["input"]?.string,
      let version = root["version"]?.string.flatMap(ContractVersion.init),
      let elements = root["confirmedBy"]?.value.elements
    else { return nil }

    let confirmedBy = elements.compactMap(\.string)
    guard confirmedBy.count == elements.count else { return nil }

    self.init(
      contract: contract,
      caseID: caseID,
      golden: golden,
      input: input,
      version: version,
      confirmedBy: confirmedBy,
      location: location
    )
  }

  /// The object that the file has for the line. Its location isn't part of it.
  var json: JSONValue {
    [
      "contract": .string(contract),
      "case": .string(caseID),
      "golden": .string(golden),
      "input": .string(input),
      "version": .string("\(version)"),
      "confirmedBy": .array(confirmedBy.map(JSONValue.string)),
    ]
  }
}
