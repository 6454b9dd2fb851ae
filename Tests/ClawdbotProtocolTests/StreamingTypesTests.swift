import ClawdbotProtocol
import Foundation
import Testing

struct StreamingTypesTests {
  @Test(arguments: [BotState.idle, .thinking, .typing, .toolUse])
  func `a bot's state goes through JSON`(state: BotState) throws {
    #expect(try JSONDecoder().decode(BotState.self, from: JSONEncoder().encode(state)) == state)
  }

  @Test func `a chunk goes through JSON`() throws {
    let chunk = StreamingChunk(messageID: "msg-1", chunkIndex: 5, content: "Hello ", isFinal: false)
    let decoded = try JSONDecoder().decode(StreamingChunk.self, from: JSONEncoder().encode(chunk))
    #expect(decoded.messageID == chunk.messageID)
    #expect(decoded.chunkIndex == chunk.chunkIndex)
    #expect(decoded.content == chunk.content)
    #expect(decoded.isFinal == chunk.isFinal)
  }

  @Test func `chunks are put together`() async {
    let assembler = StreamingMessageAssembler()
    await assembler.addChunk(
      StreamingChunk(messageID: "test-msg", chunkIndex: 0, content: "Hello ")
    )
    await assembler.addChunk(StreamingChunk(messageID: "test-msg", chunkIndex: 1, content: "World"))
    #expect(await assembler.currentContent(for: "test-msg") == "Hello World")
  }

  @Test func `chunks out of order are put in order`() async {
    let assembler = StreamingMessageAssembler()
    await assembler.addChunk(StreamingChunk(messageID: "test-msg", chunkIndex: 2, content: "!"))
    await assembler.addChunk(
      StreamingChunk(messageID: "test-msg", chunkIndex: 0, content: "Hello ")
    )
    await assembler.addChunk(StreamingChunk(messageID: "test-msg", chunkIndex: 1, content: "World"))
    #expect(await assembler.currentContent(for: "test-msg") == "Hello World!")
  }

  @Test func `a final chunk completes a message`() async {
    let assembler = StreamingMessageAssembler()
    await assembler.addChunk(StreamingChunk(messageID: "test-msg", chunkIndex: 0, content: "Hi"))
    #expect(await !assembler.isComplete(messageID: "test-msg"))
    await assembler.addChunk(
      StreamingChunk(messageID: "test-msg", chunkIndex: 1, content: "!", isFinal: true)
    )
    #expect(await assembler.isComplete(messageID: "test-msg"))
  }

  @Test func `a completed message is given and forgotten`() async {
    let assembler = StreamingMessageAssembler()
    await assembler.addChunk(
      StreamingChunk(messageID: "test-msg", chunkIndex: 0, content: "Done", isFinal: true)
    )
    #expect(await assembler.complete(messageID: "test-msg") == "Done")
    #expect(await assembler.currentContent(for: "test-msg") == "")
  }
}
