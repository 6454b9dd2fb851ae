package import Conformance

extension ContractBindings {
  /// The support for `agent-directory`: the columns, the chat and the sub-agents' work of a
  /// four-column XMPP client.
  package static let agentDirectory = ContractBindings(
    "agent-directory",
    implementations: [
      // D16, D17
      InProcessImplementation(
        name: "reference",
        capabilities: ["deliver-to-active-chat", "typing"]
      ) { request in
        try ClientScript(request.input).output()
      }
    ],
    // Schedules change the spelling of received stanzas (D10). They don't reorder steps, because
    // each step has its own state in the output.
    operations: ["client": .init(reading: ClientScript.init, schedules: StanzaSpellings.init)]
  )
}
