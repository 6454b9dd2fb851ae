public import CanonicalJSON

/// One step that a list of entries takes to follow its timeline, by the ids of entries.
public enum TimelineChange: Hashable, Sendable {
  /// A new entry with this id stands right after another; nil: at the start.
  case inserted(TextKey, after: TextKey?)
  /// The entry with this id shows something else.
  case updated(TextKey)
  /// The entry with this id is gone.
  case removed(TextKey)
  /// The entry with this id stands right after another now, nil: at the start, and shows something else.
  case moved(TextKey, after: TextKey?)
}
