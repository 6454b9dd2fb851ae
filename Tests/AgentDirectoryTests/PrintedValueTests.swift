import AgentDirectory
import Testing

/// What `print` and a failed `#expect` show of values, and how values are compared.
struct PrintedValueTests {
  @Test func `a stanza is shown as its XML`() throws {
    let xml = "<message to='a@x'><body>Hi &amp; bye</body></message>"
    #expect("\(try StanzaElement(parsing: xml))" == xml)
  }

  @Test func `values show their members by name, and addresses as text`() throws {
    let jid = try #require(JID("a@x"))
    #expect("\(DirectoryItem(jid: jid, name: "A"))" == #"DirectoryItem(jid: a@x, name: "A")"#)
    #expect(
      "\(DirectoryMessage(id: 0, sender: jid, body: "Hi", stanzaID: "p1"))"
        == #"DirectoryMessage(id: 0, sender: a@x, body: "Hi", stanzaID: Optional("p1"), "#
        + "archiveID: nil)"
    )
  }

  @Test func `a client shows what a view shows`() throws {
    let jid = try #require(JID("me@x/r"))
    let client = AgentDirectoryClient(user: jid, directory: jid, pubsub: jid.bare, idPrefix: "p")
    #expect(
      "\(client)"
        == "AgentDirectoryClient(user: me@x/r, selection: nil, chat: nil, isTyping: false, "
        + "messages: [], dispatchers: [], groups: [], individuals: [], subagents: [])"
    )
  }

  @Test func `the actions of equal clients are equal`() throws {
    let jid = try #require(JID("me@x/r"))
    var client = AgentDirectoryClient(user: jid, directory: jid, pubsub: jid.bare, idPrefix: "p")
    var copy = client
    let actions = client.take(.connect)
    #expect(actions == copy.take(.connect))
    #expect(actions != client.take(.connect), "stanza ids differ")
  }

  @Test func `canonically equivalent texts differ`() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let jid = try #require(JID("a@x"))
    #expect(DirectoryItem(jid: jid, name: composed) != DirectoryItem(jid: jid, name: decomposed))
    #expect(AgentDirectoryClient.Input.send(composed) != .send(decomposed))
    #expect(
      DirectoryMessage(id: 0, sender: jid, body: composed)
        != DirectoryMessage(id: 0, sender: jid, body: decomposed)
    )
  }

  @Test func `inputs of different cases and values differ`() throws {
    let jid = try #require(JID("a@x"))
    let inputs: [AgentDirectoryClient.Input] = [
      .connect, .select(.groups, "a"), .select(.groups, "b"), .select(.subagents, "a"),
      .receive("a"), .send("a"), .sendWork(to: jid, taskID: "1", body: "a"),
      .sendWork(to: jid, taskID: "2", body: "a"), .sendWork(to: jid, taskID: "1", body: "b"),
    ]
    for (index, input) in inputs.enumerated() {
      #expect(inputs.firstIndex(of: input) == index)
    }
  }

  @Test func `a message keeps its id when an older one arrives`() throws {
    let jid = try #require(JID("me@x/r"))
    let directory = try #require(JID("dir@x/r"))
    var client = AgentDirectoryClient(
      user: jid,
      directory: directory,
      pubsub: directory.bare,
      idPrefix: "p"
    )
    let request = try #require(client.take(.connect).stanzas.last?["id"])
    _ = client.take(
      .receive(
        "<iq type='result' id='\(request)' from='dir@x/r'>"
          + "<query xmlns='http://jabber.org/protocol/disco#items'><item jid='d@x'/></query></iq>"
      )
    )
    _ = client.take(.select(.dispatchers, "d@x"))
    _ = client.take(.receive("<message from='d@x/1' type='chat'><body>new</body></message>"))
    let new = try #require(client.messages.first)

    _ = client.take(
      .receive(
        "<message from='d@x/1' type='chat'><body>old</body>"
          + "<delay xmlns='urn:xmpp:delay' stamp='2026-01-01T00:00:00Z'/></message>"
      )
    )
    #expect(client.messages.map(\.body) == ["old", "new"])
    #expect(client.messages.last == new)
    #expect(Set(client.messages.map(\.id)).count == 2)
  }
}
