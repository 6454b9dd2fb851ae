import AgentDirectory
import Testing

struct ClientTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `no input breaks an invariant of the client`(seed: UInt64) throws {
    var generator = StanzaGenerator(seed: seed)
    var client = try Self.client(options: [.deliversToActiveChat, .showsTyping])
    var ids: Set<String> = []
    var delivered: Set<String> = []

    for _ in 0..<60 {
      let before = client
      let actions = client.take(generator.input())

      for stanza in actions.stanzas {
        let id = try #require(stanza["id"])
        #expect(ids.insert(id).inserted, "\(id) was used before")
        #expect(try StanzaElement(parsing: stanza.xml) == stanza)
      }
      for delivery in actions.deliveries.prefix(1) {
        #expect(delivered.insert(delivery.taskID).inserted, "\(delivery.taskID) was delivered")
      }
      if case .stanza = actions.error {
        #expect(client.selection == before.selection && actions.stanzas.isEmpty)
      }
      if client.chat != nil { #expect(client.selection != nil) }
      if client.isTyping { #expect(client.chat != nil) }
      if let selection = client.selection {
        #expect(client.items(of: selection.column).contains { $0.jid == selection.jid })
      }
      for column in DirectoryColumn.allCases {
        let jids = client.items(of: column).map(\.jid)
        #expect(Set(jids).count == jids.count)
      }
    }
  }

  @Test func `connecting announces the client before it requests a list`() throws {
    var client = try Self.client()

    let sent = client.take(.connect).stanzas

    #expect(sent.map(\.name) == ["presence", "iq", "iq"])
    #expect(sent.map(\.xml).joined().contains("urn:xmpp:carbons:2"))
    #expect(client.chat == nil)
  }

  @Test func `by default, a client has no optional behavior`() throws {
    var client = try Self.client()
    try client.fillColumns()
    _ = client.take(.sendWork(to: try #require(JID("t@x")), taskID: "1", body: "go"))
    _ = client.take(.select(.dispatchers, "d@x"))

    let typing = client.take(.receive(Self.composing(from: "d@x/r")))
    let answer = client.take(.receive(Self.response(from: "t@x/r", to: "1")))

    #expect(client.options.isEmpty)
    #expect(typing.error == nil && !client.isTyping)
    #expect(answer.deliveries.map(\.to.description) == ["i@x"])
  }

  @Test func `options add typing and the delivery to the open chat`() throws {
    var client = try Self.client(options: [.deliversToActiveChat, .showsTyping])
    try client.fillColumns()
    _ = client.take(.sendWork(to: try #require(JID("t@x")), taskID: "1", body: "go"))
    _ = client.take(.select(.dispatchers, "d@x"))

    _ = client.take(.receive(Self.composing(from: "d@x/r")))
    let answer = client.take(.receive(Self.response(from: "t@x/r", to: "1")))

    #expect(client.isTyping)
    #expect(answer.deliveries.map(\.to.description) == ["i@x", "d@x"])
    #expect(answer.deliveries.map(\.body) == ["done", "done"])
  }

  @Test func `an app receives the code of a refused task`() throws {
    var client = try Self.client()

    let stranger = client.take(.sendWork(to: try #require(JID("t@x")), taskID: "1", body: "go"))

    #expect(stranger.error == .notASubagent)
    #expect(stranger.error?.code == "not_a_subagent")
    #expect(stranger.stanzas.isEmpty)
  }

  private static func client(options: AgentDirectoryClient.Options = []) throws
    -> AgentDirectoryClient
  {
    AgentDirectoryClient(
      user: try #require(JID("me@example.org/phone")),
      directory: try #require(JID("switch.example.org/directory")),
      pubsub: try #require(JID("pubsub.example.org")),
      idPrefix: "p",
      options: options
    )
  }

  private static func composing(from jid: String) -> String {
    "<message from='\(jid)'><composing xmlns='http://jabber.org/protocol/chatstates'/></message>"
  }

  private static func response(from jid: String, to taskID: String) -> String {
    "<message from='\(jid)'><body>done</body>"
      + "<response xmlns='urn:parity:subagent:0' task_id='\(taskID)'/></message>"
  }
}

extension AgentDirectoryClient {
  /// Connects, and selects the only item of each column: `d@x`, `g@x`, `i@x`. The list of
  /// sub-agents has `t@x`.
  fileprivate mutating func fillColumns() throws {
    var sent = take(.connect).stanzas
    for (column, jid) in zip(DirectoryColumn.allCases, ["d@x", "g@x", "i@x", "t@x"]) {
      let request = try #require(sent.last?["id"])
      _ = take(
        .receive(
          "<iq type='result' id='\(request)' from='switch.example.org/directory'>"
            + "<query xmlns='http://jabber.org/protocol/disco#items'><item jid='\(jid)'/></query></iq>"
        )
      )
      if column != .subagents { sent = take(.select(column, jid)).stanzas }
    }
  }
}
