internal import AgentDirectory
internal import CanonicalJSON

/// Plays the steps of a client, as the rules say but for one mistake; without one, exactly as they say.
///
/// It shares JIDs and the reader of XML with the reference library and nothing else, so that each tells of errors in the
/// other.
struct MistakenClient {
  struct Item {
    var jid: TextKey
    var name: String
  }

  struct Column {
    var node: TextKey?
    var items: [Item] = []
    var chosen: TextKey?
    /// All ids that its node was requested with; the latest counts while it is open.
    var ids: [TextKey] = []
    var isOpen = false
    var followers = 0

    func holds(_ jid: TextKey) -> Bool { items.contains { $0.jid == jid } }
  }

  struct Message {
    var from: TextKey
    var body: String
    /// Whose the id is, with the resource.
    var sender: TextKey
    var id: String?
    var archiveID: String?
    var time: Time?
  }

  struct Time {
    var seconds: Int
    var fraction: String
    var text: String
  }

  struct Work {
    var worker: TextKey
    var parent: TextKey
    var isAnswered = false
  }

  static let names = ["dispatchers", "groups", "individuals", "subagents"]

  let mistake: ClientMistake?
  let reading: StanzaMistake?
  let user: String
  let directory: String
  let pubsub: String

  var columns = names.map { Column(node: $0 == "dispatchers" ? "dispatchers" : nil) }
  var selection: (column: Int, jid: TextKey)?
  var chat: Item?
  var lastIndividual: TextKey?
  let prefix: String
  var lastID = 0
  var subscribed: Set<TextKey> = []
  var asked: [TextKey: TextKey] = [:]
  var online: [TextKey: Set<TextKey>] = [:]
  /// In the order in which they came.
  var chats: [TextKey: [Message]] = [:]
  var queried: Set<TextKey> = []
  var work: [TextKey: Work] = [:]
  var isBroken = false

  // Of one step.
  var sent: [JSONValue] = []
  var delivered: [JSONValue] = []
  var error: String?

  init(_ input: JSONValue, _ mistake: ClientMistake?, _ reading: StanzaMistake?) {
    self.mistake = mistake
    self.reading = reading
    user = Self.normal(input["self"])
    directory = Self.normal(input["directory"])
    pubsub = Self.normal(input["pubsub"])
    prefix = reading == .prefixIsIgnored ? "p" : input["idPrefix"]?.string ?? "p"
  }

  private static func normal(_ address: JSONValue?) -> String { address?.string.flatMap(JID.init)?.description ?? "" }

  /// The output for the steps of this input.
  static func output(
    of input: JSONValue, mistake: ClientMistake? = nil, reading: StanzaMistake? = nil
  ) -> JSONValue {
    var client = MistakenClient(input, mistake, reading)
    let states = (input["steps"]?.elements ?? []).map { step in
      (client.sent, client.delivered, client.error) = ([], [], nil)
      if let member = step.object?.first { client.take(member.key, member.value) }
      return client.state
    }
    return ["states": .array(states)]
  }

  private mutating func take(_ step: String, _ argument: JSONValue) {
    let text = argument.string ?? ""
    switch step {
    case "connect": connect()
    case "select":
      let column = Self.names.firstIndex(of: argument["column"]?.string ?? "") ?? 0
      select(column, argument["jid"]?.string ?? "")
    case "receive": receive(text)
    case "send": send(text)
    default:
      let to = argument["to"]?.string ?? ""
      sendWork(to, task: argument["task_id"]?.string ?? "", body: argument["body"]?.string ?? "")
    }
    if mistake == .welcomeIsSkipped, chat == nil { chat = columns[0].items.first }
  }

  var own: TextKey { bare(user) ?? "" }

  /// The address that counts, as text; nil where there is none.
  func bare(_ text: String?) -> TextKey? {
    guard let text, let jid = JID(text) else { return nil }
    switch mistake {
    case .caseCounts: return TextKey(String(text.split(separator: "/", omittingEmptySubsequences: false)[0]))
    case .resourceCounts: return TextKey(jid.description)
    case .everyLetterIsLowered: return TextKey(jid.bare.description.lowercased())
    default: return TextKey(jid.bare.description)
    }
  }

