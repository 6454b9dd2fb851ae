import ClawdbotProtocol
import TestRandomness
import Testing

/// Tests that the cases of the contract can't contain: random orders, many tasks at once, and long
/// replies.
struct StreamingMessageAssemblerTests {
  /// Compares with the approach of the seed: all chunks, sorted and joined for each call.
  @Test(arguments: 0..<200) func `asked at any time, it is the chunks in order`(
    seed: UInt64
  ) async {
    var generator = SeededGenerator(seed: seed)
    let assembler = StreamingMessageAssembler()
    var chunks: [StreamingChunk] = []
    for _ in 0..<40 {
      let chunk = StreamingChunk(
        messageID: "m",
        chunkIndex: Int.random(in: -6...6, using: &generator),
        content: ["a", "é", "\u{301}", "\r", "\n", "👩", "\u{200D}", ""].randomElement(
          using: &generator
        ) ?? "",
        isFinal: Int.random(in: 0..<30, using: &generator) == 0
      )
      chunks.append(chunk)
      await assembler.addChunk(chunk)
      #expect(await assembler.isComplete(messageID: "m") == chunks.contains(where: \.isFinal))
      guard Bool.random(using: &generator) else { continue }
      let expected = chunks.sorted { $0.chunkIndex < $1.chunkIndex }.map(\.content).joined()
      #expect(Array(await assembler.currentContent(for: "m").utf8) == Array(expected.utf8))
    }
  }

  @Test func `tasks may add chunks at the same time`() async {
    let assembler = StreamingMessageAssembler()
    await withTaskGroup { group in
      for index in 0..<1_000 {
        group.addTask {
          await assembler.addChunk(
            StreamingChunk(
              messageID: "m",
              chunkIndex: index,
              content: "\(index) ",
              isFinal: index == 500
            )
          )
        }
      }
    }
    #expect(await assembler.complete(messageID: "m") == (0..<1_000).map { "\($0) " }.joined())
  }

  /// With this many chunks, a quadratic cost would take minutes.
  @Test(.timeLimit(.minutes(10)), arguments: [Arrival.inOrder, .reversed, .shuffled])
  func `a long reply costs little, however it comes`(arrival: Arrival) async {
    let count = 200_000
    let assembler = StreamingMessageAssembler()
    for index in arrival.indexes(below: count) {
      await assembler.addChunk(StreamingChunk(messageID: "m", chunkIndex: index, content: "word "))
      if index.isMultiple(of: 20_000) { _ = await assembler.currentContent(for: "m") }
    }
    #expect(await assembler.currentContent(for: "m").utf8.count == count * 5)
  }

  @Test(.timeLimit(.minutes(10))) func `a long reply may be asked for after each chunk`() async {
    let assembler = StreamingMessageAssembler()
    var length = 0
    for index in 0..<100_000 {
      // Every other chunk arrives before its predecessor.
      await assembler.addChunk(
        StreamingChunk(messageID: "m", chunkIndex: index ^ 1, content: "word ")
      )
      length = await assembler.currentContent(for: "m").utf8.count
    }
    #expect(length == 500_000)
  }

  enum Arrival: CaseIterable {
    case inOrder
    case reversed
    case shuffled

    func indexes(below count: Int) -> [Int] {
      var generator = SeededGenerator(seed: 1)
      return switch self {
      case .inOrder: Array(0..<count)
      case .reversed: Array((0..<count).reversed())
      case .shuffled: (0..<count).shuffled(using: &generator)
      }
    }
  }
}
