internal import CanonicalJSON

/// A client's view of the agents that a directory knows: four columns, one chat, and the work of
/// sub-agents.
///
/// It is a value that does nothing by itself. Whoever holds it hands it what happens, and writes
/// the stanzas that it answers with.
public struct AgentDirectoryClient: Sendable {
  /// The user's full JID.
  public let user: JID
  /// The directory's full JID.
  public let directory: JID
  /// The service that tells when a list has changed.
  public let pubsub: JID

  /// What was chosen last; nil where it is there no more.
  public internal(set) var selection: DirectorySelection?
  /// Whose messages the panel shows; nil shows the welcome state (D3).
  public internal(set) var chat: DirectoryItem?

  /// Those that show a list; any other is empty.
  var columns: [ColumnName: DirectoryColumn] = [.dispatchers: DirectoryColumn(node: "dispatchers")]
  /// The parent of work (D8); it outlives a choice of another group (D2).
  var lastIndividual: JID?
  /// The nodes of which the client hears when they change (D6).
  var subscriptions: Set<TextKey> = []
  /// Those whose subscription is not answered yet, by the id of its stanza.
  var unansweredSubscriptions: [TextKey: TextKey] = [:]
  /// Which resources of which contacts are there (D9).
  private var presence: [JID: Set<JID>] = [:]
  var conversations: [JID: Conversation] = [:]
  var tasks: [TextKey: SubagentTask] = [:]
  private let idPrefix: String
  private var stanzaCount = 0

  /// Makes a client that has not connected yet.
  ///
  /// - Parameter idPrefix: begins the id of every stanza. One that no client of this user had
  ///   before, such as a UUID: what the archive holds under the same address and id is taken for
  ///   the same message (D12).
  public init(user: JID, directory: JID, pubsub: JID, idPrefix: String) {
    self.user = user
    self.directory = directory
    self.pubsub = pubsub
    self.idPrefix = idPrefix.allowedInXML
  }

  /// The items of a column, in the directory's order.
  public func items(of column: ColumnName) -> [DirectoryItem] { columns[column]?.items ?? [] }

  // D9
  /// Whether a resource of the contact is there.
  public func isOnline(_ jid: JID) -> Bool { presence[jid.bare]?.isEmpty == false }

  /// The messages of the chat, the oldest first.
  public var messages: [ChatMessage] { chat.flatMap { conversations[$0.jid] }?.messages ?? [] }

  /// Takes in what happened, and tells what has to be done.
  public mutating func take(_ input: ClientInput) -> ClientActions {
    var actions = ClientActions()
    do throws(ClientError) {
      switch input {
      case .connect: connect(&actions)
      case .select(let column, let jid): try select(jid, in: column, &actions)
      case .receive(let text): try receive(text, &actions)
      case .send(let text): send(text, &actions)
      case .sendWork(let worker, let taskID, let body):
        try sendWork(to: worker.bare, taskID: taskID, body: body, &actions)
      }
    } catch {
      actions.error = error
    }
    return actions
  }

  private mutating func connect(_ actions: inout ClientActions) {
    subscriptions = []
    unansweredSubscriptions = [:]
    presence = [:]
    for column in ColumnName.allCases where columns[column] != nil { request(column, &actions) }
    // D11: for what came while nobody was connected.
    queryArchive(&actions)
  }

  private mutating func receive(
    _ text: String,
    _ actions: inout ClientActions
  ) throws(ClientError) {
    let stanza: StanzaElement
    do { stanza = try StanzaElement(parsing: text) } catch { throw .stanza(error) }
    if stanza.has("iq", in: Namespace.client) {
      takeReply(stanza, &actions)
    } else if stanza.has("message", in: Namespace.client) {
      try takeMessage(stanza, &actions)
    } else if stanza.has("presence", in: Namespace.client) {
      takePresence(stanza)
    }
  }

  // D9
  /// Neither `show` nor `status` matters, nor does a type other than `unavailable`.
  private mutating func takePresence(_ stanza: StanzaElement) {
    guard let from = stanza.from else { return }
    switch stanza.type {
    case nil: presence[from.bare, default: []].insert(from)
    case "unavailable":
      // RFC 6121, section 4.5.4: without a resource it is of all of them.
      if from.isBare {
        presence[from] = nil
      } else {
        presence[from.bare]?.remove(from)
      }
    default: break
    }
  }

  mutating func nextStanzaID() -> String {
    stanzaCount += 1
    return "\(idPrefix)\(stanzaCount)"
  }
}

extension StanzaElement {
  var from: JID? { self["from"].flatMap(JID.init) }
  var to: JID? { self["to"].flatMap(JID.init) }
  var type: TextKey? { self["type"].map { TextKey($0) } }
}
