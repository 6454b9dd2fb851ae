import AgentDirectory
import Testing

struct ClientTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `whatever comes, the client holds together`(seed: UInt64) throws {
    var generator = StanzaGenerator(seed: seed)
    var client = try Self.client()
    var ids: Set<String> = []
    for _ in 0..<60 {
      let before = client
      let actions = client.take(generator.input())
      for stanza in actions.sent {
        let id = try #require(stanza["id"])
        #expect(ids.insert(id).inserted, "\(id) was used before")
        #expect(try StanzaElement(parsing: stanza.xml) == stanza)
      }
      if case .stanza = actions.error {
        #expect(client.selection == before.selection && actions.sent.isEmpty)
      }
      if before.chat != nil { #expect(client.chat != nil) }
      if let selection = client.selection {
        #expect(client.items(of: selection.column).contains { $0.jid == selection.jid })
      }
      for column in ColumnName.allCases {
        let jids = client.items(of: column).map(\.jid)
        #expect(Set(jids).count == jids.count)
      }
    }
  }

  private static func client() throws -> AgentDirectoryClient {
    AgentDirectoryClient(
      user: try #require(JID("me@example.org/phone")),
      directory: try #require(JID("switch.example.org/directory")),
      pubsub: try #require(JID("pubsub.example.org")),
      idPrefix: "p"
    )
  }
}
