internal import CanonicalJSON

// An id in a comment, such as D15, names a rule of the contract `agent-directory`.

extension AgentDirectoryClient {
  /// An event to pass to ``AgentDirectoryClient/take(_:)``, on the connection or by the user.
  public enum Input: Sendable {
    /// The connection was established, for the first time or again.
    case connect
    /// The user selected an item in a column. The text is its JID, whose resource is ignored.
    case select(DirectoryColumn, String)
    /// The connection received a stanza. The text is its complete XML.
    case receive(String)
    /// The user sent a message to the contact of the open chat. The text is trimmed. Without an
    /// open chat or if the text is empty, nothing happens.
    case send(String)
    /// The user assigned a task to a sub-agent. The task id must be new, and the body is the
    /// description of the task. The resource of the JID is ignored.
    case sendWork(to: JID, taskID: String, body: String)
  }

  /// The actions to take after an input, and the error if there is one.
  ///
  /// With an error, there are no deliveries. With any error other than
  /// ``AgentDirectoryClient/InputError/unroutable``, there are no stanzas either, and the client is
  /// unchanged.
  public struct Actions: Equatable, Sendable {
    /// The stanzas to write to the connection, in order.
    public internal(set) var stanzas: [StanzaElement] = []
    /// The copies of a sub-agent's response to hand over, one for each receiver. No receiver occurs
    /// twice.
    public internal(set) var deliveries: [Delivery] = []
    /// The reason why the client refused the input, or `nil` if it didn't.
    public internal(set) var error: InputError?
  }

  /// A sub-agent's response to a task, with one of its receivers (D14).
  public struct Delivery: Sendable {
    /// The bare JID of the receiver: the parent of the task or, with the option
    /// ``AgentDirectoryClient/Options/deliversToActiveChat``, the contact of the open chat.
    public let to: JID
    /// The bare JID of the sub-agent that responded.
    public let from: JID
    /// The id of the task.
    public let taskID: String
    /// The text of the response, which can be empty.
    public let body: String
  }

  /// The reason why a client refused an input.
  public enum InputError: Error, Hashable, Sendable {
    /// The column has no item with this JID (D2).
    case notInColumn
    /// The receiver of a task was never in a list of sub-agents (D15).
    case notASubagent
    /// The task id was used before (D15).
    case duplicateTask
    /// The response is for an unknown task, or not from the sub-agent of its task (D15). Its text
    /// is a message of the conversation nevertheless (D12).
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
// canonically equivalent texts as equal. Their keys have it, with texts that are equal if their
// UTF-8 bytes are.

extension AgentDirectoryClient.Input: Hashable {
  private enum Key: Hashable {
    case connect
    case select(DirectoryColumn, TextKey)
    case receive(TextKey)
    case send(TextKey)
    case sendWork(to: JID, taskID: TextKey, body: TextKey)
  }

  private var key: Key {
    switch self {
    case .connect: .connect
    case .select(let column, let jid): .select(column, jid.textKey)
    case .receive(let text): .receive(text.textKey)
    case .send(let text): .send(text.textKey)
    case .sendWork(let worker, let taskID, let body):
      .sendWork(to: worker, taskID: taskID.textKey, body: body.textKey)
    }
  }

  /// Returns whether both are the same case with the same values. Texts are compared by their UTF-8
  /// bytes.
  public static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension AgentDirectoryClient.Delivery: Hashable {
  private struct Key: Hashable {
    let to: JID
    let from: JID
    let taskID: TextKey
    let body: TextKey
  }

  private var key: Key {
    Key(to: to, from: from, taskID: taskID.textKey, body: body.textKey)
  }

  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
