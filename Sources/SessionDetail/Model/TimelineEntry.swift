internal import CanonicalJSON

/// An entry of the timeline, drawn as one bubble.
///
/// ```swift
/// ForEach(timeline.entries) { entry in
///   MessageBubble(entry)
/// }
/// ```
public struct TimelineEntry: Identifiable, Sendable {
  /// The role of an entry's author.
  public enum Role: String, CaseIterable, Sendable {
    /// The person who uses the assistant.
    case user
    /// The assistant.
    case assistant
    /// Neither the user nor the assistant, as for errors.
    case system
  }

  /// The id of the entry's row. If a message has several rows, it is that of the first row with a
  /// block.
  public var id: String
  /// The role of the author.
  public var role: Role
  /// The sequence number of the entry's row.
  public var sequenceNumber: Int64
  /// The row's `createdAt`, unchanged, if it is a valid RFC 3339 instant.
  public var createdAt: String?
  /// The blocks to show, in order; never empty in a timeline.
  public var blocks: [ContentBlock]

  /// Creates an entry, by default of a row without a valid creation time.
  ///
  /// - Parameters:
  ///   - id: The id of the entry's row.
  ///   - role: The role of the author.
  ///   - sequenceNumber: The sequence number of the entry's row.
  ///   - createdAt: The row's creation time in RFC 3339, or `nil` if it has no valid one.
  ///   - blocks: The blocks to show, in order.
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

  /// The texts of the text and error blocks, one per line, or an empty string if there are none.
  public var content: String {
    // P13
    blocks.compactMap(\.line).joined(separator: "\n")
  }
}

extension TimelineEntry: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: TimelineEntry, right: TimelineEntry) -> Bool {
    left.sequenceNumber == right.sequenceNumber
      && left.role == right.role
      && left.id.hasSameBytes(as: right.id)
      && left.createdAt.hasSameBytes(as: right.createdAt)
      && left.blocks == right.blocks
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id.textKey)
    hasher.combine(role)
    hasher.combine(sequenceNumber)
    hasher.combine(createdAt.textKey)
    hasher.combine(blocks)
  }
}
