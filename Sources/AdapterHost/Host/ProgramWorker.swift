internal import Conformance

/// One process of a program after another, and what is in flight there.
///
/// A class because the host changes it in place; only the host ever sees it.
final class ProgramWorker {
  /// A request and who waits for its answer.
  struct Ask {
    let caseName: String
    let method: String
    /// A JSON text without line breaks.
    let params: [UInt8]
    let continuation: CheckedContinuation<Outcome, Never>
  }

  struct InFlight {
    let id: Int
    let ask: Ask
    let sent: ContinuousClock.Instant
  }

  /// What is found out after a process failed: the requests that were in flight are asked again one at a time.
  struct Inquiry {
    let failure: ImplementationFailure
    let cases: [String]
    /// Still to be asked; the first may be in flight.
    var suspects: [Ask]
    /// Whether one of them did it again.
    var isSettled = false
  }

  /// The process that runs or starts.
  var process: ProgramProcess?
  /// Counts the processes, so that what comes late from an earlier one is known for that.
  var generation = 0
  /// Whether it has answered `initialize`.
  var isReady = false
  var fault: ProgramFault?
  /// In the order in which they were sent.
  var inFlight: [InFlight] = []
  /// The cases that this process has answered, by the ids of the requests.
  var answered: [Int: String] = [:]
  /// Those of them that it has answered twice.
  var repeated: Set<Int> = []
  var lastReply = ContinuousClock.now { didSet { readsInTime = nil } }
  /// How often it had been read from when the next reply was due; nil where none is overdue.
  var readsInTime: Int?
  var watchdog: Task<Void, Never>?
  var inquiry: Inquiry?

  /// When the clock of the oldest request started; nil where nothing is due.
  var waitingSince: ContinuousClock.Instant? {
    guard isReady else { return lastReply }
    return inFlight.first.map { max($0.sent, lastReply) }
  }

  func begin(_ process: ProgramProcess) {
    self.process = process
    lastReply = .now
  }

  /// Forgets the process; returns what was in flight there.
  func end() -> [Ask] {
    let asks = inFlight.map(\.ask)
    watchdog?.cancel()
    watchdog = nil
    process = nil
    generation += 1
    isReady = false
    fault = nil
    inFlight = []
    answered = [:]
    repeated = []
    return asks
  }
}
