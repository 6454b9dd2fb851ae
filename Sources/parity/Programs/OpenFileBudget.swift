internal import Conformance
internal import Foundation
internal import Reporting

/// The number of open files that a command needs, and the number of jobs that the system's limit
/// allows.
///
/// Every command that starts several programs at a time takes its number of jobs from a budget.
struct OpenFileBudget: Sendable {
  /// The number of programs with a process for each job.
  var programs = 0

  /// The open files of a command without programs: 16 measured, and as many for reading files.
  private static let filesOfCommand = 32
  /// The open files of a process: ten measured when it starts, of which seven stay open, and two
  /// for a process that is ending while its successor starts.
  private static let filesOfProcess = 12

  /// Throws if the limit on open files is too low for almost any command.
  static func requireMinimum() throws(CommandFailure) {
    let needed = filesOfCommand + 2 * filesOfProcess
    guard let limit = limit(below: needed) else { return }
    throw shortage("Parity needs", needed, limit)
  }

  /// Throws if the limit on open files is too low for one process of each program.
  func require() throws(CommandFailure) { _ = try jobs(upTo: 1) }

  /// Returns the number of jobs that the limit allows, and a note if it is lower than requested.
  ///
  /// Raises the limit as far as needed and allowed.
  ///
  /// - Parameter requested: The requested number, or `nil` for the number of cores.
  /// - Throws: A failure if not even one job is possible.
  func jobs(upTo requested: Int?) throws(CommandFailure) -> (count: Int, note: StyledLine?) {
    let wanted = requested ?? ProcessInfo.processInfo.activeProcessorCount
    guard let limit = Self.limit(below: need(of: wanted)) else { return (wanted, nil) }

    let least = need(of: 1)
    guard least <= limit else {
      throw Self.shortage("starting \(counted(programs, "program")) needs", least, limit)
    }

    let perJob = need(of: 1) - need(of: 0)
    let jobs = min(wanted, max(1, (limit - need(of: 0)) / perJob))
    guard jobs < wanted, requested != nil else { return (jobs, nil) }

    let problem =
      "-j \(wanted) needs about \(need(of: wanted)) "
      + "open files, but the limit is \(limit) (ulimit -n)"
    return (jobs, StyledLine("\(problem); using -j \(jobs)"))
  }

  /// Returns the number of open files that a number of jobs needs.
  private func need(of jobs: Int) -> Int {
    Self.filesOfCommand + jobs * programs * Self.filesOfProcess
  }

  // MARK: - Messages

  /// Returns the failure for too few open files.
  ///
  /// - Parameter subject: The subject of the message, with its verb.
  private static func shortage(_ subject: String, _ needed: Int, _ limit: Int) -> CommandFailure {
    CommandFailure(
      .unavailable,
      "\(subject) about \(needed) open files, but the limit is \(limit) (ulimit -n)",
      "raise the limit, for example: ulimit -n \(needed)"
    )
  }

  // MARK: - Limit

  /// Returns the limit if it is too low even after it was raised as far as needed and allowed.
  ///
  /// It isn't raised further: programs inherit it, and some of them close each number below it when
  /// they start.
  private static func limit(below needed: Int) -> Int? {
    let openFiles = Platform.openFiles
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return nil }

    let wanted = min(rlim_t(needed), limit.rlim_max, Platform.mostOpenFiles)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      guard setrlimit(openFiles, &limit) == 0, getrlimit(openFiles, &limit) == 0 else { return nil }
    }
    return limit.rlim_cur < needed ? Int(limit.rlim_cur) : nil
  }
}
