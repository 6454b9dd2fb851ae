/// The chunks of one message, and their text as far as it has been put together.
///
/// Chunks wait until the text is asked for, and only the text after the first of them is then made anew.
struct StreamedMessage {
  /// A chunk whose text is part of `content`.
  private struct Piece {
    let chunkIndex: Int
    /// Where its text begins in `content`, in UTF-8 bytes.
    let start: Int
    let text: String
  }

  /// Whether any chunk was final (rule A2).
  private(set) var isComplete = false
  /// The text of all chunks that were settled.
  private(set) var content = ""
  /// In order of their indexes, equal ones in order of arrival.
  private var pieces: [Piece] = []
  /// The chunks that came since, in order of arrival.
  private var waiting: [StreamingChunk] = []

  mutating func add(_ chunk: StreamingChunk) {
    waiting.append(chunk)
    // A2
    isComplete = isComplete || chunk.isFinal
  }

  /// Puts the chunks that wait into their places.
  mutating func settle() {
    guard !waiting.isEmpty else { return }
    // A1: sorting is stable, so that equal indexes stay in order of arrival.
    var arrived = waiting.sorted { $0.chunkIndex < $1.chunkIndex }[...]
    waiting = []
    var following = removePieces(after: arrived.first?.chunkIndex ?? .max)[...]
    while let chunk = arrived.first {
      // A1: what is equal and settled came before.
      if let piece = following.first, piece.chunkIndex <= chunk.chunkIndex {
        append(piece.text, at: piece.chunkIndex)
        following.removeFirst()
      } else {
        append(chunk.content, at: chunk.chunkIndex)
        arrived.removeFirst()
      }
    }
    for piece in following { append(piece.text, at: piece.chunkIndex) }
  }

  private mutating func append(_ text: String, at chunkIndex: Int) {
    pieces.append(Piece(chunkIndex: chunkIndex, start: content.utf8.count, text: text))
    content += text
  }

  /// Takes the pieces whose index is greater off the end of the text, and gives them in order.
  private mutating func removePieces(after chunkIndex: Int) -> [Piece] {
    let first = firstPiece(after: chunkIndex)
    guard first < pieces.count else { return [] }
    let removed = Array(pieces[first...])
    content.unicodeScalars.removeSubrange(content.utf8.index(content.startIndex, offsetBy: removed[0].start)...)
    pieces.removeSubrange(first...)
    return removed
  }

  /// The place of the first piece whose index is greater.
  private func firstPiece(after chunkIndex: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].chunkIndex <= chunkIndex {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
