internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import SystemPackage

/// The failures of the last checks, which `check --failed` selects.
///
/// They are in a file that git ignores. A check replaces the results of the cases that it ran, and
/// keeps those of all others. If the file can't be written, checks work as before.
struct LastFailures: Sendable {
  /// A case that failed, and the implementation that failed it.
  struct Failure: Hashable, Sendable {
    /// The name of the case, `CONTRACT/CASE`.
    let caseName: String
    let implementation: String
    let origin: Origin
  }

  /// How an implementation was selected.
  enum Origin: String, Sendable {
    /// It is checked even if the command line names no implementation.
    case `default`
    case named
    /// It was started with `--command`, so its name isn't enough to select it again.
    case command
  }

  let root: FilePath
  private(set) var failures: [Failure]

  /// The folder of files that Parity keeps between runs, under the root of the suite.
  static let folder = ".parity"

  private static let file = "\(folder)/failed.json"

  // MARK: - Selection

  /// Returns the failures of the last checks of a suite.
  ///
  /// - Throws: A failure if there are none, so that `--failed` never passes without a check.
  static func recorded(in folder: ContractFolder) throws(CommandFailure) -> LastFailures {
    try folder.requireSuite()
    let last = LastFailures(under: folder.root)
    guard !last.failures.isEmpty else {
      throw CommandFailure(
        .usage,
        "no failure of an earlier check is recorded (\(folder.root.appending(file)))",
        "to check all cases: parity check"
      )
    }

    return last
  }

  /// The cases that failed, without repetitions.
  var caseNames: [String] { failures.map(\.caseName).distinct(by: \.self) }

  /// Returns the names of the implementations to check if the command line names none. There are
  /// none if the default ones are enough.
  ///
  /// - Throws: A failure if one of them was started with `--command`.
  func implementations(in folder: ContractFolder) throws(CommandFailure) -> [String] {
    if let program = failures.first(where: { $0.origin == .command }) {
      throw CommandFailure(
        .usage,
        "'\(program.implementation)' failed last, and it was started with --command",
        "start it again with --failed --command COMMAND, or select another with --implementation"
      )
    }
    guard failures.contains(where: { $0.origin == .named }) else { return [] }

    let linked = [ContractBindings].builtIn.flatMap { $0.implementations.map(\.name) }
    let known = Set(linked + folder.programs.map(\.name))
    return failures.map(\.implementation).distinct(by: \.self).filter(known.contains)
  }

  /// Returns the failures after a check.
  ///
  /// Failures of cases that no longer exist are dropped.
  ///
  /// - Parameter selected: The cases that `--failed` selected.
  func updated(after findings: Findings, selected: [String]) -> LastFailures {
    let new = findings.verdicts.filter(\.result.isFailed).map { verdict in
      Failure(
        caseName: verdict.testCase.name,
        implementation: verdict.implementation,
        origin: Origin(verdict.origin)
      )
    }

    var updated = self
    updated.failures = (kept(after: findings, selected: selected) + new).distinct(by: \.self)
    return updated
  }

  /// Returns the failures of cases that still exist and weren't checked again.
  private func kept(after findings: Findings, selected: [String]) -> [Failure] {
    guard !failures.isEmpty else { return [] }

    let checked = Set(
      findings.verdicts.filter { !$0.isNotRun }.map { [$0.testCase.name, $0.implementation] }
    )
    let existing = Set(findings.suites.flatMap { $0.cases.map(\.name) })
    let contracts = findings.suites.map { "\($0.contract.id)/" }
    let known = failures.map(\.caseName).filter { name in
      contracts.contains { name.hasPrefix($0) }
    }
    let gone = Set(selected + known).subtracting(existing)
    return failures.filter { failure in
      !checked.contains([failure.caseName, failure.implementation])
        && !gone.contains(failure.caseName)
    }
  }

  // MARK: - File

  /// Reads the failures under the root of a suite. There are none if the file is missing or can't
  /// be read.
  init(under root: FilePath) {
    self.root = root
    failures = []
    guard
      let bytes = try? FileSystem.read(root.appending(Self.file), limit: SourceFile.sizeLimit),
      let document = try? JSONDocument(parsing: bytes)
    else { return }

    failures = (document.root["failed"]?.value.elements ?? []).compactMap { failure in
      guard let caseName = failure["case"]?.string,
        let implementation = failure["implementation"]?.string,
        let origin = failure["origin"]?.string.flatMap(Origin.init)
      else { return nil }

      return Failure(caseName: caseName, implementation: implementation, origin: origin)
    }
  }

  /// Writes the failures, and a file that makes git ignore the folder.
  ///
  /// A failure to write is ignored: the folder may be read-only, and a check doesn't depend on it.
  func write() {
    let folder = root.appending(Self.folder)
    let ignored = folder.appending(".gitignore")

    do {
      // A link out of the suite is refused.
      _ = try FileSystem.inside(root, ignored)
      try FileSystem.createFolder(folder)
      if FileSystem.entry(at: ignored) == nil {
        try FileSystem.writeNew(Array("*\n".utf8), to: ignored, isFlushed: false)
      }
      try FileSystem.replace(root.appending(Self.file), with: json, within: root)
    } catch {}
  }

  /// The contents of the file, which `init(under:)` reads.
  private var json: [UInt8] {
    let list = failures.map { failure -> JSONValue in
      [
        "case": .string(failure.caseName),
        "implementation": .string(failure.implementation),
        "origin": .string(failure.origin.rawValue),
      ]
    }
    let value: JSONValue = ["failed": .array(list)]
    return value.canonicalUTF8(.indented) + [UInt8(ascii: "\n")]
  }
}

extension LastFailures.Origin {
  /// Creates the origin that the file keeps of an implementation.
  fileprivate init(_ origin: ImplementationOrigin) {
    switch origin {
    case .default: self = .default
    // A command never runs the code of a Swift test.
    case .named, .test: self = .named
    case .command: self = .command
    }
  }
}

extension Verdict {
  /// Whether the case wasn't run, so that its earlier result still holds.
  fileprivate var isNotRun: Bool {
    if case .notRun = result {
      true
    } else {
      false
    }
  }
}
