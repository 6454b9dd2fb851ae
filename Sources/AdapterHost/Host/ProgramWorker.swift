internal import Conformance

/// One process of a program, and what is in flight there.
///
/// A class because the host changes it in place; only the host ever sees it.
final class ProgramWorker {
  /// What becomes of a process until it has ended, and the host forgets it.
  enum Phase: Equatable {
    /// It has not answered `initialize` yet.
    case starting
    case answering
    /// It is being killed.
    case failed(ProgramFault)
  }

  /// A request and who waits for its answer.
  struct Ask {
    let caseName: String
    /// But for its id.
    let message: [UInt8]
    let batch: Batch
    /// In the batch.
    let index: Int
    /// Of the last time that it was sent.
    var id = 0
    var sent = ContinuousClock.now

    func answer(_ outcome: Outcome) { batch.answer(index, outcome) }
  }

  /// Requests that somebody waits for together.
  final class Batch {
    private var outcomes: [Outcome]
    private var left: Int
    private let continuation: CheckedContinuation<[Outcome], Never>

    init(count: Int, _ continuation: CheckedContinuation<[Outcome], Never>) {
      outcomes = Array(repeating: .notRun, count: count)
      left = count
      self.continuation = continuation
    }

    func answer(_ index: Int, _ outcome: Outcome) {
      outcomes[index] = outcome
      left -= 1
      if left == 0 { continuation.resume(returning: outcomes) }
    }
  }

  /// What is found out after a process failed: the requests that were in flight are asked again one
  /// at a time.
  struct Retry {
    let failure: ImplementationFailure
    let cases: [String]
    /// Still to be asked.
    var requests: [Ask]
    /// Whether one of them did it again.
    var isReproduced = false
  }

  /// What is late from a process that is gone is known by it.
  let number: Int
  let process: ProgramProcess
  var phase = Phase.starting
  /// Goes on from one process to the next, and nothing else is asked there meanwhile.
  var retry: Retry?
  /// In the order in which they were sent.
  var inFlight: [Ask] = []
  /// The cases that it has answered, by the ids of the requests.
  var answered: [Int: String] = [:]
  /// Those of them that it has answered twice.
  var repeated: Set<Int> = []
  var lastReply = ContinuousClock.now { didSet { readsInTime = nil } }
  /// How often it had been read from when the next reply was due; nil where none is overdue.
  var readsInTime: Int?
  var watchdog: Task<Void, Never>?

  init(number: Int, process: ProgramProcess, retry: Retry?) {
    self.number = number
    self.process = process
    self.retry = retry
  }

  /// When the clock of the oldest request started; nil where nothing is due.
  var waitingSince: ContinuousClock.Instant? {
    if phase == .starting { return lastReply }
    return inFlight.first.map { max($0.sent, lastReply) }
  }

  /// All that it was still to answer.
  func takeAsks() -> [Ask] {
    defer { (inFlight, retry) = ([], nil) }
    return inFlight + (retry?.requests ?? [])
  }
}
