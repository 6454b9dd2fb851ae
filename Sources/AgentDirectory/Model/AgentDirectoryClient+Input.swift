internal import CanonicalJSON

extension AgentDirectoryClient {
  /// An event that a client reacts to.
  public enum Input: Sendable {
    /// The connection was established, for the first time or again.
    case connect
    /// The user selects the item with this JID in a column.
    case select(DirectoryColumn, String)
    /// A complete stanza arrived.
    case receive(String)
    /// The user sends a message to the open chat.
    case send(String)
    /// The user assigns a task to a sub-agent.
    case sendWork(to: JID, taskID: String, body: String)
  }

  /// The actions to take after an input, and the error if there is one.
  public struct Actions: Equatable, Sendable {
    /// The stanzas to write to the connection, in order.
    public internal(set) var stanzas: [StanzaElement] = []
    /// The responses of sub-agents, one for each receiver.
    public internal(set) var deliveries: [Delivery] = []
    /// The reason why the input had no effect, or `nil` if there was no error.
    public internal(set) var error: InputError?
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
  public enum InputError: Error, Hashable, Sendable {
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
}

// Like the other types with text, these types have no synthesized equality, which would treat
// canonically equivalent texts as equal.

extension AgentDirectoryClient.Input: Hashable {
  /// Returns whether both are the same case with the same values. Texts are compared by their UTF-8
  /// bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.connect, .connect): true
    case (.select(let leftColumn, let left), .select(let rightColumn, let right)):
      leftColumn == rightColumn && left.hasSameBytes(as: right)
    case (.receive(let left), .receive(let right)), (.send(let left), .send(let right)):
      left.hasSameBytes(as: right)
    case (.sendWork(let left, let leftID, let leftBody), .sendWork(let right, let id, let body)):
      left == right && leftID.hasSameBytes(as: id) && leftBody.hasSameBytes(as: body)
    default: false
    }
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .connect: break
    case .select(let column, let jid):
      hasher.combine(column)
      hasher.combine(jid.textKey)
    case .receive(let text), .send(let text): hasher.combine(text.textKey)
    case .sendWork(let worker, let taskID, let body):
      hasher.combine(worker)
      hasher.combine(taskID.textKey)
      hasher.combine(body.textKey)
    }
  }
}

extension AgentDirectoryClient.Delivery: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.to == right.to
      && left.from == right.from
      && left.taskID.hasSameBytes(as: right.taskID)
      && left.body.hasSameBytes(as: right.body)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(to)
    hasher.combine(from)
    hasher.combine(taskID.textKey)
    hasher.combine(body.textKey)
  }
}
