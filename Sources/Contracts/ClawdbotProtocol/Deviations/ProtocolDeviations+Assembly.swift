internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

// A1, A2, A3, A4
extension ProtocolDeviations {
  static var ofOrder: [Deviation] {
    [
      assembling("A1", "chunks stand in order of arrival") { $0.order = { $0 } },
      assembling("A1", "chunks stand in reverse") { $0.order = { $0.sorted { $0.chunkIndex > $1.chunkIndex } } },
      assembling("A1", "indexes are compared as text") {
        $0.order = { $0.sorted { "\($0.chunkIndex)" < "\($1.chunkIndex)" } }
      },
      assembling("A1", "indexes are compared as doubles") {
        $0.order = { $0.sorted { Double($0.chunkIndex) < Double($1.chunkIndex) } }
      },
      assembling("A1", "indexes are cut to 32 bits") { assembler in
        assembler.order = {
          $0.sorted { Int32(truncatingIfNeeded: $0.chunkIndex) < Int32(truncatingIfNeeded: $1.chunkIndex) }
        }
      },
      assembling("A1", "indexes have no sign") {
        $0.order = { $0.sorted { $0.chunkIndex.magnitude < $1.chunkIndex.magnitude } }
      },
      assembling("A1", "negative indexes are refused") { $0.accepts = { chunk, _ in chunk.chunkIndex >= 0 } },
      assembling("A1", "equal indexes stand in reverse") { assembler in
        assembler.order = { $0.reversed().sorted { $0.chunkIndex < $1.chunkIndex } }
      },
      assembling("A1", "equal indexes go by their text") { assembler in
        assembler.order = { $0.sorted { ($0.chunkIndex, $0.content) < ($1.chunkIndex, $1.content) } }
      },
      assembling("A1", "a later chunk replaces one of its index") { assembler in
        assembler.join = { chunks in
          let last = zip(chunks, chunks.dropFirst().map { $0.chunkIndex as Int? } + [nil]).filter {
            $0.chunkIndex != $1
          }
          return last.map(\.0.content).joined()
        }
      },
      assembling("A1", "a chunk of a known index is left out") { assembler in
        assembler.accepts = { chunk, known in !known.contains { $0.chunkIndex == chunk.chunkIndex } }
      },
      assembling("A1", "a chunk that comes again is left out") { assembler in
        assembler.accepts = { chunk, known in
          !known.contains {
            $0.chunkIndex == chunk.chunkIndex && $0.content.hasSameBytes(as: chunk.content)
              && $0.isFinal == chunk.isFinal
          }
        }
      },
      assembling("A1", "content ends at the first gap") { $0.join = { $0.untilGap.map(\.content).joined() } },
      assembling("A1", "content begins at index 0") { assembler in
        assembler.join = { $0.filter { $0.chunkIndex >= 0 }.first?.chunkIndex == 0 ? $0.map(\.content).joined() : "" }
      },
      assembling("A1", "a gap is told by an ellipsis") { assembler in
        assembler.join = { chunks in
          chunks.count == chunks.untilGap.count
            ? chunks.map(\.content).joined()
            : chunks.untilGap.map(\.content).joined() + "…"
              + chunks.dropFirst(chunks.untilGap.count).map(\.content).joined()
        }
      },
      assembling("A1", "chunks are joined by spaces") { $0.join = { $0.map(\.content).joined(separator: " ") } },
      assembling("A1", "chunks are trimmed") { $0.join = { $0.map(\.content.trimmed).joined() } },
      assembling("A1", "content is trimmed") { $0.join = { $0.map(\.content).joined().trimmed } },
      assembling("A1", "content is composed") { $0.join = { $0.map(\.content).joined().composed } },
      assembling("A1", "CRLF is LF") { $0.join = { $0.map(\.content).joined().replacingText("\r\n", with: "\n") } },
      assembling("A1", "all messages are one") { $0.key = { _ in "" } },
      assembling("A1", "what was asked for stays in front") { assembler in
        assembler.remains = { chunks in
          let content = chunks.sorted { $0.chunkIndex < $1.chunkIndex }.map(\.content).joined()
          guard let first = chunks.first else { return [] }
          return [
            StreamingChunk(
              messageID: first.messageID, chunkIndex: .min, content: content, isFinal: chunks.contains(where: \.isFinal)
            )
          ]
        }
      },
    ]
  }

