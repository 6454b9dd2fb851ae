import SessionTimeline

extension LiveSessionTimeline {
  /// Whether the timeline has nothing that differs from another.
  func shows(_ timeline: SessionTimeline) -> Bool {
    rowCount == timeline.rowCount && entries == timeline.entries
  }
}
