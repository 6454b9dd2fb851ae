/// The namespaces of the stanzas that the client reads and writes.
enum Namespace {
  static let client = "jabber:client"
  static let xml = "http://www.w3.org/XML/1998/namespace"
  static let discoItems = "http://jabber.org/protocol/disco#items"  // XEP-0030
  static let pubsub = "http://jabber.org/protocol/pubsub"  // XEP-0060
  static let pubsubEvent = "http://jabber.org/protocol/pubsub#event"  // XEP-0060
  static let archive = "urn:xmpp:mam:2"  // XEP-0313
  static let resultSet = "http://jabber.org/protocol/rsm"  // XEP-0059
  static let form = "jabber:x:data"  // XEP-0004
  static let carbons = "urn:xmpp:carbons:2"  // XEP-0280
  static let forward = "urn:xmpp:forward:0"  // XEP-0297
  static let delay = "urn:xmpp:delay"  // XEP-0203
  static let stanzaID = "urn:xmpp:sid:0"  // XEP-0359
  static let chatStates = "http://jabber.org/protocol/chatstates"  // XEP-0085
  /// The namespace of tasks for sub-agents and of their responses.
  static let subagent = "urn:parity:subagent:0"
}
