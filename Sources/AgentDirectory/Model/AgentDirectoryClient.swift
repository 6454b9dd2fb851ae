internal import CanonicalJSON

/// A client's view of the agents in a directory: four columns, one chat, and the tasks of
/// sub-agents.
///
/// This is a value type without side effects. The caller passes in what happened, and sends the
/// stanzas in the returned actions.
public struct AgentDirectoryClient: Sendable {
  /// The user's full JID.
  public let user: JID
  /// The directory's full JID.
  public let directory: JID
  /// The JID of the publish-subscribe service, which sends an event when a list has changed.
  public let pubsub: JID

  /// The item selected last, or `nil` if nothing was selected or if it isn't in its column anymore.
  public internal(set) var selection: DirectorySelection?
  /// The contact whose messages the chat panel shows, or `nil` to show the welcome state (D3).
  public internal(set) var chat: DirectoryItem?

  /// The columns that show a list. A column without an entry is empty.
  var columns: [ColumnName: DirectoryColumn] = [.dispatchers: DirectoryColumn(node: "dispatchers")]
  /// The individual selected last, which is the parent of new tasks (D8). It stays when the user
  /// selects another group (D2).
  var lastIndividual: JID?
  /// The nodes whose change events the client subscribes to (D6).
  var subscriptions: Set<TextKey> = []
  /// The nodes whose subscription hasn't been answered yet, by the id of the request stanza.
  var unansweredSubscriptions: [TextKey: TextKey] = [:]
  /// The available resources of each contact (D9).
  private var presence: [JID: Set<JID>] = [:]
  var conversations: [JID: Conversation] = [:]
  var tasks: [TextKey: SubagentTask] = [:]
  private let idPrefix: String
  private var stanzaCount = 0

  /// Creates a client that hasn't connected yet.
  ///
  /// - Parameter idPrefix: The prefix of the id of every stanza. It must be unique among the
  ///   clients that this user ever ran, such as a UUID, because an archived message with the same
  ///   address and id is treated as the same message (D12).
  public init(user: JID, directory: JID, pubsub: JID, idPrefix: String) {
    self.user = user
    self.directory = directory
    self.pubsub = pubsub
    self.idPrefix = idPrefix.allowedInXML
  }

  /// Returns the items of a column, in the directory's order.
  public func items(of column: ColumnName) -> [DirectoryItem] { columns[column]?.items ?? [] }

  // D9
  /// Returns whether the contact has an available resource.
  public func isOnline(_ jid: JID) -> Bool { presence[jid.bare]?.isEmpty == false }

  /// The messages of the open chat, oldest first.
  public var messages: [ChatMessage] { chat.flatMap { conversations[$0.jid] }?.messages ?? [] }

  /// Processes an input, and returns the actions to take.
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

  /// Resets subscriptions and presence, and requests all lists and the open chat's archive again.
  private mutating func connect(_ actions: inout ClientActions) {
    subscriptions = []
    unansweredSubscriptions = [:]
    presence = [:]
    for column in ColumnName.allCases where columns[column] != nil { request(column, &actions) }
    // D11: fetch what arrived while the client wasn't connected.
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
  /// Updates the presence of a contact. `show`, `status` and any type other than `unavailable` are
  /// ignored.
  private mutating func takePresence(_ stanza: StanzaElement) {
    guard let from = stanza.from else { return }
    switch stanza.type {
    case nil: presence[from.bare, default: []].insert(from)
    case "unavailable":
      // RFC 6121, section 4.5.4: without a resource, the stanza applies to all of them.
      if from.isBare {
        presence[from] = nil
      } else {
        presence[from.bare]?.remove(from)
      }
    default: break
    }
  }

  /// Returns a new stanza id: the prefix and a number that counts from 1.
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
