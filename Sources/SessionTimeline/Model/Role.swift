/// Whose words an entry shows.
public enum Role: String, CaseIterable, Sendable {
  /// The person's.
  case user
  /// The assistant's.
  case assistant
  /// Neither's: errors, for one.
  case system
}
