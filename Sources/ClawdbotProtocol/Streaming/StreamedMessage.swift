internal import CanonicalJSON

/// The chunks of one message and the text assembled from them so far.
///
/// Chunks stay pending until a caller requests the text. Only the text from the first pending chunk
/// on is then rebuilt.
struct StreamedMessage {
  /// A chunk without its message's id.
  private struct Piece {
    let chunkIndex: Int
    let text: String
    /// The UTF-8 offset in `content` at which the piece's text begins; 0 while the piece is
    /// pending.
    var start = 0
  }

  /// Whether any chunk was final (rule A2).
  private(set) var isComplete = false
  /// The text of all settled chunks.
  private(set) var content = ""
  /// The settled pieces, sorted by index and then by order of arrival, followed by the pending
  /// pieces.
  private var pieces: [Piece] = []
  private var settledCount = 0

  /// Adds a chunk as a pending piece.
  mutating func add(_ chunk: StreamingChunk) {
    pieces.append(Piece(chunkIndex: chunk.chunkIndex, text: chunk.content))
    // A2
    isComplete = isComplete || chunk.isFinal
  }

  /// Merges the pending chunks into `content`.
  mutating func settle() {
    guard let first = pieces[settledCount...].lazy.map(\.chunkIndex).min() else { return }
    let kept = (0..<settledCount).partitionPoint { pieces[$0].chunkIndex <= first }

    if kept < settledCount {
      let start = content.utf8.index(content.startIndex, offsetBy: pieces[kept].start)
      content.unicodeScalars.removeSubrange(start...)
    }

    // A1: sorting is stable, so equal indices stay in order of arrival.
    pieces[kept...].sort { $0.chunkIndex < $1.chunkIndex }
    for index in kept..<pieces.count {
      pieces[index].start = content.utf8.count
      content += pieces[index].text
    }

    settledCount = pieces.count
  }
}
