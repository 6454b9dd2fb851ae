import ChatHistory
import ChatHistorySQLite
import Foundation
import HistoryTrials
import Testing

struct SQLiteHistoryRepositoryTests {
  @Test func `a save is not lost if the task that called it is canceled`() async throws {
    try await withTemporaryFolder { folder in
      let repository = try SQLiteHistoryRepository(path: folder.appendingPathComponent("h").path)
      let save = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await repository.saveSession(
          TrialSession.session("x", version: 1),
          TrialSession.premium
        )
      }
      #expect(await save.value == .Success(session: TrialSession.session("x", version: 1)))
      #expect(repository.history.value.count == 1)
      try repository.close()
    }
  }

  @Test func `what another process changes shows with the next call`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("h").path
      let first = try SQLiteHistoryRepository(path: path)
      var updates = first.history.makeAsyncIterator()
      let end = try await OtherProcess.run(["save", path, "x", "1"], in: folder)
      #expect(end.isGood)
      #expect(first.history.value == [])
      let saved = [TrialSession.session("x", version: 0)]
      #expect(try await first.getSessions() == saved)
      #expect(first.history.value == saved)
      try first.close()
      #expect(await updates.next() == [])
      #expect(await updates.next() == saved)
      #expect(await updates.next() == nil)
    }
  }

  @Test func `the cause of a failure is reported`() async throws {
    try await withTemporaryFolder { folder in
      let causes = Box<[String]>([])
      let repository = try SQLiteHistoryRepository(
        path: folder.appendingPathComponent("h").path
      ) { error in
        causes.value.append("\(error)")
      }
      repository.failNextCall()
      await #expect(throws: HistoryErrorReason.networkError) { try await repository.clear() }
      #expect(
        causes.value.count == 1 && causes.value.allSatisfy { $0.contains("failed on demand") },
        "\(causes.value)"
      )
      try repository.close()
    }
  }

  @Test func `the error for a file that cannot be opened has the path and the reason`() async throws
  {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("missing/h").path
      let error = #expect(throws: HistoryFileError.self) { try SQLiteHistoryRepository(path: path) }
      #expect(error?.description.hasPrefix("\(path) can't be opened: ") == true)
      let text = folder.appendingPathComponent("text")
      try Data(String(repeating: "no database ", count: 100).utf8).write(to: text)
      let other = #expect(throws: HistoryFileError.self) {
        try SQLiteHistoryRepository(path: text.path)
      }
      #expect(
        other?.description.contains("file is not a database") == true,
        "\(String(describing: other))"
      )
    }
  }
}
