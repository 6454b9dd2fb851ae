internal import CanonicalJSON
internal import ChatHistory
internal import Conformance
internal import Synchronization

/// The steps of the operation `history`, as types of the reference library.
struct HistoryScript: Sendable {
  enum Step: Sendable {
    /// Changes the profile, or removes it if the value is `nil`.
    case updateProfile((@Sendable (inout UserProfile) -> Void)?)
    case startSession(SessionState)
    case endSession
    case save(HistorySession, UserProfile?)
    case getSessions
    case delete(String)
    case clear
    case advance(Int64)
    case failNext
    case row(String)
    case reopen
  }

  private let start: Int64
  private let steps: [Step]

  /// Reads the input of the operation `history`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["now", "steps"])
    start = try input["now"]?.integer() ?? 0
    steps = try input.list("steps", Step.init)
    // Refuse steps that would overflow the clock.
    var now = start
    for advance in try input.required("steps").elements().compactMap({ $0["advance"] }) {
      let (sum, isOutside) = now.addingReportingOverflow(try advance.integer())
      if isOutside {
        throw advance.refusal("advances the time beyond the range of a signed 64-bit integer")
      }
      now = sum
    }
  }

  /// Plays the steps and returns the output.
  ///
  /// - Parameter path: The path of the repository's file, or `nil` to use the repository in memory.
  func output(in path: String?) async throws -> JSONValue {
    var play = try HistoryPlay(clock: HistoryClock(start), path: path)
    var results = OutputElements()
    for step in steps { try results.append(try await play.result(of: step)) }
    let history = play.repository.history.current
    try await play.close()
    return [
      "results": results.json,
      "history": .array(history.map { JSONValue($0) }),
      "emissions": .number(JSONNumber(play.emissionCount)),
    ]
  }
}

/// The state of the app while a script is played.
private struct HistoryPlay {
  private(set) var repository: any ScriptedHistoryRepository
  private(set) var emissionCount = 0
  private var sdk: ConversationSDK
  /// The lists of sessions, from a subscription that starts before the first step.
  private var updates: AsyncStream<[HistorySession]>.Iterator
  private let clock: HistoryClock
  private let path: String?

  /// Opens the repository as the app does when it starts.
  init(clock: HistoryClock, path: String?) throws {
    self.clock = clock
    self.path = path
    // No case simulates a power failure, so writes need not wait for the disk.
    repository =
      if let path {
        try SQLiteHistoryRepository(path: path, waitsForDisk: false)
      } else {
        InMemoryHistoryRepository()
      }
    sdk = ConversationSDK(
      historyRepository: repository,
      now: { clock.now.load(ordering: .relaxed) }
    )
    updates = sdk.history.makeAsyncIterator()
  }

  mutating func result(of step: HistoryScript.Step) async throws -> JSONValue {
    do {
      switch step {
      case .updateProfile(let change?): await sdk.updateProfile(change)
      case .updateProfile(nil): await sdk.removeProfile()
      case .startSession(let state): await sdk.startSession(state)
      case .endSession: if let reason = await sdk.endSession() { throw reason }
      case .save(let session, let profile):
        switch await repository.saveSession(session, profile: profile) {
        case .success(let session): return ["success": JSONValue(session)]
        case .error(let reason): throw reason
        }
      case .getSessions: return .array(try await repository.getSessions().map { JSONValue($0) })
      case .delete(let id): try await repository.deleteSession(id)
      case .clear: try await repository.clear()
      case .advance(let milliseconds): clock.now.add(milliseconds, ordering: .relaxed)
      case .failNext: await repository.failNextCall()
      case .row(let id):
        return sdk.history.current.first { $0.sessionId.hasSameBytes(as: id) }.map {
          JSONValue(HistoryRow($0))
        }
          ?? .null
      case .reopen:
        try await close()
        guard path != nil else {
          throw ImplementationFailure(
            "an in-memory repository can't be reopened; "
              + "add \"persistence\" to the case's 'requires'"
          )
        }
        let count = emissionCount
        self = try HistoryPlay(clock: clock, path: path)
        emissionCount = count
      }
      return .null
    } catch let reason as HistoryErrorReason {
      return ["error": .string(reason.rawValue)]
    }
  }

  /// Closes the repository and counts the emitted lists, except for the first one, which every
  /// subscriber receives.
  mutating func close() async throws {
    try await repository.close()
    var listCount = 0
    while await updates.next(isolation: #isolation) != nil { listCount += 1 }
    emissionCount += max(0, listCount - 1)
  }
}

/// A clock that only the script advances, in milliseconds since 1970.
private final class HistoryClock: Sendable {
  let now: Atomic<Int64>

  init(_ start: Int64) { now = Atomic(start) }
}
