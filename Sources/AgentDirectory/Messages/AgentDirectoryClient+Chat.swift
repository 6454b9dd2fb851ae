internal import CanonicalJSON
internal import RFC3339

extension AgentDirectoryClient {
  // D11
  /// Opens the chat with an item, and queries its archive if it wasn't open.
  mutating func open(_ item: DirectoryItem, _ actions: inout Actions) {
    let isOpen = chat?.jid == item.jid
    chat = item
    if !isOpen { queryArchive(of: item.jid, &actions) }
  }

  /// Requests the last page of the archive for a contact.
  mutating func queryArchive(of contact: JID, _ actions: inout Actions) {
    let form = StanzaElement(
      "x",
      Namespace.form,
      [("type", "submit")],
      [
        .element(.field("FORM_TYPE", Namespace.archive, type: "hidden")),
        .element(.field("with", contact.description)),
      ]
    )

    // XEP-0059, section 2.5: request the last page. By default, servers return the first page.
    let page = StanzaElement(
      "set",
      Namespace.resultSet,
      [],
      [.element(StanzaElement("before", Namespace.resultSet))]
    )

    let query = StanzaElement("query", Namespace.archive, [], [.element(form), .element(page)])
    actions.stanzas.append(.iq("set", id: nextStanzaID(), to: nil, query))
  }

  // D20
  /// Sends a trimmed message to the open chat. Does nothing without a chat or text.
  mutating func send(_ text: String, _ actions: inout Actions) {
    let body = text.trimmed.allowedInXML
    guard let chat, !body.isEmpty else { return }
    sendMessage(to: chat.jid, body: body, &actions)
  }

  /// Sends a chat message, and adds it to the conversation if its body isn't empty.
  mutating func sendMessage(
    to contact: JID,
    body: String,
    with child: StanzaElement? = nil,
    _ actions: inout Actions
  ) {
    let id = nextStanzaID()

    let content = [
      StanzaElement("body", Namespace.client, [], body.isEmpty ? [] : [.text(body)]), child,
    ]
    actions.stanzas.append(
      StanzaElement(
        "message",
        Namespace.client,
        [("type", "chat"), ("id", id), ("to", contact.description)],
        content.compactMap(\.self).map { .element($0) }
      )
    )

    guard !body.isEmpty else { return }
    conversations[contact, default: Conversation()].add(
      ConversationMessage(sender: user.bare, body: body, origin: MessageOrigin(user, id))
    )
  }

  // MARK: - Receiving

  /// Handles a received message: a list event, an archived message, a carbon copy or a live
  /// message.
  ///
  /// - Throws: `unroutable` if the message is a response that can't be delivered.
  mutating func takeMessage(
    _ stanza: StanzaElement,
    _ actions: inout Actions
  ) throws(InputError) {
    // D12: an error isn't a wrapper either.
    guard stanza.type != "error" else { return }

    let from = stanza.from
    if from?.bare == pubsub.bare {
      // D5, D6
      for event in stanza.children(named: "event", in: Namespace.pubsubEvent) {
        takeEvent(event, &actions)
      }
    }

    // Messages from the user's archive have no sender, or the user's account as the sender.
    if from == user.bare || stanza["from"] == nil,
      let result = stanza.child("result", in: Namespace.archive)
    {
      guard let copy = ForwardedMessage(result) else { return }
      record(copy.message, sentAt: copy.time, archiveID: result["id"], isReceived: false)
      // D15: an archived response that can't be delivered is history, not an error.
      try? takeResponse(copy.message, &actions)
    } else if from == user.bare, let carbon = stanza.carbonCopy {
      guard let copy = ForwardedMessage(carbon) else { return }
      let isReceived = carbon.name.hasSameBytes(as: "received")
      if !isReceived, copy.message.from?.bare != user.bare { return }
      record(copy.message, sentAt: copy.time, archiveID: nil, isReceived: isReceived)
      if isReceived {
        takeChatState(copy.message)
        try takeResponse(copy.message, &actions)
      }
    } else {
      record(stanza, sentAt: stanza.delay, archiveID: nil, isReceived: true)
      takeChatState(stanza)
      try takeResponse(stanza, &actions)
    }
  }

