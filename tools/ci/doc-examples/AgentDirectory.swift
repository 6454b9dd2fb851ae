// Set-up of the examples in doc comments. tools/ci/check-documentation.py compiles it with each.

import AgentDirectory

struct Connection {
  let stanzas: AsyncStream<String>

  func write(_ xml: String) {}
}

@MainActor var client: AgentDirectoryClient = { fatalError("The examples aren't run.") }()
@MainActor let connection: Connection = { fatalError("The examples aren't run.") }()
