/// A stream has a line longer than its reader takes.
public struct LineTooLong: Error, Hashable, Sendable {
  /// In bytes as received, without the line's ending.
  public let limit: Int

  /// Makes an error of the limit that a line went over.
  public init(limit: Int) {
    self.limit = limit
  }
}
