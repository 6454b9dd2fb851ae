internal import ChatHistory
internal import ChatHistorySQLite
internal import GRDB
internal import HistoryTrials

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A process that uses a file of sessions: `history-program MODE PATH [ARGUMENT…]`.
///
/// Standard output is for the test that started the process. Problems go to standard error, and the
/// process then exits with 1.
@main
enum HistoryProgram {
  static func main() async throws {
    // Ends the process after ten minutes, even if the test has crashed.
    alarm(600)
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("save", 3): try await save(path: arguments[1], prefix: arguments[2], count: .max)
    case ("save", 4):
      try await save(path: arguments[1], prefix: arguments[2], count: Int(arguments[3]) ?? 0)
    case ("limit", 3): try await runOutOfSpace(path: arguments[1], bytes: UInt(arguments[2]) ?? 0)
    case ("unprivileged", 2): try await useUnprivileged(path: arguments[1])
    case ("lock", 3): try lock(path: arguments[1], isWhole: arguments[2] == "whole")
    default:
      fail([
        "usage: save PATH PREFIX [COUNT] | limit PATH BYTES | unprivileged PATH | lock PATH writing|whole"
      ])
    }
  }

  /// Saves sessions, and prints each version only after it is saved.
  private static func save(path: String, prefix: String, count: Int) async throws {
    let repository = try SQLiteHistoryRepository(path: path, busyTimeout: .seconds(120)) {
      report("\($0)", STDERR_FILENO)
    }
    for version in 0..<count {
      let session = TrialSession.session(prefix, version: version)
      guard case .Success = await repository.saveSession(session, TrialSession.premium) else {
        fail(["version \(version) was not saved"])
      }
      report("\(version)")
    }
  }

  /// Saves until a limit on the size of files stops it. A failed save must change nothing, and
  /// saving must work once the limit is lifted.
  private static func runOutOfSpace(path: String, bytes: UInt) async throws {
    let repository = try SQLiteHistoryRepository(path: path)
    signal(SIGXFSZ, SIG_IGN)
    var limits = rlimit()
    getrlimit(fileSizeResource, &limits)
    let unlimited = limits.rlim_cur
    limits.rlim_cur = rlim_t(bytes)
    setrlimit(fileSizeResource, &limits)
    var check = RepositoryCheck(repository)
    var version = 0
    while version < 10_000, await check.save(session(version)) { version += 1 }
    if check.failureCount == 0 { fail(["no save failed"]) }
    await check.delete("x-0")
    limits.rlim_cur = unlimited
    setrlimit(fileSizeResource, &limits)
    let failureCount = check.failureCount
    await check.save(session(version))
    if check.failureCount > failureCount { fail(["saving fails on"]) }
    await check.close()
    fail(check.problems)
  }

  /// Returns a session with an id of its own, so that the file grows.
  private static func session(_ version: Int) -> HistorySession {
    TrialSession.session("x", version: version, id: "x-\(version)")
  }

  /// Uses the file as an unprivileged user, because root can write regardless of permissions.
  private static func useUnprivileged(path: String) async throws {
    if getuid() == 0, setgid(65_534) != 0 || setuid(65_534) != 0 {
      fail(["root can't become another user"])
    }
    let repository: SQLiteHistoryRepository
    do throws(HistoryFileError) {
      repository = try SQLiteHistoryRepository(path: path, busyTimeout: .milliseconds(1))
    } catch {
      guard case .networkError = error else { fail(["\(error)"]) }
      return report("not opened: \(error)")
    }
    var check = RepositoryCheck(repository)
    if await check.save(TrialSession.session("y", version: 0)) { fail(["it was saved"]) }
    await check.delete("x-0")
    await check.clear()
    if check.failureCount < 3 { fail(["something could be changed"]) }
    report("\(repository.history.value.count)")
    await check.close()
    fail(check.problems)
  }

  /// Locks the file until the program is killed.
  private static func lock(path: String, isWhole: Bool) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      if isWhole { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      try db.execute(sql: "BEGIN IMMEDIATE")
      report("locked")
      while true { pause() }
    }
  }

  // MARK: - Output

  private static func report(_ line: String, _ descriptor: Int32 = STDOUT_FILENO) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Prints the problems and ends the program, with status 0 if there are none.
  private static func fail(_ problems: [String]) -> Never {
    for problem in problems { report(problem, STDERR_FILENO) }
    exit(problems.isEmpty ? 0 : 1)
  }

  #if canImport(Glibc)
    private static var fileSizeResource: Int32 { Int32(RLIMIT_FSIZE.rawValue) }
  #else
    private static var fileSizeResource: Int32 { RLIMIT_FSIZE }
  #endif
}
