internal import ChatHistory
package import Conformance
internal import Foundation
internal import SystemPackage

extension Support {
  /// Of `chat-history`: which sessions are saved when they end, and what a list of them shows.
  /// There are no schedules: each step is answered, and changes what the next are answered.
  package static let chatHistory = Support(
    "chat-history",
    implementations: [historyInMemory, historyInFile],
    operations: ["history": .init(reading: HistoryScript.init)]
  )

  /// The reference library with the repository that forgets.
  private static let historyInMemory = InProcessImplementation(
    name: "reference",
    window: historyWindow
  ) { request in
    try await HistoryScript(request.input).output(in: nil)
  }

  /// The reference library with the repository that keeps a file.
  private static let historyInFile = InProcessImplementation(
    name: "reference-sqlite",
    capabilities: ["persistence"],
    window: historyWindow,
    obstacle: {
      guard case .failure(let error) = newFile else { return nil }
      return error as? ImplementationFailure
        ?? ImplementationFailure("can make no database: \(error)")
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

  /// A file waits for the disk, and the others need not; more would only have more files open.
  private static let historyWindow = min(ProcessInfo.processInfo.activeProcessorCount, 8)

  /// A file with the tables that the first opening makes, which takes far longer than copying them.
  private static let newFile = Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/history.sqlite"
    try SQLiteHistoryRepository(path: path, waitsForDisk: false).close()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }
}
