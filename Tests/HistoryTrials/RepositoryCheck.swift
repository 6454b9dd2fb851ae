package import ChatHistory

/// Calls a repository whose storage may fail, and checks each answer against the contract.
package struct RepositoryCheck {
  private let repository: any ScriptedHistoryRepository
  private var changeCount = 0
  private var updates: AsyncStream<[HistorySession]>.Iterator
  package private(set) var problems: [String] = []
  /// The number of calls that failed. Any error other than `networkError` is also a problem.
  package private(set) var failureCount = 0

  package init(_ repository: any ScriptedHistoryRepository) {
    self.repository = repository
    updates = repository.history.makeAsyncIterator()
  }

  /// Saves a session.
  ///
  /// - Returns: Whether the session was saved.
  @discardableResult
  package mutating func save(_ session: HistorySession) async -> Bool {
    await call("save") { repository in
      switch await repository.saveSession(session, TrialSession.premium) {
      case .Success(session): nil
      case .Success: "another session"
      case .Error(.networkError): "networkError"
      case .Error(.featureLocked): "featureLocked"
      }
    }
  }

  package mutating func delete(_ id: String) async {
    await call("delete") { repository in
      do throws(HistoryErrorReason) { try await repository.deleteSession(id) } catch {
        return error.rawValue
      }
      return nil
    }
  }

  package mutating func clear() async {
    await call("clear") { repository in
      do throws(HistoryErrorReason) { try await repository.clear() } catch { return error.rawValue }
      return nil
    }
  }

  /// Calls the repository, and checks that `history` changes only if the call succeeds.
  ///
  /// - Parameter answer: Makes the call. Returns `nil` if it succeeds, or the name of the error.
  @discardableResult
  private mutating func call(
    _ name: String,
    answer: (any ScriptedHistoryRepository) async -> String?
  ) async -> Bool {
    let before = repository.history.value
    let answer = await answer(repository)
    let after = repository.history.value
    if after != before { changeCount += 1 }
    if let answer {
      failureCount += 1
      if answer != "networkError" { problems.append("\(name) gave \(answer)") }
      if after != before { problems.append("\(name) failed and changed history") }
    }
    await read()
    return answer == nil
  }

  /// Reads the list, which must equal `history` if it can be read.
  package mutating func read() async {
    do {
      if try await repository.getSessions() != repository.history.value {
        problems.append("getSessions gave another list than history")
      }
    } catch {
      failureCount += 1
      if error != .networkError { problems.append("getSessions gave \(error)") }
    }
  }

  /// Closes the repository, and checks the number of lists that it sent.
  package mutating func close() async {
    do { try await repository.close() } catch { problems.append("it can't be closed: \(error)") }
    var listCount = 0
    while await updates.next(isolation: #isolation) != nil { listCount += 1 }
    if listCount != changeCount + 1 {
      problems.append("\(listCount - 1) lists were sent for \(changeCount) changes")
    }
  }
}
