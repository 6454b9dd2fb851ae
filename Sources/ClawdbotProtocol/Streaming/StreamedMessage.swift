/// The chunks of one message, and their text as far as it has been put together.
///
/// Chunks wait until the text is asked for, and only the text after the first of them is then made anew.
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
  /// In order of their indexes, equal ones in order of arrival.
  private var pieces: [Piece] = []
  /// The chunks that came since, in order of arrival.
  private var waiting: [Piece] = []

  mutating func add(_ chunk: StreamingChunk) {
    waiting.append(Piece(chunkIndex: chunk.chunkIndex, text: chunk.content))
    // A2
    isComplete = isComplete || chunk.isFinal
  }

  /// Puts the chunks that wait into their places.
  mutating func settle() {
    guard let first = waiting.lazy.map(\.chunkIndex).min() else { return }
    // From the end, since what follows has to move anyway.
    let settled = pieces.lastIndex { $0.chunkIndex <= first }.map { $0 + 1 } ?? 0
    if settled < pieces.count {
      let start = content.utf8.index(content.startIndex, offsetBy: pieces[settled].start)
      content.unicodeScalars.removeSubrange(start...)
    }
    // A1: sorting is stable, so that equal indexes stay in order of arrival.
    let moved = (pieces[settled...] + waiting).sorted { $0.chunkIndex < $1.chunkIndex }
    waiting = []
    pieces.removeSubrange(settled...)
    for var piece in moved {
      piece.start = content.utf8.count
      content += piece.text
      pieces.append(piece)
    }
  }
}
