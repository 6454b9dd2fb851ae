internal import AdapterHost
internal import Conformance
internal import Foundation
internal import SystemPackage

/// The files of a suite whose bytes cases depend on: goldens that are texts, and texts that `$file`
/// names.
///
/// Git may change the line ends of a file unless its attribute `text` is unset.
struct ExactTexts: Sendable {
  /// The root of the suite, without links.
  private let root: FilePath
  /// The paths of the files, relative to the root, in byte order.
  private let paths: [String]

  /// Collects the files of a workspace, except those in the folder of the built-in suites.
  init(of workspace: Workspace) {
    let root = FileSystem.resolved(workspace.root)
    self.root = root

    let goldens = workspace.ownSuites.flatMap(Self.textGoldens)
    let named = workspace.suites.flatMap { suite in
      let bundled = FileSystem.resolved(workspace.folder.root(of: suite.contract.id))
      return suite.textFiles.filter { !suite.isBundled || !$0.starts(with: bundled) }
    }
    let namedPaths = named.compactMap { place in
      var path = place
      return path.removePrefix(root) ? path.string : nil
    }
    paths = Set(goldens + namedPaths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the paths of the goldens that are texts and exist. Goldens in JSON have no line ends
  /// that matter.
  private static func textGoldens(of suite: Suite) -> [String] {
    let folder = GoldenFolder.path(of: suite.contract.id)
    let files = Set(suite.goldens.fileNames.map { "\(folder)/\($0)" })
    return suite.contractCases.filter { $0.operation.output == .text }
      .map { suite.goldens.path(of: $0.id) }
      .filter(files.contains)
  }

  /// Returns a finding if git may change some of the files, or if git can't be used to find out.
  ///
  /// Starts one process, and none if there are no such files or git isn't installed.
  func findings() async -> [Diagnostic] {
    guard !paths.isEmpty, let git = GitRepository(of: root) else { return [] }
    do throws(ProgramRunFailure) {
      let changeable = try await pathsWithText(git)
      return changeable.isEmpty ? [] : [finding(on: changeable)]
    } catch {
      return error.isAboutMissingRepository ? [] : [Self.finding(after: error)]
    }
  }

  // MARK: - Attributes

  /// Returns the paths whose attribute `text` isn't unset in the files of the repository.
  private func pathsWithText(_ git: GitRepository) async throws(ProgramRunFailure) -> [String] {
    // Attributes of this user don't apply to other clones.
    let output = try await git.output(
      of: ["-c", "core.attributesFile=/dev/null", "check-attr", "-z", "--stdin", "text"],
      for: paths.map { "\($0)\0" }.joined()
    )

    // For each path, git writes the path, the attribute and its value, each followed by a zero.
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count == 3 * paths.count + 1 else {
      throw ProgramRunFailure(reason: "wrote an unexpected output", log: [])
    }

    return paths.indices.filter { !fields[3 * $0 + 2].elementsEqual("unset".utf8) }
      .map { paths[$0] }
  }

  // MARK: - Findings

  private static let attributes = ".gitattributes"

  /// Returns the finding on files that git may change, with the lines that keep it from doing so.
  private func finding(on paths: [String]) -> Diagnostic {
    let lines = Set(paths.map(Self.pattern)).sorted().map { "\($0) -text" }
    let isMissing = FileSystem.entry(at: root.appending(Self.attributes)) == nil
    let advice =
      isMissing ? "create \(Self.attributes) with" : "add to the end of \(Self.attributes)"

    let shown = paths.prefix(3).joined(separator: ", ")
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""

    return Conformance.finding(
      .changedByGit,
      Self.attributes,
      "git may change the line ends of \(counted(paths.count, "file")) whose exact bytes matter: "
        + shown + more,
      at: SourceLocation(file: Self.attributes),
      notes: lines.map { "\(advice) the line: \($0)" }
    )
  }

  /// Returns the finding for a call of git that failed, with what git printed.
  private static func finding(after failure: ProgramRunFailure) -> Diagnostic {
    Conformance.finding(
      .changedByGit,
      "git",
      "can't find out if git changes files of the suite, because git check-attr \(failure.reason)",
      at: SourceLocation(file: attributes),
      notes: failure.log + ["repair the repository, so that \"git check-attr -a .\" succeeds"]
    )
  }

  /// Returns a pattern of .gitattributes that matches a file, and files of the same kind near it.
  private static func pattern(for path: String) -> String {
    let names = path.split(separator: "/").map(String.init)
    let depth = names.count
    if depth >= 3, names[0] == GoldenFolder.top, path.hasSuffix(".txt") {
      return "\(GoldenFolder.top)/**/*.txt"
    }
    // A contract's own folder also contains its manifest and case files, but the folders in it
    // don't.
    if depth >= 4, names[0] == Suite.fixtures { return "\(Suite.fixtures)/*/*/**" }

    let file = FilePath(path)
    guard let suffix = file.extension, suffix.lowercased() != "json" else {
      return escaped(depth == 1 ? "/\(path)" : path)
    }

    return escaped(file.removingLastComponent().string) + "/*" + escaped(".\(suffix)")
  }

  /// Returns a pattern that matches a path. `?` matches any character that may have a meaning.
  private static func escaped(_ path: String) -> String {
    let plain = Set("/._-+@,=~%")
    return String(
      path.map { character in
        let isSpecial =
          character.isASCII && !character.isLetter && !character.isNumber
          && !plain.contains(character)
        return isSpecial ? "?" : character
      }
    )
  }
}
