public import CanonicalJSON

/// One bubble of the timeline.
public struct TimelineEntry: Equatable, Sendable {
  /// The id of the row behind it; of the first row with a block, where a message has several.
  @ByteWise public var id: String
  /// Whose words they are.
  public var role: Role
  /// The sequence number of the row behind it.
  public var sequenceNumber: Int64
  /// The row's `createdAt`, unchanged, when it is an RFC 3339 instant.
  @ByteWise public var createdAt: String?
  /// What it shows, in order; never empty in a timeline.
  public var blocks: [ContentBlock]

  /// An entry with the given parts.
  public init(
    id: String,
    role: Role,
    sequenceNumber: Int64,
    createdAt: String? = nil,
    blocks: [ContentBlock]
  ) {
    self.id = id
    self.role = role
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.blocks = blocks
  }

  /// The text and error blocks, a line each; empty where there are none.
  public var content: String {
    // P13
    blocks.compactMap(\.line).joined(separator: "\n")
  }
}

/// Whose words an entry shows.
public enum Role: String, CaseIterable, Sendable {
  /// The person's.
  case user
  /// The assistant's.
  case assistant
  /// Neither's: errors, for one.
  case system
}
