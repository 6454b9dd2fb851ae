internal import Foundation
internal import Synchronization

/// The process group of a program: killed whole, and never after its number may be another's.
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

  /// Kills what is left of the group. The leader must have exited and not been waited for.
  func end() {
    phase.withLock { phase in
      if case .running(let leader) = phase {
        killGroup(leader)
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
  package static func killAll() { leaders.withLock { $0.forEach(killGroup) } }

  fileprivate static func insert(_ leader: pid_t) { _ = leaders.withLock { $0.insert(leader) } }
  fileprivate static func remove(_ leader: pid_t) { _ = leaders.withLock { $0.remove(leader) } }
}

private func killGroup(_ leader: pid_t) { _ = kill(-leader, SIGKILL) }
