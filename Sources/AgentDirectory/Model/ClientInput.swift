/// What happens to a client.
public enum ClientInput: Sendable {
  /// The connection stands, for the first time or anew.
  case connect
  /// The user chooses the item with this JID.
  case select(ColumnName, String)
  /// A whole stanza has come.
  case receive(String)
  /// The user writes into the open chat.
  case send(String)
  /// The user gives work to a sub-agent.
  case sendWork(to: JID, taskID: String, body: String)
}

/// What has to be done, and what went wrong.
public struct ClientActions: Sendable {
  /// Stanzas to be written to the connection, in order.
  public internal(set) var sent: [StanzaElement] = []
  /// Answers of sub-agents, for whom they are.
  public internal(set) var delivered: [Delivery] = []
  /// Why nothing was done, or delivered; nil where nothing is wrong.
  public internal(set) var error: ClientError?
}

/// The final response of a sub-agent, on its way to a contact (D8).
public struct Delivery: Sendable {
  /// The parent of the work, or the contact of the chat.
  public let to: JID
  /// The sub-agent.
  public let from: JID
  /// Of the work.
  public let taskID: String
  /// What the sub-agent says.
  public let body: String
}

/// Why nothing was done.
public enum ClientError: Error, Hashable, Sendable {
  /// The column has no item with this JID (D2).
  case notInColumn
  /// There was work with this task id before (D8).
  case duplicateTask
  /// A response to no work, to work that is answered, or from somebody else (D8).
  case unroutable
  /// What was received is no stanza (D10).
  case stanza(StanzaError)

  /// The name that the contract has for it.
  public var code: String {
    switch self {
    case .notInColumn: "not_in_column"
    case .duplicateTask: "duplicate_task"
    case .unroutable: "unroutable"
    case .stanza(let error): error.rawValue
    }
  }
}
