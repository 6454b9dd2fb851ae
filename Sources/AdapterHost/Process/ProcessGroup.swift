internal import Foundation
internal import Synchronization

/// The process group of a program, and the session with the same id.
///
/// It is killed as a whole, and never once another program may have its id.
final class ProcessGroup: Sendable {
  private struct State {
    var leader: pid_t?
    var startTime: ContinuousClock.Instant?
    var isUnwanted = false
  }

  private let state = Mutex(State())

  /// The time when the program was started, or `nil` if it wasn't yet.
  var startTime: ContinuousClock.Instant? { state.withLock(\.startTime) }

  /// Whether the program has exited, although it may not have been waited for yet.
  var hasExited: Bool {
    state.withLock { state in
      guard let leader = state.leader else { return state.startTime != nil }
      var information = siginfo_t()
      let result = waitid(P_PID, id_t(leader), &information, WEXITED | WNOHANG | WNOWAIT)
      return result != 0 || information.si_signo != 0
    }
  }

  /// Registers the group of a program that was just started, and kills it if `kill` or
  /// `ProcessGroups.killAll` was called before.
  ///
  /// - Parameter leader: The program, which leads its own group.
  func start(_ leader: pid_t) {
    state.withLock { state in
      let isLate = ProcessGroups.running.withLock { running in
        running.leaders.insert(leader)
        return running.isOver
      }
      state.leader = leader
      state.startTime = .now
      if state.isUnwanted || isLate { killGroup(leader) }
    }
  }

  /// Kills the group now, or as soon as it starts.
  func kill() {
    state.withLock { state in
      state.isUnwanted = true
      state.leader.map(killGroup)
    }
  }

  /// Kills what is left of the session. The leader must have exited, and must not have been waited
  /// for yet.
  func end() {
    state.withLock { state in
      guard let leader = state.leader else { return }
      killSessions([leader])
      _ = ProcessGroups.running.withLock { $0.leaders.remove(leader) }
      state.leader = nil
    }
  }
}

/// The groups of all running programs.
package enum ProcessGroups {
  fileprivate struct Running {
    var leaders: Set<pid_t> = []
    /// Whether `killAll` was called, so that a program that starts later is killed too.
    var isOver = false
  }

  fileprivate static let running = Mutex(Running())

  /// Kills everything that was started and hasn't ended, and whatever another thread is starting
  /// now. Call it right before the harness itself ends.
  package static func killAll() {
    running.withLock { running in
      running.isOver = true
      killSessions(running.leaders)
    }
  }
}

/// Kills the processes in the group of a program. Does nothing if there are none left.
private func killGroup(_ leader: pid_t) { _ = kill(-leader, SIGKILL) }

/// Kills the sessions, including processes that are in other groups.
private func killSessions(_ leaders: Set<pid_t>) {
  guard !leaders.isEmpty else { return }
  leaders.forEach(killGroup)

  // A leader is in its own group. Without it, nothing is left to find in most sessions.
  var killed = leaders

  // A process may have started another one right before it was killed, so look again. The bound is
  // for programs that start processes faster than that.
  for _ in 0..<100 {
    let found = Platform.processes().filter {
      leaders.contains(getsid($0)) && killed.insert($0).inserted
    }
    guard !found.isEmpty else { return }
    for process in found { _ = kill(process, SIGKILL) }
  }
}
