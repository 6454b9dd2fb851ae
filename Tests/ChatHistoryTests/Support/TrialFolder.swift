import ChatHistory
import ChatHistorySQLite
import Conformance
import Foundation
import GRDB
import HistoryTrials
import Subprocess
import Testing

/// A folder with a file of sessions, and the trials that run on it.
struct TrialFolder {
  let folder: URL

  private var path: String { folder.appendingPathComponent("history.sqlite").path }

  private func open(
    busyTimeout: Duration = .seconds(60)
  ) throws(HistoryFileError) -> SQLiteHistoryRepository {
    try SQLiteHistoryRepository(path: path, busyTimeout: busyTimeout)
  }

  /// Saves `count` sessions, closes the file, and returns the resulting list.
  private func fill(_ count: Int = 25) async throws -> [HistorySession] {
    let repository = try open()
    for version in 0..<count {
      _ = await repository.saveSession(
        TrialSession.session("x", version: version),
        TrialSession.premium
      )
    }
    let list = repository.history.value
    try repository.close()
    return list
  }

  private func list() throws -> [HistorySession] {
    let repository = try open()
    defer { try? repository.close() }
    return repository.history.value
  }

  // MARK: - Processes

  func kill(_ generator: inout SplitMix64) async throws -> [String] {
    let waitsForSave = generator.number(below: 4) > 0
    let delay = Duration.microseconds(generator.number(below: 60_000))
    let end = try await OtherProcess.run(["save", path, "x"], in: folder) { process in
      if waitsForSave { _ = try await process.hasPrinted(1) }
      try await Task.sleep(for: delay)
      process.kill()
    }
    guard end.status == .signaled(SIGKILL), end.errors.isEmpty else {
      return ["\(end.status): \(end.errors)"]
    }
    return TrialSession.problems(
      in: try list(),
      of: "x",
      confirmed: end.lines.last.flatMap { Int($0) }
    )
  }

  func saveByTwo(_ generator: inout SplitMix64) async throws -> [String] {
    let counts = ["a": 10 + generator.number(below: 20), "b": 10 + generator.number(below: 20)]
    let folder = folder
    let path = path
    return try await withThrowingTaskGroup(of: [String].self) { group in
      for (prefix, count) in counts {
        group.addTask {
          let end = try await OtherProcess.run(["save", path, prefix, "\(count)"], in: folder)
          return end.isGood && end.lines.count == count
            ? [] : ["\(prefix) ended: \(end.status) \(end.errors)"]
        }
      }
      // A third process reads while the two save.
      let repository = try open()
      var problems: [String] = []
      for _ in 0..<10 {
        let list = try await repository.getSessions()
        problems += list.filter { session in
          session
            != TrialSession.session(
              String(session.sessionId.prefix(1)),
              version: Int(session.timestamp)
            )
        }.map { "\($0.sessionId) is not whole" }
      }
      for try await more in group { problems += more }
      let list = try await repository.getSessions()
      for (prefix, count) in counts {
        problems += TrialSession.problems(in: list, of: prefix, confirmed: count - 1)
        let found = list.count { $0.sessionId.hasPrefix(prefix) }
        if found != min(count, TrialSession.idCount) {
          problems.append("\(found) sessions of \(prefix)")
        }
      }
      try repository.close()
      return problems
    }
  }

  func lockForWriting(_ generator: inout SplitMix64) async throws -> [String] {
    let before = try await fill(1 + generator.number(below: 30))
    let path = path
    let problems = Box<[String]>([])
    let failureCount = Box(0)
    _ = try await OtherProcess.run(["lock", path, "writing"], in: folder) { process in
      defer { process.kill() }
      guard try await process.hasPrinted(1) else { return }
      let repository = try SQLiteHistoryRepository(path: path, busyTimeout: .milliseconds(1))
      var check = RepositoryCheck(repository)
      await check.save(TrialSession.session("y", version: 1))
      await check.delete("x-0")
      await check.clear()
      failureCount.value = check.failureCount
      if repository.history.value != before { problems.value.append("history has changed") }
      process.kill()
      while await !check.save(TrialSession.session("y", version: 1)) { await Task.yield() }
      await check.close()
      problems.value += check.problems
    }
    if failureCount.value != 3 { problems.value.append("\(failureCount.value) of 3 calls failed") }
    return problems.value
      + (try list().count == before.count + 1 ? [] : ["the save after the lock is missing"])
  }