  // D17
  /// Updates whether the sender of a received message is writing another one.
  private mutating func takeChatState(_ message: StanzaElement) {
    guard options.contains(.showsTyping), message.isOfChat, let contact = message.from?.bare else {
      return
    }

    let states = ["active", "composing", "paused", "inactive", "gone"]
    let state = message.children.first { child in
      states.contains { child.has($0, in: Namespace.chatStates) }
    }
    if state?.has("composing", in: Namespace.chatStates) == true {
      typing.insert(contact)
    } else if state != nil || !message.body.isEmpty {
      typing.remove(contact)
    }
  }

  // D12
  /// Adds a message with a body to the conversation with its contact.
  ///
  /// - Parameter isReceived: Whether the message was written to the user, even if the user is the
  ///   sender.
  private mutating func record(
    _ message: StanzaElement,
    sentAt time: DateTime?,
    archiveID: String?,
    isReceived: Bool
  ) {
    guard message.isOfChat, let address = message.from else { return }

    let sender = address.bare
    let body = message.body
    // RFC 6120, section 10.3: a message without an addressee is for the account that sent it.
    let contact = sender == user.bare && !isReceived ? message.to?.bare ?? sender : sender

    guard !body.isEmpty else { return }
    let archiveID = archiveID.flatMap { $0.isEmpty ? nil : $0 } ?? knownArchiveID(of: message)
    conversations[contact, default: Conversation()].add(
      ConversationMessage(
        sender: sender,
        body: body,
        archiveID: archiveID.map { TextKey($0) },
        origin: MessageOrigin(address, message["id"]),
        time: time
      )
    )
  }

  // D18
  /// Returns the archive id that the user's own archive assigned to a message. An id from any other
  /// entity could be forged (XEP-0359).
  private func knownArchiveID(of message: StanzaElement) -> String? {
    message.children(named: "stanza-id", in: Namespace.stanzaID).lazy.filter {
      $0["by"].flatMap(JID.init) == user.bare
    }
    .compactMap { $0["id"] }.first { !$0.isEmpty }
  }
}

/// A message that is wrapped in another stanza (XEP-0297).
private struct ForwardedMessage {
  let message: StanzaElement
  let time: DateTime?

  /// Finds the message in a wrapper, or returns `nil` if the wrapper has none.
  init?(_ wrapper: StanzaElement) {
    guard let forwarded = wrapper.child("forwarded", in: Namespace.forward),
      let message = forwarded.child("message", in: Namespace.client)
    else { return nil }
    self.message = message
    time = forwarded.delay ?? message.delay
  }
}

extension StanzaElement {
  /// Whether the type of the message allows it in a one-to-one conversation.
  var isOfChat: Bool { !["error", "groupchat", "headline"].contains(type) }

  /// The text of the first `body`, or an empty string.
  var body: String { child("body", in: Namespace.client)?.text ?? "" }

  /// The first carbon of a message that the user received or sent with another resource (XEP-0280).
  fileprivate var carbonCopy: StanzaElement? {
    children.first {
      $0.has("received", in: Namespace.carbons) || $0.has("sent", in: Namespace.carbons)
    }
  }

  /// The time of the first valid `delay`, or `nil` if the message has none (XEP-0203).
  fileprivate var delay: DateTime? {
    children(named: "delay", in: Namespace.delay).lazy.compactMap {
      $0["stamp"].flatMap(DateTime.init)
    }.first
  }

  /// Returns a field of a form with one value.
  fileprivate static func field(
    _ name: String,
    _ value: String,
    type: String? = nil
  ) -> StanzaElement {
    StanzaElement(
      "field",
      Namespace.form,
      [("var", name)] + (type.map { [("type", $0)] } ?? []),
      [.element(StanzaElement("value", Namespace.form, [], [.text(value)]))]
    )
  }
}
