internal import Dispatch
internal import Synchronization

/// Runs what has to do with the life of programs.
///
/// On threads of its own: the shared ones may all be at work for a while, and what a program does
/// must not be told as late for that.
package final class ProgramTaskExecutor: TaskExecutor {
  package static let shared = ProgramTaskExecutor(
    DispatchQueue(label: "programs", attributes: .concurrent)
  )

  private let queue: DispatchQueue

  private init(_ queue: DispatchQueue) { self.queue = queue }

  /// One for a single task, which may wait on its thread as long as it likes.
  static func ownThread() -> ProgramTaskExecutor {
    ProgramTaskExecutor(DispatchQueue(label: "program output"))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Has whoever waited for an answer go on at once, on the thread that brought it.
///
/// Only for what is short: the program's next answer waits meanwhile.
final class AnsweringThreads: TaskExecutor {
  static let shared = AnsweringThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// Runs a host on whatever thread has something for it, at once or after what another thread has
/// brought before.
///
/// What a host does is short, and a hop to another thread takes longer.
final class ProgramHostExecutor: SerialExecutor {
  /// The jobs that wait; nil while none runs.
  private let waiting = Mutex<[UnownedJob]?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    var next = waiting.withLock { waiting -> UnownedJob? in
      waiting?.append(job)
      guard waiting == nil else { return nil }
      waiting = []
      return job
    }
    // A job may let go of the host, and nobody else holds this then.
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
