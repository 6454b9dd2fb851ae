internal import AdapterHost
internal import CanonicalJSON
internal import ChatHistorySQLite
internal import Conformance
internal import Contracts
internal import SystemPackage

/// The program `chat-history-sqlite`, which implements the contract `chat-history` with the
/// repository that stores sessions in a SQLite file.
///
/// It isn't linked into `parity`, because its database takes as long to compile as everything else
/// that `parity` needs.
@main
enum ChatHistorySQLiteProgram {
  static func main() async throws {
    TemporaryFolder.removeAllAtExit()
    let history = InProcessImplementation(
      name: "reference-sqlite",
      capabilities: ["persistence"]
    ) { request in
      try await output(of: try HistoryScript(request.input))
    }

    var server = ContractServer(
      [
        .init("chat-history", operations: [ContractOperation("history")], implementation: history)
      ],
      name: "chat-history-sqlite"
    )
    try await server.run(
      read: { try FileDescriptor.standardInput.read(into: $0) },
      write: { try FileDescriptor.standardOutput.writeAll($0) }
    )
  }

  /// Plays the steps of a script with a new file, and returns the output.
  ///
  /// No case simulates a power failure, so writes don't wait for the disk.
  private static func output(of script: HistoryScript) async throws -> JSONValue {
    let folder = try TemporaryFolder()
    defer { folder.remove() }

    let open = {
      try SQLiteHistoryRepository(path: "\(folder.path)/history.sqlite", waitsForDisk: false)
    }
    return try await script.output(of: try open(), openAgain: open)
  }
}
