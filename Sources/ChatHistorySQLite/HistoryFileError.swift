#if SQLite || CommandLine
  /// The reason why a file of sessions couldn't be opened.
  public enum HistoryFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A newer version of the app wrote the file. The file is left unchanged.
    case newerSchema(path: String)
    /// The file isn't a history file, is damaged or locked, or can't be read or written. The name
    /// is the same as for all storage failures.
    case networkError(path: String, reason: String)

    /// A message that says what went wrong, with the path of the file.
    public var description: String {
      switch self {
      case .newerSchema(let path):
        "\(path) was written by a newer version, whose schema is not known here; update to open it"
      case .networkError(let path, let reason): "\(path) can't be opened: \(reason)"
      }
    }
  }
#endif
