internal import AgentDirectory
package import CanonicalJSON
package import Conformance
package import XMLReading

/// The steps of a client, as types of the reference library.
package struct ClientScript: Sendable {
  private var client: AgentDirectoryClient
  private let steps: [AgentDirectoryClient.Input]

  /// The input, which schedules copy with changed `receive` steps.
  let input: JSONObject

  /// The reader of the stanzas, by default that of this platform.
  package var reader: any XMLReader {
    get { client.reader }
    set { client.reader = newValue }
  }

  /// Reads the input of the operation `client`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
    let value = try InputValue(input).object([
      "self", "directory", "pubsub", "idPrefix", "deliverToActiveChat", "typing", "steps",
    ])

    var options: AgentDirectoryClient.Options = []
    if let option = value["deliverToActiveChat"] {
      try option.requireTrue()
      options.insert(.deliversToActiveChat)
    }
    if let option = value["typing"] {
      try option.requireTrue()
      options.insert(.showsTyping)
    }

    client = AgentDirectoryClient(
      user: try Self.address(try value.required("self"), hasResource: true),
      directory: try Self.address(try value.required("directory"), hasResource: true),
      pubsub: try Self.address(try value.required("pubsub"), hasResource: false),
      idPrefix: try value["idPrefix"].map(Self.idPrefix) ?? "p",
      options: options
    )

    steps = try value.list("steps", Self.step)
    self.input = input.object ?? [:]
  }

  /// Reads the prefix of stanza ids.
  private static func idPrefix(_ value: InputValue) throws(InputRefusal) -> String {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
    if let text = value.value.string, (1...64).contains(text.utf8.count),
      text.utf8.allSatisfy(allowed.contains)
    {
      return text
    }
    throw value.refusal("must be 1 to 64 ASCII letters, digits, hyphens, underscores, and periods")
  }

  /// Reads a JID that must have a resource, or must have none.
  private static func address(_ value: InputValue, hasResource: Bool) throws(InputRefusal) -> JID {
    let text = try value.text()
    if let jid = JID(text), jid.isBare != hasResource { return jid }
    let form =
      hasResource
      ? "full JID, such as 'local@domain/resource'"
      : "JID without a resource, such as 'local@domain'"
    throw value.refusal("must be a \(form), not '\(text)'")
  }

  /// Reads a step, which is an object with one member.
  private static func step(_ value: InputValue) throws(InputRefusal) -> AgentDirectoryClient.Input {
    let (name, argument) = try value.step(["connect", "select", "receive", "send", "sendWork"])
    switch name {
    case "connect":
      try argument.requireTrue()
      return .connect
    case "select": return try selection(argument)
    case "receive": return .receive(try argument.text())
    case "send": return .send(try argument.text())
    default: return try work(argument)
    }
  }

  /// Reads the argument of `select`.
  private static func selection(_ value: InputValue) throws(InputRefusal)
    -> AgentDirectoryClient.Input
  {
    let name = try value.object(["column", "jid"]).required("column")
    let text = try name.nonEmptyText()
    guard let column = DirectoryColumn(rawValue: text) else {
      let hint = Suggestion.hint(
        for: text,
        among: DirectoryColumn.allCases.map(\.rawValue),
        orList: true
      )
      throw name.refusal("must be the name of a column, not '\(text)'\(hint)")
    }

    return .select(column, try value.required("jid").nonEmptyText())
  }

  /// Reads the argument of `sendWork`.
  private static func work(_ value: InputValue) throws(InputRefusal) -> AgentDirectoryClient.Input {
    let to = try value.object(["to", "task_id", "body"]).required("to")
    guard let jid = JID(try to.text()) else {
      throw to.refusal("must be a JID, such as 'local@domain', not '\(try to.text())'")
    }

    return .sendWork(
      to: jid,
      taskID: try value.required("task_id").nonEmptyText(),
      body: try value.required("body").nonEmptyText()
    )
  }

  /// Returns the output: a state after each step.
  ///
  /// - Throws: `ImplementationFailure` if the output becomes too large.
  package func output() throws(ImplementationFailure) -> JSONValue {
    var client = client
    var writer = ClientStateWriter()
    var states = OutputElements()
    for step in steps {
      let actions = client.take(step)
      try states.append(writer.state(of: client, after: actions))
    }
    return ["states": states.json]
  }
}