  static var ofCompletion: [Deviation] {
    [
      assembling("A2", "a message is complete without gaps alone") { assembler in
        assembler.isComplete = { chunks in
          let sorted = chunks.sorted { $0.chunkIndex < $1.chunkIndex }
          return chunks.contains(where: \.isFinal) && sorted.untilGap.count == chunks.count
            && sorted.first?.chunkIndex == 0
        }
      },
      assembling("A2", "the chunk that came last decides") { $0.isComplete = { $0.last?.isFinal ?? false } },
      assembling("A2", "the chunk that came first decides") { $0.isComplete = { $0.first?.isFinal ?? false } },
      assembling("A2", "the chunk of the greatest index decides") { assembler in
        assembler.isComplete = { chunks in chunks.max { $0.chunkIndex < $1.chunkIndex }?.isFinal ?? false }
      },
      assembling("A2", "all chunks have to be final") { $0.isComplete = { $0.allSatisfy(\.isFinal) } },
      assembling("A2", "a message needs more than one chunk") {
        $0.isComplete = { $0.count > 1 && $0.contains(where: \.isFinal) }
      },
      assembling("A2", "an empty final chunk completes nothing") { assembler in
        assembler.isComplete = { $0.contains { $0.isFinal && !$0.content.isEmpty } }
      },
      assembling("A2", "an empty chunk is final") {
        $0.isComplete = { $0.contains { $0.isFinal || $0.content.isEmpty } }
      },
      assembling("A2", "a message is never complete") { $0.isComplete = { _ in false } },
      assembling("A2", "a message is complete once it begins") { $0.isComplete = { _ in true } },
      assembling("A2", "two final chunks are one too many") { $0.isComplete = { $0.count(where: \.isFinal) == 1 } },
      assembling("A2", "chunks after the final one are left out") { assembler in
        assembler.accepts = { _, known in !known.contains(where: \.isFinal) }
      },
      assembling("A2", "chunks beyond the final one are left out") { assembler in
        assembler.accepts = { chunk, known in !known.contains { $0.isFinal && $0.chunkIndex < chunk.chunkIndex } }
      },
      assembling("A2", "the final chunk has no text") { assembler in
        assembler.join = { $0.filter { !$0.isFinal }.map(\.content).joined() }
      },
    ]
  }

  static var ofForgetting: [Deviation] {
    [
      assembling("A3", "completing forgets nothing") { $0.forgetsComplete = false },
      assembling("A3", "completing gives what is there, complete or not") { $0.givesIncomplete = true },
      assembling("A3", "completing too early forgets the message") { $0.forgetsIncomplete = true },
      assembling("A3", "completing forgets every message") { $0.forgetsAllOnComplete = true },
      assembling("A3", "a message that was completed takes no chunk") { $0.refusesAfterTaking = true },
      assembling("A3", "a message that was completed stays complete") { $0.staysComplete = true },
      assembling("A3", "a message can be completed again") { $0.givesAgain = true },
      assembling("A3", "a chunk after completion is added to the old text") { $0.keepsTakenText = true },
      assembling("A3", "asking for the content forgets it") { $0.remains = { _ in [] } },
      assembling("A4", "an unknown message has no text at all") { $0.unknownContent = .null },
      assembling("A4", "an unknown message is complete") { $0.isUnknownComplete = true },
      assembling("A4", "an unknown message completes to nothing but text") { $0.unknownCompletion = "" },
      assembling("A4", "reset forgets incomplete messages alone") { $0.resets = { !$0.contains(where: \.isFinal) } },
      assembling("A4", "reset forgets complete messages alone") { $0.resets = { $0.contains(where: \.isFinal) } },
      assembling("A4", "reset forgets nothing") { $0.resets = { _ in false } },
    ]
  }
}

extension [StreamingChunk] {
  /// Of chunks in order, those before an index is left out.
  fileprivate var untilGap: [StreamingChunk] {
    let gap = indices.dropLast().first {
      self[$0].chunkIndex != .max && self[$0].chunkIndex + 1 < self[$0 + 1].chunkIndex
    }
    return gap.map { Array(prefix(through: $0)) } ?? self
  }
}
