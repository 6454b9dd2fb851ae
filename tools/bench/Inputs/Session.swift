internal import SessionDetail

/// Rows of one kind, generated from a seed.
struct Session {
  private(set) var rows: [SessionRow] = []
  /// The size of the contents of all rows.
  private(set) var payloadBytes = 0
  private var source: TextSource

  /// Creates a session of a kind.
  ///
  /// - Parameter bytes: The total size of the payloads at which no more rows are added.
  init(_ kind: SessionKind, bytes: Int, seed: UInt64) {
    source = TextSource(seed: seed, name: kind.rawValue)

    while payloadBytes < bytes {
      switch kind {
      case .shortRows: addTurn(resultBytes: 20 + source.number(below: 120))
      case .longResults: addTurn(resultBytes: 16_384 + source.number(below: 49_152))
      case .subAgentTrees: addTree(depth: 32)
      case .doubleWrappers: addTurn(resultBytes: 200 + source.number(below: 2_000), wrappers: 2)
      }
    }
  }

  /// Creates a session of at least `rowCount` rows.
  ///
  /// - Parameter resultBytes: The approximate size of each tool's outcome in bytes.
  init(rowCount: Int, resultBytes: Int, seed: UInt64) {
    source = TextSource(seed: seed, name: "rows")
    while rows.count < rowCount { addTurn(resultBytes: resultBytes) }
  }

  /// Adds a text, a tool call and its outcome.
  private mutating func addTurn(resultBytes: Int, wrappers: Int = 0) {
    let text = source.text(bytes: 40 + source.number(below: 60)).jsonString()
    let index = rows.count
    add(Message.assistant(#"{"type":"text","text":\#(text)}"#, id: "m\(index)"), wrappers: wrappers)

    let command = source.plainText(bytes: 30).jsonString()
    add(
      Message.toolUse(
        "t\(index)",
        "Bash",
        input: #"{"command":\#(command)}"#,
        message: "n\(index)"
      ),
      wrappers: wrappers
    )

    addOutcome(of: "t\(index)", bytes: resultBytes, wrappers: wrappers)
  }

  /// Adds a chain of sub-agents, each with three tools and their outcomes. The outcomes of the
  /// sub-agents are at the end.
  private mutating func addTree(depth: Int) {
    var parent: String?
    var agents: [String] = []

    for _ in 0..<depth {
      let agent = "a\(rows.count)"
      let task = source.plainText(bytes: 40).jsonString()
      let input = #"{"subagent_type":"Explore","description":\#(task),"prompt":\#(task)}"#
      add(Message.toolUse(agent, "Task", input: input, message: "m\(agent)", parent: parent))

      for _ in 0..<3 {
        let tool = "t\(rows.count)"
        let path = #"{"file_path":"/workspace/project/Sources/File\#(rows.count).swift"}"#
        add(Message.toolUse(tool, "Read", input: path, message: "m\(tool)", parent: agent))
        addOutcome(of: tool, bytes: 100 + source.number(below: 400), parent: agent)
      }

      agents.append(agent)
      parent = agent
    }

    for agent in agents.reversed() { addOutcome(of: agent, bytes: 300) }
  }

  /// Adds the outcome of a tool or sub-agent. One in eight escapes every character outside ASCII.
  private mutating func addOutcome(
    of tool: String,
    bytes: Int,
    parent: String? = nil,
    wrappers: Int = 0
  ) {
    let isEscaped = source.number(below: 8) == 0
    let text = source.text(bytes: bytes).jsonString(asciiOnly: isEscaped)
    add(Message.outcome(of: tool, text: text, parent: parent), wrappers: wrappers)
  }

  /// Adds a row with a content that is in wrappers, of which each escapes the one inside it.
  private mutating func add(_ content: String, wrappers: Int = 0) {
    let wrapped = (0..<wrappers).reduce(content) { inner, _ in
      #"{"raw_json":\#(inner.jsonString())}"#
    }
    payloadBytes += wrapped.utf8.count
    rows.append(
      SessionRow(id: "row-\(rows.count)", sequenceNumber: Int64(rows.count), content: wrapped)
    )
  }
}

/// The JSON of single rows.
enum Message {
  /// Returns a message of the assistant with a single block.
  static func assistant(_ block: String, id: String, parent: String? = nil) -> String {
    let message = #"{"id":"\#(id)","role":"assistant","content":[\#(block)]}"#
    return #"{"type":"assistant","message":\#(message)\#(member(parent))}"#
  }

  /// Returns a message of the assistant that uses a tool.
  ///
  /// - Parameters:
  ///   - id: The id of the tool use.
  ///   - name: The name of the tool.
  ///   - input: The input as JSON.
  ///   - message: The id of the message.
  ///   - parent: The id of the sub-agent that uses the tool, or `nil` for none.
  static func toolUse(
    _ id: String,
    _ name: String,
    input: String,
    message: String,
    parent: String? = nil
  ) -> String {
    assistant(
      #"{"type":"tool_use","id":"\#(id)","name":"\#(name)","input":\#(input)}"#,
      id: message,
      parent: parent
    )
  }

  /// Returns a message with the outcome of a tool.
  ///
  /// - Parameter text: The text of the outcome as a JSON string.
  static func outcome(of tool: String, text: String, parent: String? = nil) -> String {
    let block = #"{"type":"tool_result","tool_use_id":"\#(tool)","content":\#(text)}"#
    return #"{"type":"user","message":{"role":"user","content":[\#(block)]}\#(member(parent))}"#
  }

  /// Returns the member for a parent with a comma before it, or nothing.
  private static func member(_ parent: String?) -> String {
    parent.map { #","parent_tool_use_id":"\#($0)""# } ?? ""
  }
}
