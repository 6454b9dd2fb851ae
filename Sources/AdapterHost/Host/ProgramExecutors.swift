internal import Dispatch

/// Runs what reads from programs.
///
/// On threads of its own: the shared ones may all be at work for a while, and a reply that lies there unread must not be
/// told as late.
package final class ProgramTaskExecutor: TaskExecutor {
  package static let shared = ProgramTaskExecutor()

  private let queue = DispatchQueue(label: "programs", attributes: .concurrent)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs a host, for the same reason.
final class ProgramHostExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "program host")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
