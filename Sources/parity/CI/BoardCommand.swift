internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity board`, which turns the reports of several runs into one page and runs
/// nothing itself.
struct BoardCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Write a page that compares implementations and runs.",
    usage: "parity board <reports> ... --output <folder>",
    discussion: """
      The page is index.html in the folder. It needs no network and no other file, so you can \
      publish the folder. For each contract, it shows the implementations by rows, with the \
      results of the newest run of each, and what changed since the run before. The newest run is \
      the one with the latest start. A report without a start counts as newer than the report \
      before it on the command line.

      Parity writes nothing and exits with 65 if a report can't be read or is of a shard.

      Example: parity board reports/*.json --output board
      """
  )

  @Argument(help: "Reports written by 'parity check --report json=PATH' or 'parity merge'.")
  var reports: [String]

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "Folder for index.html; created if it doesn't exist.",
      valueName: "folder"
    )
  )
  var folder: String

  @OptionGroup(title: "Output") var output: OutputOptions

  private static let page = "index.html"

  /// Rejects standard output, because the result is a folder.
  func validate() throws {
    guard !folder.isEmpty, folder != "-" else {
      throw ValidationError("--output requires a folder, such as --output board")
    }
  }

  /// Writes the page, unless a page with the same bytes is already there.
  func execute() async throws -> CommandResult {
    let root = Surroundings.current.path(folder)
    let before = try pageBefore(in: root)
    let runs = try reports.map { path throws(CommandFailure) in try Self.run(at: path) }

    let board = Board(runs)
    let bytes = Array(BoardPage(board).text.utf8)
    let edits = bytes == before ? [] : [FileEdit(Self.page, from: before, to: bytes)]

    let notes = board.duplicates.map { duplicate in
      duplicate.file == duplicate.original
        ? "note: '\(duplicate.file)' is named twice"
        : "note: '\(duplicate.file)' is the same run as '\(duplicate.original)'"
    }

    let path = FilePath(folder).appending(Self.page)
    let shown = (output.quiet ? [] : notes) + ["wrote \(path): \(board.summary)"]
    return CommandResult([
      .edit(FileTransaction(edits), root: root),
      .lines(shown.map { StyledLine($0) }, Reporter(output)),
    ])
  }

  /// Returns the bytes of the page that is in the folder, or `nil` if there is none.
  ///
  /// - Throws: If the folder can't have the page: it is a file, or has another page.
  private func pageBefore(in root: FilePath) throws(CommandFailure) -> [UInt8]? {
    let path = FilePath(folder).appending(Self.page)
    let bytes: [UInt8]?
    do throws(FileError) {
      if let entry = FileSystem.entry(at: FileSystem.destination(root)), entry != .directory {
        throw FileError(path: root, reason: "expected a folder, found a file")
      }
      bytes = try FileSystem.readIfPresent(root.appending(Self.page), limit: SourceFile.sizeLimit)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "can't write '\(path)': \(error.reason)",
        "use another folder for --output"
      )
    }

    guard let bytes, !bytes.isEmpty, !BoardPage.isBoard(bytes) else { return bytes }
    throw CommandFailure(
      .cannotWrite,
      "'\(path)' exists and isn't a board",
      "use another folder for --output, or remove the file"
    )
  }

  /// Reads the run of a report. Throws if the report is of a shard, which has only a part of the
  /// results.
  private static func run(at path: String) throws(CommandFailure) -> BoardRun {
    let record = try RunRecord(at: path)
    if let shard = record.shard, shard.count > 1 {
      throw CommandFailure(
        .unusableData,
        "'\(path)' is the report of shard \(shard.index) of \(shard.count)",
        "merge the reports of all shards first: parity merge SHARD… --report json=PATH"
      )
    }
    return BoardRun(record, file: path)
  }
}
