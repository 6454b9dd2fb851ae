internal import Conformance

/// A process of a program, and its requests in flight.
///
/// This is a class because the host changes it in place. Only the host uses it.
final class ProgramWorker {
  /// The state of a process. Once the process has ended, the host removes its worker.
  enum Phase: Equatable {
    /// The process hasn't answered `initialize` yet.
    case starting
    /// The process has answered `initialize` and takes requests.
    case answering
    /// The process is being killed.
    case failed(ProgramFault)
  }

  /// A request, and the batch that its outcome belongs to.
  struct PendingRequest {
    /// The name of the case for reports, or an empty string if the request belongs to none.
    let caseName: String
    /// The message without the part that depends on its id.
    let message: [UInt8]
    let batch: Batch
    /// The position of the request in the batch.
    let index: Int
    /// The id that the request was last sent with.
    var id = 0
    /// The time when the request was last sent.
    var sent = ContinuousClock.now

    /// Reports the outcome of the request.
    ///
    /// - Parameter duration: The time that the program took for the request, or `nil` if the
    ///   request wasn't sent.
    func answer(_ outcome: Outcome, after duration: Duration?) {
      batch.answer(index, TimedOutcome(outcome, after: duration))
    }
  }

  /// Requests whose outcomes are returned together.
  final class Batch {
    private var outcomes: [TimedOutcome]
    /// The number of requests without an outcome.
    private var left: Int
    private let continuation: CheckedContinuation<[TimedOutcome], Never>

    /// Creates a batch whose outcomes are all missing.
    ///
    /// - Parameters:
    ///   - count: The number of requests.
    ///   - continuation: Resumed once, with the outcomes in the order of the requests.
    init(count: Int, _ continuation: CheckedContinuation<[TimedOutcome], Never>) {
      outcomes = Array(repeating: .notRun, count: count)
      left = count
      self.continuation = continuation
    }

    /// Sets the outcome of one request, and returns all of them to the waiting task after the last
    /// one. Call it once for each request.
    func answer(_ index: Int, _ outcome: TimedOutcome) {
      outcomes[index] = outcome
      left -= 1
      if left == 0 { continuation.resume(returning: outcomes) }
    }
  }

  /// The requests that were in flight when a process failed.
  ///
  /// They are sent again one at a time to find which of them causes the failure.
  struct Retry {
    /// The failure of the process, which is reported as flaky if no request reproduces it.
    let failure: ImplementationFailure
    /// The names of the cases that were in flight when the process failed.
    let cases: [String]
    /// The requests that are still to be sent.
    var requests: [PendingRequest]
    /// Whether one of the requests failed again in a fresh process.
    var isReproduced = false
  }

  /// The number that identifies late events of a process that is gone.
  let number: Int
  let process: ProgramProcess
  /// The time when the process was started.
  let launched = ContinuousClock.now
  var phase = Phase.starting
  /// The requests to retry. They pass from one process to the next, and a process that has some is
  /// sent no other requests.
  var retry: Retry?
  /// The requests in flight, in the order in which they were sent.
  var inFlight: [PendingRequest] = []
  /// The names of the cases that the process has answered, by the ids of their requests.
  var answered: [Int: String] = [:]
  /// The ids of the requests that the process has answered twice.
  var repeated: Set<Int> = []
  /// The time of the last reply or, before the first one, the time when `initialize` was sent.
  var lastReply = ContinuousClock.now { didSet { readsInTime = nil } }
  /// The number of reads at the time when the next reply became overdue, or `nil` if none is
  /// overdue.
  var readsInTime: Int?
  /// The task that fails the process once a reply is overdue.
  var watchdog: Task<Void, Never>?

  /// - Parameter retry: The requests that an earlier process left to be sent again, if there are
  ///   any.
  init(number: Int, process: ProgramProcess, retry: Retry?) {
    self.number = number
    self.process = process
    self.retry = retry
  }

  /// The time when the timeout of the oldest request started, or `nil` if no reply is due.
  var waitingSince: ContinuousClock.Instant? {
    if phase == .starting { return lastReply }
    return inFlight.first.map { max($0.sent, lastReply) }
  }

  /// Returns the time that the process has spent on a request so far.
  ///
  /// A process works on one request after the other, so this is the time since the request was
  /// sent, or since the previous reply if that is later.
  func duration(of request: PendingRequest, until now: ContinuousClock.Instant = .now) -> Duration {
    now - max(request.sent, lastReply)
  }

  /// Removes and returns all requests that the process hasn't answered.
  func takeRequests() -> [PendingRequest] {
    let requests = inFlight + (retry?.requests ?? [])
    inFlight = []
    retry = nil
    return requests
  }
}