  func lockWhole(_ generator: inout SplitMix64) async throws -> [String] {
    let before = try await fill(1 + generator.number(below: 30))
    let path = path
    let problems = Box<[String]>(["the file was not locked"])
    _ = try await OtherProcess.run(["lock", path, "whole"], in: folder) { process in
      defer { process.kill() }
      guard try await process.hasPrinted(1) else { return }
      do throws(HistoryFileError) {
        _ = try SQLiteHistoryRepository(path: path, busyTimeout: .milliseconds(1))
      } catch {
        if case .networkError = error { problems.value = [] }
      }
    }
    return problems.value + (try list() == before ? [] : ["the list has changed"])
  }

  // MARK: - Full disk, missing permission

  func runOutOfSpace(_ generator: inout SplitMix64) async throws -> [String] {
    // The index of the write-ahead log takes 32 KiB by itself.
    let bytes = 40_000 + generator.number(below: 400_000)
    let end = try await OtherProcess.run(["limit", path, "\(bytes)"], in: folder)
    let versions = try list().map(\.timestamp)
    // The last session was saved after there was room again.
    let isWhole = versions.count > 0 && Set(versions).count == versions.count
    return (end.isGood ? [] : ["\(bytes) bytes: \(end.status) \(end.errors)"])
      + (isWhole ? [] : ["\(bytes) bytes: \(versions.count) sessions"])
  }

  /// Saves until the disk is full. A failed save must change nothing, and saving must work once
  /// there is room again.
  func fillDisk(_ generator: inout SplitMix64) async throws -> [String] {
    let size = 150_000 + generator.number(below: 400_000)
    return try await SmallDisk.withDisk(bytes: size, at: folder) {
      let repository = try open()
      var check = RepositoryCheck(repository)
      var version = 0
      while version < 10_000,
        await check.save(TrialSession.session("x\(version)", version: version))
      {
        version += 1
      }
      let failureCount = check.failureCount
      await check.delete("x0-0")
      await check.save(TrialSession.session("y", version: 1_499))
      try await SmallDisk.resize(to: 16 << 20, at: folder)
      let saves = await check.save(TrialSession.session("z", version: version))
      let before = repository.history.value
      await check.close()
      return check.problems + (failureCount > 0 ? [] : ["the disk was never full"])
        + (saves ? [] : ["saving fails on"])
        + (try list() == before ? [] : ["the list has changed"])
    }
  }

  func useReadOnly(folderMode: Int, fileMode: Int) async throws -> [String] {
    let before = try await fill()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: fileMode], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path) }
    let end = try await withTemporaryFolder {
      try await OtherProcess.run(["unprivileged", path], in: $0)
    }
    guard end.isGood, end.lines.count == 1 else { return ["\(end.status): \(end.errors)"] }
    return try list() == before ? [] : ["the list has changed"]
  }

  // MARK: - Damage

  /// Damages the closed file. The list must be unchanged or be reported as unreadable, never a
  /// different one.
  func damage(_ change: (inout Data) -> Void) async throws -> [String] {
    let before = try await fill()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    change(&bytes)
    try bytes.write(to: URL(fileURLWithPath: path))
    do throws(HistoryFileError) {
      let repository = try open()
      var problems = repository.history.value == before ? [] : ["another list was read"]
      var check = RepositoryCheck(repository)
      await check.save(TrialSession.session("y", version: 1))
      await check.delete("x-0")
      await check.clear()
      await check.close()
      problems += check.problems
      return problems
    } catch {
      if case .networkError = error { return [] }
      return ["\(error)"]
    }
  }

  func openNewerSchema() async throws -> [String] {
    let before = try await fill()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2')") }
    try queue.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var problems: [String] = []
    do throws(HistoryFileError) {
      _ = try open()
      problems.append("it was opened")
    } catch {
      if error != .newerSchema(path: path) || !error.description.contains("newer version") {
        problems.append("\(error)")
      }
    }
    if try Data(contentsOf: URL(fileURLWithPath: path)) != bytes {
      problems.append("the file has changed")
    }
    let older = try DatabaseQueue(path: path)
    try await older.write {
      try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '2'")
    }
    try older.close()
    return problems + (try list() == before ? [] : ["the list has changed"])
  }
}
