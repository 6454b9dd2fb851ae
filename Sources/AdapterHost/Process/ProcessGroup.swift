internal import Foundation
internal import Synchronization

/// The process group of a program, and the session that bears its number too: killed whole, and
/// never after the number may be another's.
final class ProcessGroup: Sendable {
  private let state = Mutex<(leader: pid_t?, isUnwanted: Bool)>((nil, false))

  /// - Parameter leader: the program, which leads a group of its own.
  func start(_ leader: pid_t) {
    state.withLock { state in
      _ = ProcessGroups.leaders.withLock { $0.insert(leader) }
      state.leader = leader
      if state.isUnwanted { killGroup(leader) }
    }
  }

  /// Kills the group now, or as soon as it runs.
  func kill() {
    state.withLock { state in
      state.isUnwanted = true
      state.leader.map(killGroup)
    }
  }

  /// Kills what is left of the session. The leader must have exited and not been waited for.
  func end() {
    state.withLock { state in
      guard let leader = state.leader else { return }
      killSessions([leader])
      _ = ProcessGroups.leaders.withLock { $0.remove(leader) }
      state.leader = nil
    }
  }
}

/// The groups of all programs that run.
package enum ProcessGroups {
  fileprivate static let leaders = Mutex<Set<pid_t>>([])

  /// Kills everything that was started and has not ended, since the harness itself is about to end.
  package static func killAll() { leaders.withLock { killSessions($0) } }
}

private func killGroup(_ leader: pid_t) { _ = kill(-leader, SIGKILL) }

/// Kills the sessions, whichever groups their processes are in.
private func killSessions(_ leaders: Set<pid_t>) {
  guard !leaders.isEmpty else { return }
  leaders.forEach(killGroup)
  var killed: Set<pid_t> = []
  // One that was about to be killed may just have started another; the bound is for those that
  // start them faster.
  for _ in 0..<100 {
    let found = allProcesses().filter { leaders.contains(getsid($0)) && killed.insert($0).inserted }
    guard !found.isEmpty else { return }
    for process in found { _ = kill(process, SIGKILL) }
  }
}

/// The numbers of all processes, as far as the system tells them.
private func allProcesses() -> [pid_t] {
  #if canImport(Darwin)
    // Room for some that start meanwhile.
    var processes = [pid_t](repeating: 0, count: Int(max(0, proc_listallpids(nil, 0))) + 64)
    let count = proc_listallpids(&processes, CInt(processes.count * MemoryLayout<pid_t>.stride))
    return Array(processes.prefix(Int(max(0, count))))
  #else
    return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap {
      pid_t($0)
    }
  #endif
}
