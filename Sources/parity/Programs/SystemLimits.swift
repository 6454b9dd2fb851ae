internal import Conformance
internal import Foundation

/// How many files the system lets this process have open.
enum SystemLimits {
  /// What a command has open beside programs and cases, and what one process of a program takes while it starts.
  private static let filesOfCommand = 40
  private static let filesOfProcess = 12
  /// What a case in process may have open: a folder, a database and its journals.
  private static let filesOfCase = 5

  /// Ends the command where hardly anything can be opened.
  static func requireOpenFiles() throws(CommandFailure) {
    let needed = filesOfCommand + 2 * filesOfProcess
    guard let limit = limit(below: needed) else { return }
    throw CommandFailure(
      .unavailable, "parity needs about \(needed) open files and the limit is \(limit); raise it with ulimit -n")
  }

  /// As many jobs as there can be files open for; tells where they are fewer than were asked for.
  ///
  /// - Parameters:
  ///   - programs: each has a process for each job.
  ///   - cases: that a job may be at in process.
  static func jobs(_ asked: Int, programs: Int, cases: Int) -> Int {
    let perJob = programs * filesOfProcess + cases * filesOfCase
    let needed = filesOfCommand + asked * perJob
    guard let limit = limit(below: needed) else { return asked }
    let jobs = max(1, (limit - filesOfCommand) / perJob)
    let need = "-j \(asked) needs about \(needed) open files and the limit is \(limit) (ulimit -n)"
    Terminal.tell([StyledLine("\(need), so -j \(jobs) is used")])
    return jobs
  }

  /// The limit where it is too low, though raised as far as is needed and allowed, and no further: programs inherit it, and
  /// some close each number below it when they start.
  private static func limit(below needed: Int) -> Int? {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
      let highest = rlim_t(OPEN_MAX)
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      let highest = rlim_t.max
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    let wanted = min(rlim_t(needed), limit.rlim_max, highest)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      guard setrlimit(resource, &limit) == 0, getrlimit(resource, &limit) == 0 else { return nil }
    }
    return limit.rlim_cur < needed ? Int(limit.rlim_cur) : nil
  }
}
