import ClawdbotProtocol
import Foundation
import Testing

/// What `print` and a failed `#expect` show of values, and how values are compared.
struct PrintedValueTests {
  private let time = Date(timeIntervalSince1970: 0)

  @Test func `values show their members by name`() {
    #expect("\(MessageID("msg-1"))" == #"MessageID(value: "msg-1")"#)
    #expect("\(MessageSender.bot(name: "Opta"))" == #"bot(name: "Opta")"#)
    #expect(
      "\(StreamingChunk(messageID: "m", chunkIndex: 0, content: "Hi"))"
        == #"StreamingChunk(messageID: ClawdbotProtocol.MessageID(value: "m"), chunkIndex: 0, "#
        + #"content: "Hi", isFinal: false)"#
    )
  }

  @Test func `acknowledgments and messages can be compared`() {
    let ack = MessageAck(messageID: "m", status: .received, serverTimestamp: time)
    #expect(ack == MessageAck(messageID: "m", status: .received, serverTimestamp: time))
    #expect(ack != MessageAck(messageID: "m", status: .error, serverTimestamp: time))

    let message = ChatMessage(id: "m", content: "Hi", sender: .user, timestamp: time)
    var sent = message
    sent.status = .sent
    #expect(Set([message, message, sent]).count == 2)
  }

  @Test func `canonically equivalent texts differ`() {
    let messages = ["\u{E9}", "e\u{301}"].map { text in
      ChatMessage(id: "m", content: text, sender: .bot(name: text), timestamp: time)
    }
    #expect(messages[0] != messages[1])
    let envelopes = messages.map { message in
      ProtocolEnvelope(type: "chat.message", sequence: 1, payload: message)
    }
    #expect(Set(envelopes).count == 2)
    let updates = ["\u{E9}", "e\u{301}"].map { name in
      BotStateUpdate(state: .idle, botName: name, timestamp: time)
    }
    #expect(Set(updates).count == 2)
  }
}
