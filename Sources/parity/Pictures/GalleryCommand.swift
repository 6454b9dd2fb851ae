internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity gallery`, which writes one HTML page and starts no implementation.
struct GalleryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Draw outputs as an app shows them, on one page.",
    usage: "parity gallery [<options>]",
    discussion: """
      The page shows the previews that the manifests list, each with the golden of its case. With \
      --since, it shows each golden that differs from a commit instead, before and after the \
      change, by row. The built-in contracts have pictures. Outputs of other contracts are shown \
      as JSON or text. The page needs no network and no other file. The command doesn't start any \
      implementations.

      Example: parity gallery --since main
      """
  )

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Show the goldens that differ from a git commit.",
      valueName: "revision"
    )
  )
  var since: String?

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("File to write ('-' for standard output).", valueName: "file")
  )
  var path = "parity-gallery.html"

  /// Rejects empty values, which a script passes if one of its variables is unset.
  func validate() throws {
    if path.isEmpty {
      throw ValidationError("--output requires a path, such as --output page.html")
    }
    if since?.isEmpty == true {
      throw ValidationError("--since requires a revision, such as --since main")
    }
  }

  /// Writes or prints the page. A path that can't be written is reported before the page is drawn.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output, to: path == "-" ? .errors : .output)
    let scope: Workspace.Scope = since == nil ? .checked() : .own
    let workspace = try Workspace(suite, root, scope).usable(reporter)
    if path != "-" {
      let written = WrittenPath("page", path)
      try written.requireOutside(workspace.root)
      try written.requireWritable()
    }

    let page = try await page(of: workspace, reporter)
    if path == "-" {
      return CommandResult([.document(page.text), .lines([page.summary], reporter)])
    }
    let file = ReportFile(kind: .page, path: path) { page.text }
    return CommandResult([.page(file), .lines([page.summary], reporter)])
  }

  /// The page to write, and a line that says what it shows.
  private struct WrittenPage {
    let text: String
    let summary: StyledLine
  }

  /// Returns the page that the options select.
  ///
  /// - Throws: `CommandFailure` if a golden can't be read.
  private func page(
    of workspace: Workspace,
    _ reporter: Reporter
  ) async throws -> WrittenPage {
    do {
      guard let since else { return try previews(of: workspace) }
      return try await changes(in: workspace, since: since)
    } catch let error as SourceError {
      throw CommandFailure(
        .unusableData,
        "nothing was written, because a golden can't be read",
        after: [.lines([error.diagnostic].lines(), reporter)]
      )
    }
  }

  // MARK: - Previews

  /// Returns the page of the previews that the manifests list.
  ///
  /// - Throws: `CommandFailure` if they list none, because the page would be empty.
  private func previews(of workspace: Workspace) throws -> WrittenPage {
    let gallery = try Gallery(workspace.suites)
    guard gallery.count > 0 else {
      let names = workspace.suites.map(\.contract.id)
      throw CommandFailure(
        .usage,
        "no contract has previews: \(names.joined(separator: ", "))",
        "list them in 'previews' of a contract's \(MatrixFile.name)"
      )
    }

    let previews = counted(gallery.count, "preview")
    let contracts = counted(gallery.sections.count, "contract")
    let missing = gallery.casesWithoutGoldens
    let note = missing.isEmpty ? "" : ", without the golden of \(missing.joined(separator: ", "))"
    return WrittenPage(
      text: GalleryPage(gallery).text,
      summary: StyledLine("\(written)\(previews) of \(contracts)\(note)")
    )
  }

  /// The beginning of the summary, which names the file.
  private var written: String { path == "-" ? "" : "wrote \(printable(path)): " }

  // MARK: - Changes

  /// Returns the page of the goldens that differ from a commit. It may be empty.
  private func changes(in workspace: Workspace, since revision: String) async throws -> WrittenPage
  {
    let root = FileSystem.resolved(workspace.root)
    guard let git = GitRepository(of: root) else {
      throw CommandFailure(.unavailable, "--since needs git, which isn't in PATH")
    }

    let commit = try await commit(of: revision, in: git)

    var changes: [GoldenChanges] = []
    for suite in workspace.suites {
      let goldens = suite.goldens
      let earlier: [String: GoldenChanges.Earlier]
      do throws(ProgramRunFailure) {
        earlier = try await git.goldens(
          in: GoldenFolder.path(of: suite.contract.id),
          at: commit,
          comparedWith: goldens.fileNames.filter { !goldens.strays.contains($0) }
        )
      } catch {
        throw Self.failure(of: error)
      }
      changes.append(try GoldenChanges(of: suite, since: earlier))
    }

    let count = counted(changes.reduce(0) { $0 + $1.count }, "golden")
    return WrittenPage(
      text: GalleryPage(changes, since: revision, commit: commit).text,
      summary: StyledLine("\(written)\(count) changed since \(printable(revision))")
    )
  }

  /// Returns the id of the commit that a revision names.
  ///
  /// - Throws: `CommandFailure` with advice if there is no repository or no such commit.
  private func commit(of revision: String, in git: GitRepository) async throws -> String {
    do throws(ProgramRunFailure) {
      return try await git.commit(of: revision)
    } catch {
      if error.isAboutMissingRepository {
        throw CommandFailure(
          .usage,
          "--since needs a git repository, and the suite isn't in one",
          "omit --since to draw the previews"
        )
      }

      // With --quiet, git says nothing about an unknown revision.
      guard error.log.isEmpty else { throw Self.failure(of: error) }
      throw CommandFailure(
        .usage,
        "git knows no commit '\(printable(revision))'",
        "in a shallow clone, fetch it first, for example with: git fetch origin main:main"
      )
    }
  }

  /// Returns the failure for a call of git that failed, with what git printed.
  private static func failure(of error: ProgramRunFailure) -> CommandFailure {
    CommandFailure(
      status: .unavailable,
      messages: ["the goldens of the commit can't be read, because git \(error.reason)"] + error.log
    )
  }
}
