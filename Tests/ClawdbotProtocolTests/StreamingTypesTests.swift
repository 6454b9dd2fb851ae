import ClawdbotProtocol
import Foundation
import Testing

/// The tests of states, chunks and the assembler that the contract's source lists, with their
/// values and checks.
struct StreamingTypesTests {
  // MARK: - States

  /// `testBotStateCodable`
  @Test func `each state is decoded as encoded`() throws {
    for state in [BotState.idle, .thinking, .typing, .toolUse] {
      let data = try JSONEncoder().encode(state)
      let decoded = try JSONDecoder().decode(BotState.self, from: data)
      #expect(decoded == state)
    }
  }

  // MARK: - Chunks

  /// `testStreamingChunkCodable`
  @Test func `a chunk is decoded as encoded`() throws {
    let chunk = StreamingChunk(
      messageID: "msg-1",
      chunkIndex: 5,
      content: "Hello ",
      isFinal: false
    )

    let data = try JSONEncoder().encode(chunk)
    let decoded = try JSONDecoder().decode(StreamingChunk.self, from: data)

    #expect(decoded.messageID == chunk.messageID)
    #expect(decoded.chunkIndex == chunk.chunkIndex)
    #expect(decoded.content == chunk.content)
    #expect(decoded.isFinal == chunk.isFinal)
  }

  // MARK: - The assembler

  /// `testAssemblerAggregatesChunks`
  @Test func `chunks are joined`() async {
    let assembler = StreamingMessageAssembler()
    let messageID: MessageID = "test-msg"

    await assembler.addChunk(
      StreamingChunk(messageID: messageID, chunkIndex: 0, content: "Hello ")
    )
    await assembler.addChunk(StreamingChunk(messageID: messageID, chunkIndex: 1, content: "World"))

    let content = await assembler.currentContent(for: messageID)
    #expect(content == "Hello World")
  }

  /// `testAssemblerHandlesOutOfOrder`
  @Test func `chunks that arrive out of order are sorted`() async {
    let assembler = StreamingMessageAssembler()
    let messageID: MessageID = "test-msg"

    await assembler.addChunk(StreamingChunk(messageID: messageID, chunkIndex: 2, content: "!"))
    await assembler.addChunk(
      StreamingChunk(messageID: messageID, chunkIndex: 0, content: "Hello ")
    )
    await assembler.addChunk(StreamingChunk(messageID: messageID, chunkIndex: 1, content: "World"))

    let content = await assembler.currentContent(for: messageID)
    #expect(content == "Hello World!")
  }

  /// `testAssemblerDetectsCompletion`
  @Test func `a final chunk completes a message`() async {
    let assembler = StreamingMessageAssembler()
    let messageID: MessageID = "test-msg"

    await assembler.addChunk(StreamingChunk(messageID: messageID, chunkIndex: 0, content: "Hi"))
    var isComplete = await assembler.isComplete(messageID: messageID)
    #expect(!isComplete)

    await assembler.addChunk(
      StreamingChunk(messageID: messageID, chunkIndex: 1, content: "!", isFinal: true)
    )
    isComplete = await assembler.isComplete(messageID: messageID)
    #expect(isComplete)
  }

  /// `testAssemblerComplete`
  @Test func `a complete message is returned once`() async {
    let assembler = StreamingMessageAssembler()
    let messageID: MessageID = "test-msg"

    await assembler.addChunk(
      StreamingChunk(messageID: messageID, chunkIndex: 0, content: "Done", isFinal: true)
    )

    let result = await assembler.complete(messageID: messageID)
    #expect(result == "Done")

    let remaining = await assembler.currentContent(for: messageID)
    #expect(remaining == "")
  }
}