  private mutating func connect() {
    if mistake != .subscriptionsOutliveConnect { subscribed = [] }
    if mistake != .oldRefusalCounts, mistake != .subscriptionsOutliveConnect { asked = [:] }
    if mistake != .presenceOutlivesConnect { online = [:] }
    if mistake == .connectForgetsTasks { work = [:] }
    if mistake == .connectClosesChat { chat = nil }
    if mistake == .connectClearsSelection { selection = nil }
    let shown = columns.indices.filter { columns[$0].node != nil }
    for column in mistake == .connectRequestsFromTheRight ? shown.reversed() : shown {
      if mistake == .connectRequestsTheFirst, column > 0 { continue }
      if mistake == .connectEmpties { columns[column].items = [] }
      let followers = columns[column].followers
      request(column)
      if mistake == .connectKeepsFollowing { columns[column].followers = followers }
    }
    if let chat, reading != .archiveIsOfOpening { queryArchive(chat.jid) }
  }

  // MARK: - D1, D2, D3

  private mutating func select(_ column: Int, _ text: String) {
    let address = bare(text)
    let held = mistake == .anyColumnHolds ? columns.flatMap(\.items) : columns[column].items
    let isEquivalent = mistake == .equivalentIsEqual
    let found = held.first { $0.jid == address || isEquivalent && $0.jid.text == address?.text }
    guard let item = found else {
      if mistake == .missingClearsSelection { selection = nil }
      if mistake != .missingIsIgnored { error = "not_in_column" }
      return
    }
    if let selection, selection.column == column, selection.jid == item.jid, mistake != .selectedIsRequested { return }
    let isOther = columns[column].chosen != item.jid
    if column == 0, isOther ? mistake != .dispatcherKeepsIndividual : mistake == .sameDispatcherForgets {
      lastIndividual = nil
    }
    if column == 1, mistake == .groupForgetsIndividual { lastIndividual = nil }
    if column == 2 { lastIndividual = item.jid }
    if mistake != .groupIsNoSelection || column != 1, mistake != .selectionIsTheLeftmost || selection == nil {
      selection = (column, item.jid)
    }
    if mistake == .choiceIsOfTheSelection { for index in columns.indices { columns[index].chosen = nil } }
    columns[column].chosen = item.jid
    if mistake == .groupShowsWelcome, column == 1 { chat = nil }
    if mistake == .listBeforeArchive { filter(below: column, item.jid, isOther: isOther) }
    let leaves: [ClientMistake?] = [.dispatcherLeavesChat, nil, .individualLeavesChat, .subagentLeavesChat]
    if column == 1 ? mistake == .groupOpensChat : leaves[column] != mistake || mistake == nil { open(item, column) }
    if reading == .archiveOfGroups, column == 1 { queryArchive(item.jid) }
    if mistake != .listBeforeArchive { filter(below: column, item.jid, isOther: isOther) }
  }

  private mutating func filter(below column: Int, _ jid: TextKey, isOther: Bool) {
    let next = column + 1
    guard next < columns.count else { return }
    let node = TextKey(mistake == .nodeHasNoJID ? Self.names[next] : "\(Self.names[next]):\(jid)")
    if columns[next].node != node {
      columns[next] = Column(node: node, items: mistake == .otherNodeKeepsItems ? columns[next].items : [])
    } else if mistake == .refreshEmpties {
      columns[next].items = []
    }
    if mistake != .lowerColumnsStay { clear(below: next) }
    if mistake == .chosenIsNotRequested, !isOther { return }
    let followers = columns[next].followers
    request(next)
    if mistake == .choiceKeepsFollowing { columns[next].followers = followers }
  }

  mutating func clear(below column: Int) {
    for index in columns.indices where index > column { columns[index] = Column() }
  }

  private mutating func open(_ item: Item, _ column: Int) {
    let isOpen = chat?.jid == item.jid
    chat = item
    if reading == .chatIsCleared, !isOpen { chats[item.jid] = nil }
    if isOpen, reading != .archiveOnEveryChoice { return }
    if reading == .archiveOnceEver, !queried.insert(item.jid).inserted { return }
    if reading == .archiveOfDispatchersIsSkipped, column == 0 { return }
    if reading == .archiveOfSubagentsIsSkipped, column == 3 { return }
    if reading != .archiveIsNotAsked { queryArchive(item.jid) }
  }
}
