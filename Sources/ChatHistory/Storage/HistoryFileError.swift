/// Why a file of sessions could not be opened.
public enum HistoryFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A newer version of the app has written it; it is left as it is.
  case newerSchema(path: String)
  /// As every failure of storage: it is no such file, damaged, locked, or cannot be read or
  /// written.
  case networkError(path: String, reason: String)

  /// What went wrong, and with which file.
  public var description: String {
    switch self {
    case .newerSchema(let path):
      "\(path) was written by a newer version, whose schema is not known here; update to open it"
    case .networkError(let path, let reason): "\(path) can't be opened: \(reason)"
    }
  }
}
