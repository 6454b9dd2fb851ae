import ClawdbotProtocol
import Foundation
import Testing

/// Tests that use every declaration of the contract's source, with its names, labels, types and
/// defaults. Most of them check by compiling.
struct DeclarationTests {
  @Test func `ids are hashable, sendable and literals`() {
    let created = MessageID("m")
    let fromLiteral = MessageID(stringLiteral: "m")
    let values: Set<MessageID> = [created, fromLiteral, "n"]

    #expect(created == fromLiteral)
    #expect(values.count == 2)
    #expect(requiresCodableAndSendable(created))

    let value: String = created.value
    let generated: MessageID = .generate()
    #expect(value == "m")
    #expect(generated.value.count == 36)
  }

  @Test(arguments: [
    (MessageStatus.pending, "pending"), (.sent, "sent"), (.delivered, "delivered"),
    (.failed, "failed"),
  ])
  func `the raw value of a status is its name`(status: MessageStatus, name: String) {
    #expect(status.rawValue == name)
    #expect(MessageStatus(rawValue: name) == status)
    #expect(requiresCodableAndSendable(status))
  }

  @Test(arguments: [
    (MessageAck.AckStatus.received, "received"), (.processed, "processed"), (.error, "error"),
  ])
  func `the raw value of an acknowledgment's status is its name`(
    status: MessageAck.AckStatus,
    name: String
  ) {
    #expect(status.rawValue == name)
    #expect(MessageAck.AckStatus(rawValue: name) == status)
    #expect(requiresCodableAndSendable(status))
  }

  @Test(arguments: [
    (BotState.idle, "idle"), (.thinking, "thinking"), (.typing, "typing"), (.toolUse, "toolUse"),
  ])
  func `the raw value of a state is its name`(state: BotState, name: String) {
    #expect(state.rawValue == name)
    #expect(BotState(rawValue: name) == state)
    #expect(requiresCodableAndSendable(state))
  }

  @Test func `a sender is the user or a bot with a name`() {
    for sender in [MessageSender.user, .bot(name: "Opta")] {
      switch sender {
      case .user: #expect(sender == .user)
      case .bot(let name): #expect(name == "Opta")
      }
      #expect(requiresCodableAndSendable(sender))
    }
  }

  @Test func `a message has every argument and member of its declaration`() {
    let time = Date(timeIntervalSince1970: 1_706_644_800)
    var message = ChatMessage(
      id: MessageID("m"),
      content: "Hello",
      sender: MessageSender.user,
      timestamp: time,
      status: MessageStatus.sent,
      threadID: "t" as String?,
      replyTo: "r" as MessageID?
    )

    let identified: some Identifiable<MessageID> = message
    #expect(identified.id == "m")
    #expect(message.content == "Hello")
    #expect(message.sender == .user)
    #expect(message.timestamp == time)
    #expect(message.threadID == "t")
    #expect(message.replyTo == "r")
    #expect(requiresCodableAndSendable(message))

    message.status = .failed
    #expect(message.status == .failed)
  }

  @Test func `a new message has its own id and the present time`() {
    let before = Date()
    let message = ChatMessage(content: "Hello", sender: .user)
    let other = ChatMessage(content: "Hello", sender: .user)

    #expect(message.id != other.id)
    #expect((before...Date()).contains(message.timestamp))
  }

  @Test func `an envelope has every argument and member of its declaration`() {
    let time = Date(timeIntervalSince1970: 1_706_644_800)
    let envelope: ProtocolEnvelope<BotState> = ProtocolEnvelope(
      version: "2.0",
      type: "bot.state",
      sequence: 7,
      payload: .typing,
      serverTimestamp: time as Date?
    )

    #expect(envelope.version == "2.0")
    #expect(envelope.type == "bot.state")
    #expect(envelope.sequence == 7)
    #expect(envelope.payload == .typing)
    #expect(envelope.serverTimestamp == time)
    #expect(requiresCodableAndSendable(envelope))
  }

  @Test func `a new envelope has version 1 and no timestamp of the server`() {
    let envelope = ProtocolEnvelope(type: "bot.state", sequence: 7, payload: BotState.typing)
    #expect(envelope.version == "1.0")
    #expect(envelope.serverTimestamp == nil)
  }

  @Test func `an acknowledgment has every argument and member of its declaration`() {
    let time = Date(timeIntervalSince1970: 1_706_644_800)
    let ack = MessageAck(messageID: "m", status: .processed, serverTimestamp: time)

    #expect(ack.messageID == "m")
    #expect(ack.status == .processed)
    #expect(ack.serverTimestamp == time)
    #expect(requiresCodableAndSendable(ack))
  }

  @Test func `a new acknowledgment has the present time`() {
    let before = Date()
    let ack = MessageAck(messageID: "m", status: .error)
    #expect((before...Date()).contains(ack.serverTimestamp))
  }

  @Test func `an update has every argument and member of its declaration`() {
    let time = Date(timeIntervalSince1970: 1_706_644_800)
    let update = BotStateUpdate(
      state: .toolUse,
      botName: "Opta",
      detail: "Searching web..." as String?,
      timestamp: time
    )

    #expect(update.state == .toolUse)
    #expect(update.botName == "Opta")
    #expect(update.detail == "Searching web...")
    #expect(update.timestamp == time)
    #expect(requiresCodableAndSendable(update))
  }

  @Test func `a new update has no detail and the present time`() {
    let before = Date()
    let update = BotStateUpdate(state: .thinking, botName: "Opta")
    #expect(update.detail == nil)
    #expect((before...Date()).contains(update.timestamp))
  }

  @Test func `a chunk has every argument and member of its declaration`() {
    let chunk = StreamingChunk(messageID: "m", chunkIndex: 5, content: "Hello ", isFinal: true)

    #expect(chunk.messageID == "m")
    #expect(chunk.chunkIndex == 5)
    #expect(chunk.content == "Hello ")
    #expect(chunk.isFinal)
    #expect(requiresCodableAndSendable(chunk))
  }

  @Test func `a new chunk isn't final`() {
    #expect(!StreamingChunk(messageID: "m", chunkIndex: 0, content: "Hello ").isFinal)
  }

  @Test func `an assembler has every method of its declaration`() async {
    let assembler: any Actor & Sendable = StreamingMessageAssembler()
    guard let assembler = assembler as? StreamingMessageAssembler else {
      Issue.record("not an assembler")
      return
    }

    await assembler.addChunk(StreamingChunk(messageID: "m", chunkIndex: 0, content: "Hi"))
    let content: String = await assembler.currentContent(for: "m")
    let isComplete: Bool = await assembler.isComplete(messageID: "m")
    let completed: String? = await assembler.complete(messageID: "m")
    await assembler.reset()

    #expect(content == "Hi")
    #expect(!isComplete)
    #expect(completed == nil)
    #expect(await assembler.currentContent(for: "m") == "")
  }

  /// Returns `true`, and compiles only if the type of the value has the protocols.
  private func requiresCodableAndSendable(_ value: some Codable & Sendable) -> Bool { true }
}
