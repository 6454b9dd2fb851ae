internal import ChatHistory
package import Conformance
internal import Foundation
internal import SystemPackage

extension ContractBindings {
  /// The support for `chat-history`: which sessions are saved when they end, and what the screens
  /// show of them.
  ///
  /// The contract has no schedules, because the result of each step depends on the steps before it.
  package static let chatHistory = ContractBindings(
    "chat-history",
    implementations: [historyInMemory, historyInFile],
    operations: ["history": .init(reading: HistoryScript.init)]
  )

  /// The reference library with the repository in memory.
  private static let historyInMemory = InProcessImplementation(
    name: "reference",
    window: historyWindow
  ) { request in
    try await HistoryScript(request.input).output(in: nil)
  }

  /// The reference library with the repository that is stored in a file.
  private static let historyInFile = InProcessImplementation(
    name: "reference-sqlite",
    capabilities: ["persistence"],
    window: historyWindow,
    unavailabilityReason: {
      guard case .failure(let error) = newFile else { return nil }
      return error as? ImplementationFailure
        ?? ImplementationFailure("can't create a database: \(error)")
    }
  ) { request in
    let script = try HistoryScript(request.input)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/history.sqlite"
    // Foundation would wait for the disk.
    try FileSystem.append(try newFile.get(), to: FilePath(path))
    return try await script.output(in: path)
  }

  /// The number of requests in flight per job. One file can wait for the disk while others proceed;
  /// more than eight would only keep more files open.
  private static let historyWindow = min(ProcessInfo.processInfo.activeProcessorCount, 8)

  /// The contents of a new database file with its tables. Creating the tables takes far longer than
  /// copying the file.
  private static let newFile = Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/history.sqlite"
    try SQLiteHistoryRepository(path: path, waitsForDisk: false).close()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }
}
