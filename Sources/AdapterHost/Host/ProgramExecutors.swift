internal import Dispatch
internal import Synchronization

/// A task executor for the work around the processes of programs.
///
/// It has its own threads. The shared ones may all be busy for a while, and a program must not
/// appear to be late because of that.
package final class ProgramTaskExecutor: TaskExecutor {
  package static let shared = ProgramTaskExecutor(
    DispatchQueue(label: "programs", attributes: .concurrent)
  )

  private let queue: DispatchQueue

  private init(_ queue: DispatchQueue) { self.queue = queue }

  /// Returns an executor for a single task, which may block its thread for as long as it needs.
  static func ownThread() -> ProgramTaskExecutor {
    ProgramTaskExecutor(DispatchQueue(label: "program output"))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A task executor that resumes the receiver of a reply immediately, on the thread that delivered
/// it.
///
/// Use it only for short work: the next reply of the program waits meanwhile.
final class AnsweringThreads: TaskExecutor {
  static let shared = AnsweringThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// A serial executor that runs the jobs of a host on the thread that enqueues them.
///
/// If another thread is running jobs of the host, that thread also runs the new job, after the
/// waiting ones. The jobs of a host are short, and a switch to another thread takes longer.
final class ProgramHostExecutor: SerialExecutor {
  /// The waiting jobs, or `nil` if no job is running.
  private let waiting = Mutex<[UnownedJob]?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    var next = waiting.withLock { waiting -> UnownedJob? in
      waiting?.append(job)
      guard waiting == nil else { return nil }
      waiting = []
      return job
    }
    // A job may release the host, which may own the last reference to this executor.
    let hold = Unmanaged.passRetained(self)
    while let job = next {
      job.runSynchronously(on: asUnownedSerialExecutor())
      next = waiting.withLock { waiting in
        if waiting?.isEmpty == true { waiting = nil }
        return waiting?.removeFirst()
      }
    }
    hold.release()
  }
}
