internal import CanonicalJSON

/// The chunks of one message, and their text as far as it has been put together.
///
/// Chunks wait until the text is asked for, and only the text after the first of them is then made
/// anew.
struct StreamedMessage {
  private struct Piece {
    let chunkIndex: Int
    let text: String
    /// Where its text begins in `content`, in UTF-8 bytes; 0 while it waits.
    var start = 0
  }

  /// Whether any chunk was final (rule A2).
  private(set) var isComplete = false
  /// The text of all chunks that were settled.
  private(set) var content = ""
  /// Those that are settled, in order of their indexes, equal ones in order of arrival; then those
  /// that wait.
  private var pieces: [Piece] = []
  private var settledCount = 0

  mutating func add(_ chunk: StreamingChunk) {
    pieces.append(Piece(chunkIndex: chunk.chunkIndex, text: chunk.content))
    // A2
    isComplete = isComplete || chunk.isFinal
  }

  /// Puts the chunks that wait into their places.
  mutating func settle() {
    guard let first = pieces[settledCount...].lazy.map(\.chunkIndex).min() else { return }
    let kept = (0..<settledCount).partitionPoint { pieces[$0].chunkIndex <= first }
    if kept < settledCount {
      let start = content.utf8.index(content.startIndex, offsetBy: pieces[kept].start)
      content.unicodeScalars.removeSubrange(start...)
    }
    // A1: sorting is stable, so that equal indexes stay in order of arrival.
    pieces[kept...].sort { $0.chunkIndex < $1.chunkIndex }
    for index in kept..<pieces.count {
      pieces[index].start = content.utf8.count
      content += pieces[index].text
    }
    settledCount = pieces.count
  }
}
