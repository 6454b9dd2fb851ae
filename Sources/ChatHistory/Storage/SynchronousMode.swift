/// How far SQLite takes what it writes before it goes on (https://sqlite.org/pragma.html#pragma_synchronous).
public enum SynchronousMode: String, Sendable {
  /// To the disk: what was saved outlives a power cut.
  case full = "FULL"
  /// To the operating system: what was saved outlives the process.
  case off = "OFF"
}
