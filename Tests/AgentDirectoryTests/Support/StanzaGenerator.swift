import AgentDirectory

/// Generates elements, texts and inputs that are the same for the same seed on every platform.
struct StanzaGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// Returns the next number of SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &self)]
  }

  mutating func element(depth: Int) -> StanzaElement {
    var element = StanzaElement(pick(Self.names), pick(Self.namespaces))
    for (number, name) in Self.names.enumerated() where Bool.random(using: &self) {
      // The names differ, because an element can't repeat an attribute.
      let namespace =
        number % 2 == 0 ? "" : pick(["", "urn:a", "http://www.w3.org/XML/1998/namespace"])
      element.attributes.append(.init(name, pick(Self.texts), namespace: namespace))
    }
    var wasText = false
    for _ in 0..<Int.random(in: 0..<4, using: &self) {
      if depth < 5, Bool.random(using: &self) {
        element.content.append(.element(self.element(depth: depth + 1)))
        wasText = false
      } else if !wasText {
        element.content.append(.text(pick(Self.texts.filter { !$0.isEmpty })))
        wasText = true
      }
    }
    return element
  }

  private static let names = ["a", "body", "é", "x-1", "_b"]
  private static let namespaces = [
    "jabber:client", "urn:a", "urn:a'b&<c>", "", "http://jabber.org/protocol/disco#items",
  ]
  private static let texts = [
    "", "x", " ", "\n", "\r\n", "\t", "<a>", "&amp;", "]]>", "'\"", "é", "e\u{301}", "\u{1F916}",
    "a  b", "<!-- -->",
  ]

  mutating func hostileText() -> String {
    var text = (0..<Int.random(in: 1..<12, using: &self)).map { _ in pick(Self.pieces) }.joined()
    if Bool.random(using: &self) {
      // A damaged stanza.
      var scalars = Array(element(depth: 0).xml.unicodeScalars)
      for _ in 0..<Int.random(in: 0..<3, using: &self) where !scalars.isEmpty {
        scalars.remove(at: Int.random(in: scalars.indices, using: &self))
      }
      text = String(String.UnicodeScalarView(scalars)) + (Bool.random(using: &self) ? "" : text)
    }
    return text
  }

  private static let pieces = [
    "<a>", "</a>", "<a/>", "<p:a xmlns:p='u'>", "</p:a>", "<!DOCTYPE a>", "<!ENTITY x 'y'>", "&x;",
    "&#0;",
    "&#x10FFFF;",
    "<![CDATA[", "]]>", "<!--", "-->", "<?x ?>", " xmlns=''", "'", "\"", "\u{0}", "\u{FFFE}", "é",
    "\u{FEFF}", "<", ">",
    "&", "<a b='c' b='d'/>", "<a xmlns:x=''/>", "<xmlns:a/>", "<a xmlns:xml='u'/>",
    "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
  ]

  mutating func input() -> AgentDirectoryClient.Input {
    let jid = pick(["a@example.org", "b@example.org", "c@example.org/x"])
    switch Int.random(in: 0..<19, using: &self) {
    case 0: return .connect
    case 1, 2, 3: return .select(pick(DirectoryColumn.allCases), jid)
    case 4: return .send(pick(Self.texts))
    case 5:
      guard let worker = JID(jid) else { return .connect }
      return .sendWork(to: worker, taskID: pick(["1", "2", "3"]), body: pick(Self.texts))
    case 6: return .receive(hostileText())
    case 7, 8, 9, 10: return .receive(reply())
    case 11: return .receive("<presence from='\(jid)/r'\(pick(["", " type='unavailable'"]))/>")
    case 12:
      return .receive("<message from='\(jid)' id='\(pick(["1", "2"]))'><body>x</body></message>")
    case 13:
      return .receive(
        "<message from='\(jid)'><body/><response xmlns='urn:parity:subagent:0' task_id='\(pick(["1", "2"]))'/></message>"
      )
    case 14, 15:
      return .receive(archivedResponse(from: jid))
    case 16:
      let state = pick(["active", "composing", "paused"])
      return .receive(
        "<message from='\(jid)'><\(state) xmlns='http://jabber.org/protocol/chatstates'/></message>"
      )
    default:
      let node = pick(["dispatchers", "groups:\(jid)", "individuals:\(jid)", "subagents:\(jid)"])
      return .receive(
        "<message from='pubsub.example.org'><event xmlns='http://jabber.org/protocol/pubsub#event'>"
          + "<items node='\(node)'/></event></message>"
      )
    }
  }

  private mutating func archivedResponse(from jid: String) -> String {
    "<message><result xmlns='urn:xmpp:mam:2' id='a\(pick(["1", "2"]))'>"
      + "<forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' from='\(jid)'>"
      + "<response xmlns='urn:parity:subagent:0' task_id='\(pick(["1", "2"]))'/>"
      + "</message></forwarded></result></message>"
  }

  private mutating func reply() -> String {
    let items = ["a", "b", "c"].filter { _ in Bool.random(using: &self) }.map {
      "<item jid='\($0)@example.org'/>"
    }
    let id = "p\(Int.random(in: 1..<60, using: &self))"
    let type = pick(["result", "result", "error"])
    return "<iq from='switch.example.org/directory' type='\(type)' id='\(id)'>"
      + "<query xmlns='http://jabber.org/protocol/disco#items'>\(items.joined())</query></iq>"
  }
}
