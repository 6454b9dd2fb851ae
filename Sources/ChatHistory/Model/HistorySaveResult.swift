/// What came of saving a session.
public enum HistorySaveResult: Equatable, Sendable {
  case success(session: HistorySession)
  case error(reason: HistoryErrorReason)
}

/// Why the history could not be read or changed.
public enum HistoryErrorReason: String, Error, CaseIterable, Sendable {
  /// The user is not premium.
  case featureLocked
  /// The storage failed, wherever it is.
  case networkError
}
