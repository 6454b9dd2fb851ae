package import CanonicalJSON
package import ChatHistory
package import Conformance
internal import Synchronization

/// The input of the operation `history`, as types of the reference library.
package struct HistoryScript: Sendable {
  /// A step, with its value.
  enum Step: Sendable {
    /// Changes the profile, or removes it if the value is `nil`.
    case updateProfile((@Sendable (UserProfile) -> UserProfile)?)
    case startSession(SessionState)
    case endSession
    /// Saves a session in the repository for a profile, whatever the user's profile is.
    case save(HistorySession, UserProfile?)
    case getSessions
    case delete(String)
    case clear
    /// Adds milliseconds to the clock. A negative number sets it back.
    case advance(Int64)
    /// Makes the next call that reaches storage fail.
    case failNext
    /// Reads the row of the session with this id.
    case row(String)
    case screen
    /// Reads the detail of the session with this id.
    case detail(String)
    /// Starts the app again with the same file.
    case reopen
  }

  /// The time at the start, in milliseconds since 1970.
  private let start: Int64
  private let steps: [Step]

  /// Reads the input of the operation `history`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
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

  /// Plays the steps with an empty repository, closes it, and returns the output.
  ///
  /// - Parameter openAgain: Opens a repository with the same sessions after the last one was closed.
  /// - Throws: The error of `openAgain`, or that of a repository that can't be closed.
  package func output<Repository: ScriptedHistoryRepository>(
    of repository: Repository,
    openAgain: @escaping () throws -> Repository
  ) async throws -> JSONValue {
    var play = HistoryPlay(repository, clock: HistoryClock(start), openAgain: openAgain)
    let results = try await results(in: &play)
    let history = play.repository.history.value

    try await play.repository.close()
    await play.countEmissions()
    return [
      "results": results,
      "history": .array(history.map { JSONValue($0) }),
      "emissions": [
        "history": .number(JSONNumber(play.historyCount)),
        "userProfile": .number(JSONNumber(play.userProfileCount)),
      ],
    ]
  }

  /// Plays the steps and returns their results.
  private func results(in play: inout HistoryPlay<some Any>) async throws -> JSONValue {
    var results = OutputElements()
    for step in steps {
      try results.append(try await play.result(of: step))
    }
    return results.json
  }
}

/// The state of the app while a script is played.
private struct HistoryPlay<Repository: ScriptedHistoryRepository> {
  private(set) var repository: Repository
  /// The number of lists that closed subscriptions received after their first one.
  private(set) var historyCount = 0
  /// The number of profiles that closed subscriptions received after their first one.
  private(set) var userProfileCount = 0

  private var sdk: BrainSDK
  /// The lists of sessions, from a subscription that starts before the first step.
  private var lists: AsyncStream<[HistorySession]>.Iterator
  /// The profiles, from a subscription that starts before the first step.
  private var profiles: AsyncStream<UserProfile?>.Iterator
  private let clock: HistoryClock
  private let openAgain: () throws -> Repository

  /// Starts the app with a repository.
  ///
  /// - Parameter openAgain: Opens a repository with the same sessions after the last one was closed.
  init(_ repository: Repository, clock: HistoryClock, openAgain: @escaping () throws -> Repository)
  {
    self.clock = clock
    self.openAgain = openAgain
    self.repository = repository

    sdk = BrainSDK(
      historyRepository: repository,
      now: { clock.now.load(ordering: .relaxed) }
    )
    lists = sdk.history.makeAsyncIterator()
    profiles = sdk.userProfile.makeAsyncIterator()
  }

  /// Plays a step and returns its result.
  ///
  /// An error that the contract defines is a result. Any other error is thrown.
  mutating func result(of step: HistoryScript.Step) async throws -> JSONValue {
    do {
      switch step {
      case .updateProfile(let change?):
        try await sdk.updateProfile(change)
      case .updateProfile(nil):
        await sdk.removeProfile()
      case .startSession(let state):
        await sdk.startSession(state)
      case .endSession:
        return try await sdk.endSession().map { JSONValue($0) } ?? .null

      case .save(let session, let profile):
        return JSONValue(await repository.saveSession(session, profile))
      case .getSessions:
        return .array(try await repository.getSessions().map { JSONValue($0) })
      case .delete(let id):
        try await repository.deleteSession(id)
      case .clear:
        try await repository.clear()

      case .advance(let milliseconds):
        clock.now.add(milliseconds, ordering: .relaxed)
      case .failNext:
        await repository.failNextCall()

      case .row(let id):
        return session(id).map { JSONValue(HistoryRowContent(session: $0)) } ?? .null
      case .screen:
        return JSONValue(
          HistoryScreenContent(userProfile: sdk.userProfile.value, sessions: sdk.history.value)
        )
      case .detail(let id):
        return session(id).map { JSONValue(HistoryDetailContent(session: $0)) } ?? .null

      case .reopen:
        try await reopen()
      }

      return .null
    } catch let reason as HistoryErrorReason {
      return JSONValue(reason)
    }
  }

  /// Returns the session with this id in the history, or `nil` if there is none.
  private func session(_ id: String) -> HistorySession? {
    sdk.history.value.first { $0.sessionId.hasSameBytes(as: id) }
  }

  /// Starts the app again with the same file, and keeps the numbers of received values.
  private mutating func reopen() async throws {
    try await repository.close()
    await countEmissions()

    var next = HistoryPlay(try openAgain(), clock: clock, openAgain: openAgain)
    next.historyCount = historyCount
    next.userProfileCount = userProfileCount
    self = next
  }

  /// Counts the values that were sent, except for the first one, which every subscriber receives.
  /// Call this after the repository was closed.
  mutating func countEmissions() async {
    sdk.userProfile.finish()
    historyCount += await Self.sentCount(&lists)
    userProfileCount += await Self.sentCount(&profiles)
  }

  /// Returns the number of remaining values, without the first one.
  private static func sentCount<Value>(
    _ values: inout AsyncStream<Value>.Iterator
  ) async -> Int {
    var count = 0
    while await values.next(isolation: #isolation) != nil {
      count += 1
    }
    return max(0, count - 1)
  }
}

/// A clock that only the script advances, in milliseconds since 1970.
private final class HistoryClock: Sendable {
  let now: Atomic<Int64>

  /// Creates a clock that shows the given time until the script advances it.
  init(_ start: Int64) {
    now = Atomic(start)
  }
}
