internal import Conformance
internal import SystemPackage

/// The list of known failures that `known add` and `known prune` edit.
struct KnownList: Sendable {
  /// The path as messages show it.
  private let shownPath: String
  private let file: EditedFile

  /// Finds the list without reading it.
  ///
  /// - Parameter path: The list that `--known` names, or `nil` for the repository's list.
  init(_ path: String?, in folder: ContractFolder) throws(CommandFailure) {
    shownPath = path ?? KnownFailuresFile.path
    let place = path.map { FilePath($0) } ?? folder.root.appending(KnownFailuresFile.path)
    do {
      file = try EditedFile(place, in: folder)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Changes the current list, which may have changed since the command began.
  ///
  /// Lines that another process writes meanwhile are kept. No file is created for an empty list.
  ///
  /// - Parameter change: Returns the new list and a short summary of the change. It may be called
  ///   several times.
  /// - Returns: The summary, followed by the number of lines in the list.
  fileprivate func edit(
    _ change: ([KnownFailure]) -> (list: [KnownFailure], summary: String)
  ) throws(CommandFailure) -> String {
    var lastFailure: FileError?
    for _ in 0..<Self.mostTries {
      let before = try bytes()
      let (list, summary) = change(try failures(in: before))
      let outcome = "\(summary); \(list.count) in \(shownPath)"
      if before == nil, list.isEmpty { return outcome }

      do throws(FileError) {
        try file.replace(before, with: KnownFailuresFile.bytes(of: list))
        return outcome
      } catch {
        // If the list has changed again, make the change to the new one.
        lastFailure = error
        if try bytes() == before { break }
      }
    }
    throw lastFailure.map { CommandFailure($0) }
      ?? CommandFailure(.internalError, "the list of known failures wasn't written")
  }

  private static let mostTries = 10

  /// Returns the bytes of the list, or `nil` if there is no file.
  private func bytes() throws(CommandFailure) -> [UInt8]? {
    do {
      return try FileSystem.readIfPresent(file.path, limit: SourceFile.sizeLimit)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Parses a list. Throws if a line can't be understood, because writing the list would lose it.
  private func failures(in bytes: [UInt8]?) throws(CommandFailure) -> [KnownFailure] {
    let list = KnownFailuresFile.failures(in: bytes ?? [], at: shownPath)
    guard !list.diagnostics.hasUnusableFiles else {
      throw CommandFailure(
        status: .unusableData,
        messages: list.diagnostics.inOrder().map(\.description)
      )
    }

    return list.value
  }
}

/// A change of the list of known failures.
struct KnownListEdit: Sendable {
  /// Returns the new list and a short summary of the change.
  typealias Change = @Sendable ([KnownFailure]) -> (list: [KnownFailure], summary: String)

  private let knownList: KnownList
  private let change: Change

  /// - Parameter change: Called when the command's effects are performed, with the list as it is
  ///   then. It may be called several times.
  init(of knownList: KnownList, _ change: @escaping Change) {
    self.knownList = knownList
    self.change = change
  }

  /// Makes the change, and returns a line that summarizes it.
  func apply() throws(CommandFailure) -> String { try knownList.edit(change) }
}
