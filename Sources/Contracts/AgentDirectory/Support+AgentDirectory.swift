package import Conformance

extension Support {
  /// Of `agent-directory`: the columns, the chat and the work of sub-agents behind a four-column
  /// XMPP client.
  package static let agentDirectory = Support(
    "agent-directory",
    implementations: [
      InProcessImplementation(name: "reference") { request in
        try ClientScript(request.input).output()
      }
    ],
    // The spellings of what is received (D10). Each step has a state of its own, so that none can
    // change its place.
    operations: ["client": .init(reading: ClientScript.init, schedules: StanzaSpellings.init)]
  )
}
