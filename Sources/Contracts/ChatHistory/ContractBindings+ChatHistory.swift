internal import ChatHistory
package import Conformance

extension ContractBindings {
  /// The support for `chat-history`: which sessions are saved when they end, and what the screens
  /// show of them.
  ///
  /// The contract has no schedules, because the result of each step depends on the steps before it.
  package static let chatHistory = ContractBindings(
    "chat-history",
    implementations: [historyInMemory, historyInFile],
    operations: ["history": .init(reading: HistoryScript.init)]
  )

  /// The reference library with the repository in memory.
  private static let historyInMemory = InProcessImplementation(
    name: "reference",
    window: HistoryFiles.window
  ) { request in
    try await HistoryScript(request.input).output()
  }

  /// The reference library with the repository that is stored in a file.
  private static let historyInFile = InProcessImplementation(
    name: "reference-sqlite",
    capabilities: ["persistence"],
    window: HistoryFiles.window,
    unavailabilityReason: { HistoryFiles.unavailabilityReason },
    finish: HistoryFiles.removeAll
  ) { request in
    let script = try HistoryScript(request.input)
    return try await HistoryFiles.withFile { try await script.output(in: $0) }
  }
}
