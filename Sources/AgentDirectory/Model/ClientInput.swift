/// An event that a client reacts to.
public enum ClientInput: Sendable {
  /// The connection was established, for the first time or again.
  case connect
  /// The user selects the item with this JID in a column.
  case select(ColumnName, String)
  /// A complete stanza arrived.
  case receive(String)
  /// The user sends a message to the open chat.
  case send(String)
  /// The user assigns a task to a sub-agent.
  case sendWork(to: JID, taskID: String, body: String)
}

/// The actions to take after an input, and the error if there is one.
public struct ClientActions: Sendable {
  /// The stanzas to write to the connection, in order.
  public internal(set) var sent: [StanzaElement] = []
  /// The responses of sub-agents, one for each receiver.
  public internal(set) var delivered: [Delivery] = []
  /// The reason why the input had no effect, or `nil` if there was no error.
  public internal(set) var error: ClientError?
}

/// The final response of a sub-agent, addressed to a contact (D14).
public struct Delivery: Sendable {
  /// The receiver: the parent of the task, or the contact of the open chat.
  public let to: JID
  /// The sub-agent that responded.
  public let from: JID
  /// The id of the task.
  public let taskID: String
  /// The text of the response.
  public let body: String
}

/// The reason why an input had no effect.
public enum ClientError: Error, Hashable, Sendable {
  /// The column has no item with this JID (D2).
  case notInColumn
  /// No list of sub-agents has had the receiver of the work (D15).
  case notASubagent
  /// The task id was used before (D15).
  case duplicateTask
  /// The response is for an unknown task, or not from the sub-agent of its task (D15).
  case unroutable
  /// The received text isn't a valid stanza (D10).
  case stanza(StanzaError)

  /// The contract's code for the error.
  public var code: String {
    switch self {
    case .notInColumn: "not_in_column"
    case .notASubagent: "not_a_subagent"
    case .duplicateTask: "duplicate_task"
    case .unroutable: "unroutable"
    case .stanza(let error): error.rawValue
    }
  }
}
