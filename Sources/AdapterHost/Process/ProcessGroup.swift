internal import Foundation
internal import Synchronization

/// The process group of a program, and the session that bears its number too: killed whole, and never after the number
/// may be another's.
final class ProcessGroup: Sendable {
  private enum Phase {
    case starting(isUnwanted: Bool)
    case running(pid_t)
    case ended
  }

  private let phase = Mutex(Phase.starting(isUnwanted: false))

  /// - Parameter leader: the program, which leads a group of its own.
  func start(_ leader: pid_t) {
    phase.withLock { phase in
      ProcessGroups.insert(leader)
      if case .starting(isUnwanted: true) = phase { killGroup(leader) }
      phase = .running(leader)
    }
  }

  /// Kills the group now, or as soon as it runs.
  func kill() {
    phase.withLock { phase in
      switch phase {
      case .starting: phase = .starting(isUnwanted: true)
      case .running(let leader): killGroup(leader)
      case .ended: break
      }
    }
  }

  /// Kills what is left of the session. The leader must have exited and not been waited for.
  func end() {
    phase.withLock { phase in
      if case .running(let leader) = phase {
        killSessions([leader])
        ProcessGroups.remove(leader)
      }
      phase = .ended
    }
  }
}

/// The groups of all programs that run.
package enum ProcessGroups {
  private static let leaders = Mutex<Set<pid_t>>([])

  /// Kills everything that was started and has not ended, since the harness itself is about to end.
  package static func killAll() { leaders.withLock { killSessions($0) } }

  fileprivate static func insert(_ leader: pid_t) { _ = leaders.withLock { $0.insert(leader) } }
  fileprivate static func remove(_ leader: pid_t) { _ = leaders.withLock { $0.remove(leader) } }
}

private func killGroup(_ leader: pid_t) { _ = kill(-leader, SIGKILL) }

/// Kills the sessions, whichever groups their processes are in.
private func killSessions(_ leaders: Set<pid_t>) {
  guard !leaders.isEmpty else { return }
  leaders.forEach(killGroup)
  var killed: Set<pid_t> = []
  // One that was about to be killed may just have started another; the bound is for those that start them faster.
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
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var processes: [pid_t] = []
    while let entry = readdir(folder) {
      // 0 for what is no number.
      let process = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        name.baseAddress.map { pid_t(strtol($0.assumingMemoryBound(to: CChar.self), nil, 10)) } ?? 0
      }
      if process > 0 { processes.append(process) }
    }
    return processes
  #endif
}
