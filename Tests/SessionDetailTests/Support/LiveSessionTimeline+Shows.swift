import SessionDetail

extension LiveSessionTimeline {
  /// Returns whether the row count and the entries equal those of a timeline.
  func shows(_ timeline: SessionTimeline) -> Bool {
    rowCount == timeline.rowCount && entries == timeline.entries
  }
}
