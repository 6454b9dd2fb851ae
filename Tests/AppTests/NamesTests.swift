// An app that imports every library, and nothing else of this package: no name is ambiguous, each
// can be qualified by its module, and no library's API needs `CanonicalJSON`.

import AgentDirectory
import ChatHistory
import ClawdbotProtocol
import EventStream
import EventStreamClient
import Foundation
import Observation
import SessionDetail
import Testing

struct NamesTests {
  @Test func `each module can be named`() {
    let names: [Any.Type] = [
      AgentDirectory.AgentDirectoryClient.self,
      ChatHistory.HistoryDetailContent.self,
      ClawdbotProtocol.ChatMessage.self,
      EventStream.EventSession<ContinuousClock.Instant>.self,
      EventStreamClient.WorkflowSession.self,
      SessionDetail.SessionTimeline.self,
      SessionDetail.TimelineEntry.Role.self,
    ]
    #expect(Set(names.map { "\($0)" }).count == names.count)
  }

  @Test func `each type can be named without its module`() throws {
    let message = ChatMessage(content: "Hi", sender: .user)
    #expect(message.status == .pending)

    let jid = try #require(JID("a@x"))
    let shown = DirectoryMessage(id: 0, sender: jid, body: "Hi")
    #expect(shown.body == message.content)

    let entry = TimelineEntry(id: "e", role: .user, sequenceNumber: 1, blocks: [.text("Hi")])
    #expect(entry.display.map(\.id) == [0])
  }

  @Test func `values identify themselves to views`() throws {
    let jid = try #require(JID("a@x"))
    #expect(id(of: DirectoryItem(jid: jid, name: "A")) == jid)
    #expect(id(of: WorkflowSession(id: "s1")) == "s1")
    #expect(
      id(of: TimelineEntry(id: "e", role: .user, sequenceNumber: 1, blocks: [])) == "e"
    )
    #expect(
      id(of: SubAgent(toolUseID: "t", subagentType: "", description: "", status: .running)) == "t"
    )
    #expect(id(of: UserProfile(id: "u")) == "u")
    #expect(DirectoryColumn.allCases.map(id) == DirectoryColumn.allCases)
  }

  @Test func `arbitrary JSON is decoded with Foundation`() throws {
    struct Arguments: Decodable, Equatable {
      let path: String
    }
    let input = try #require(ToolCall.Input(json: #"{"path": "a.txt"}"#))
    let decoded = try JSONDecoder().decode(Arguments.self, from: Data(input.json.utf8))
    #expect(decoded == Arguments(path: "a.txt"))

    let payload = try #require(WorkflowEvent.Payload(json: #"{"path": "b.txt"}"#))
    let other = try JSONDecoder().decode(Arguments.self, from: Data(payload.json.utf8))
    #expect(other == Arguments(path: "b.txt"))
  }

  private func id<Item: Identifiable>(of item: Item) -> Item.ID { item.id }
}
