internal import CanonicalJSON
internal import Foundation
internal import SessionDetail

/// A piece of work in a process of its own, whose memory and instructions are counted.
enum Workload: String, CaseIterable {
  case timelineOfShortRows = "timeline-of-short-rows"
  case timelineOfLongResults = "timeline-of-long-results"
  case timelineOfTrees = "timeline-of-trees"
  case timelineOfWrappers = "timeline-of-wrappers"
  case liveTimeline = "live-timeline"
  case foundationTimeline = "foundation-timeline"
  case readingRecords = "reading-records"
  case readingTexts = "reading-texts"
  case valuesOfRecords = "values-of-records"
  case valuesOfTexts = "values-of-texts"
  case serializationOfRecords = "serialization-of-records"
  case writingRecords = "writing-records"

  /// A workload with its input ready.
  struct Prepared {
    /// The size of the input in bytes.
    let bytes: Int
    /// Does the work and returns the result, which is still in memory at the end.
    let work: () throws -> Any
  }

  /// Generates the input, so that only the work itself is counted.
  func prepared(_ size: WorkloadSize) throws -> Prepared {
    switch self {
    case .timelineOfShortRows: timeline(of: .shortRows, size)
    case .timelineOfLongResults: timeline(of: .longResults, size)
    case .timelineOfTrees: timeline(of: .subAgentTrees, size)
    case .timelineOfWrappers: timeline(of: .doubleWrappers, size)
    case .liveTimeline: prepared(size.session(.shortRows)) { LiveSessionTimeline(rows: $0) }
    case .foundationTimeline: prepared(size.session(.shortRows)) { FoundationTimeline(rows: $0) }
    case .readingRecords: reading(.records, size) { try JSONDocument(parsing: $0) }
    case .readingTexts: reading(.texts, size) { try JSONDocument(parsing: $0) }
    case .valuesOfRecords: reading(.records, size) { try JSONDocument(parsing: $0).root.value }
    case .valuesOfTexts: reading(.texts, size) { try JSONDocument(parsing: $0).root.value }
    case .serializationOfRecords:
      reading(.records, size) { try JSONSerialization.jsonObject(with: Data($0)) }
    case .writingRecords: try writing(size)
    }
  }

  /// Prepares a timeline of a session of a kind.
  private func timeline(of kind: SessionKind, _ size: WorkloadSize) -> Prepared {
    prepared(size.session(kind)) { SessionTimeline(rows: $0) }
  }

  /// Prepares work on the rows of a session.
  private func prepared(_ session: Session, _ work: @escaping ([SessionRow]) -> Any) -> Prepared {
    Prepared(bytes: session.payloadBytes) { work(session.rows) }
  }

  /// Prepares the reading of JSON texts of a kind.
  private func reading(
    _ kind: Documents.Kind,
    _ size: WorkloadSize,
    _ read: @escaping ([UInt8]) throws -> Any
  ) -> Prepared {
    let documents = Documents(kind, bytes: size.bytes, seed: size.seed)
    return Prepared(bytes: documents.bytes) { try documents.texts.map(read) }
  }

  /// Prepares the writing of values that are in memory already.
  private func writing(_ size: WorkloadSize) throws -> Prepared {
    let documents = Documents(.records, bytes: size.bytes, seed: size.seed)
    let values = try documents.texts.map { try JSONDocument(parsing: $0).root.value }
    return Prepared(bytes: documents.bytes) { values.map { $0.canonicalUTF8() } }
  }
}

/// The size of a workload's input.
struct WorkloadSize {
  let bytes: Int
  /// The number of rows of a session, or `nil` to use `bytes`.
  var rows: Int?
  var resultBytes = 0
  let seed: UInt64

  /// Generates a session. A number of rows takes precedence over the kind and the bytes.
  func session(_ kind: SessionKind) -> Session {
    rows.map { Session(rowCount: $0, resultBytes: resultBytes, seed: seed) }
      ?? Session(kind, bytes: bytes, seed: seed)
  }
}
