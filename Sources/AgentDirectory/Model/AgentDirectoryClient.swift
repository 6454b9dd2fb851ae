internal import CanonicalJSON
package import XMLReading

/// A client's view of the agents in a directory: four columns, one chat, and the tasks of
/// sub-agents.
///
/// This is a value type without side effects. The caller passes in what happened, and sends the
/// stanzas in the returned actions.
///
/// ```swift
/// for stanza in client.take(.connect).stanzas { connection.write(stanza.xml) }
/// for await text in connection.stanzas {
///   let actions = client.take(.receive(text))
///   for stanza in actions.stanzas { connection.write(stanza.xml) }
/// }
/// ```
public struct AgentDirectoryClient: Sendable {
  /// The user's full JID.
  public let user: JID
  /// The directory's full JID.
  public let directory: JID
  /// The JID of the publish-subscribe service, which sends an event when a list has changed.
  public let pubsub: JID
  /// The optional behavior that this client has.
  public let options: Options
  /// The reader of received stanzas.
  package var reader: any XMLReader = StanzaElement.platformReader

  /// The item selected last, or `nil` if nothing was selected or if it isn't in its column anymore.
  public internal(set) var selection: DirectorySelection?
  /// The contact whose messages the chat panel shows, or `nil` to show the welcome (D3).
  ///
  /// It is `nil` whenever nothing is selected. Its name is the text of the chat's header.
  public internal(set) var chat: DirectoryItem?

  /// The columns that show a list. A column without an entry is empty.
  var columns: [DirectoryColumn: ColumnState] = [.dispatchers: ColumnState(node: "dispatchers")]
  /// The individual whose list most recently had each sub-agent: the parent of its tasks (D8).
  var parents: [JID: JID] = [:]
  /// The nodes whose change events the client subscribes to (D6).
  var subscriptions: Set<TextKey> = []
  /// The nodes whose subscription hasn't been answered yet, by the id of the request stanza.
  var unansweredSubscriptions: [TextKey: TextKey] = [:]
  /// The available resources of each contact (D9).
  private var presence: [JID: Set<JID>] = [:]
  /// The messages exchanged with each contact, whether its chat is open or not.
  var conversations: [JID: Conversation] = [:]
  /// The tasks that were ever sent, by their ids.
  var tasks: [TextKey: SubagentTask] = [:]
  /// The ids of the tasks without a response, in the order in which they were sent.
  var openTasks: [TextKey] = []
  /// The contacts that are writing a message (D17).
  var typing: Set<JID> = []
  private let idPrefix: String
  private var stanzaCount = 0

  /// Creates a client that hasn't connected yet.
  ///
  /// - Parameters:
  ///   - user: The user's full JID.
  ///   - directory: The directory's full JID. Replies from any other JID are ignored.
  ///   - pubsub: The publish-subscribe service. Its resource, if any, is ignored.
  ///   - idPrefix: The prefix of the id of every stanza. It must be unique among the clients that
  ///     this user ever ran, such as a UUID, because an archived message with the same address and
  ///     id is treated as the same message (D18).
  ///   - options: The optional behavior that the app wants. By default, none.
  public init(
    user: JID,
    directory: JID,
    pubsub: JID,
    idPrefix: String,
    options: Options = []
  ) {
    self.user = user
    self.directory = directory
    self.pubsub = pubsub
    self.idPrefix = idPrefix.allowedInXML
    self.options = options
  }

  /// Returns the items of a column, in the directory's order.
  public func items(of column: DirectoryColumn) -> [DirectoryItem] { columns[column]?.items ?? [] }

  // D9
  /// Returns whether the contact has an available resource.
  ///
  /// - Parameter jid: The JID of the contact, whose resource is ignored.
  public func isOnline(_ jid: JID) -> Bool { presence[jid.bare]?.isEmpty == false }

  /// Whether the contact of the open chat is writing a message. Always `false` without the option
  /// `showsTyping` (D17).
  public var isTyping: Bool { chat.map { typing.contains($0.jid) } ?? false }

  /// The messages of the open chat, oldest first.
  public var messages: [DirectoryMessage] { chat.flatMap { conversations[$0.jid] }?.messages ?? [] }

  /// Processes an input, and returns the actions to take.
  ///
  /// - Parameter input: What happened.
  /// - Returns: The stanzas to send and the responses to deliver, or the error if the client refused
  ///   the input.
  public mutating func take(_ input: Input) -> Actions {
    var actions = Actions()

    do throws(InputError) {
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

  // D13
  /// Announces the client to the server, and requests everything that could have changed or arrived
  /// while it wasn't connected.
  private mutating func connect(_ actions: inout Actions) {
    subscriptions = []
    unansweredSubscriptions = [:]
    presence = [:]
    typing = []

    actions.stanzas.append(StanzaElement("presence", Namespace.client, [("id", nextStanzaID())]))
    let enable = StanzaElement("enable", Namespace.carbons)
    actions.stanzas.append(.iq("set", id: nextStanzaID(), to: nil, enable))

    for column in DirectoryColumn.allCases where columns[column] != nil {
      request(column, &actions)
    }

    var queried = Set<JID>()
    let workers = openTasks.compactMap { tasks[$0]?.worker }
    for contact in [chat?.jid].compactMap(\.self) + workers
    where queried.insert(contact).inserted {
      queryArchive(of: contact, &actions)
    }
  }

  /// Parses a received text and handles the stanza.
  private mutating func receive(
    _ text: String,
    _ actions: inout Actions
  ) throws(InputError) {
    let stanza: StanzaElement
    do { stanza = try StanzaElement(parsing: text, with: reader) } catch { throw .stanza(error) }

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
      // D17
      if !isOnline(from) { typing.remove(from.bare) }
    default: break
    }
  }

  /// Returns a new stanza id: the prefix and a number that counts from 1.
  mutating func nextStanzaID() -> String {
    stanzaCount += 1
    return "\(idPrefix)\(stanzaCount)"
  }
}

extension AgentDirectoryClient {
  /// The optional behavior of a client, each a capability of the contract.
  public struct Options: OptionSet, Hashable, Sendable {
    /// Final responses are also delivered to the contact of the open chat (D16).
    public static let deliversToActiveChat = Options(rawValue: 1)
    /// The chat shows that its contact is writing a message (D17).
    public static let showsTyping = Options(rawValue: 2)

    /// A bit for each option.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }
}

extension StanzaElement {
  /// The sender, or `nil` if the attribute is missing or isn't a JID.
  var from: JID? { self["from"].flatMap(JID.init) }
  /// The addressee, or `nil` if the attribute is missing or isn't a JID.
  var to: JID? { self["to"].flatMap(JID.init) }
  /// The type of the stanza, exactly as written.
  var type: TextKey? { self["type"].map { TextKey($0) } }
}

extension AgentDirectoryClient: CustomReflectable {
  /// The state that a view shows, which `print` and `#expect` show too.
  public var customMirror: Mirror {
    let columns = DirectoryColumn.allCases.map { ($0.rawValue, items(of: $0) as Any) }
    let state: [(label: String?, value: Any)] = [
      ("user", user), ("selection", selection as Any), ("chat", chat as Any),
      ("isTyping", isTyping), ("messages", messages),
    ]
    return Mirror(self, children: state + columns, displayStyle: .struct)
  }
}
