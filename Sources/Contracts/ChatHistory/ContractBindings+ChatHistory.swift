internal import ChatHistory
package import Conformance

extension ContractBindings {
  /// The support for `chat-history`: which sessions are saved when they end, and what the screens
  /// show of them.
  ///
  /// The contract has no schedules, because the result of each step depends on the steps before it.
  /// The reference library keeps sessions in memory here. The program `chat-history-sqlite` checks
  /// its repository that stores them in a file.
  package static let chatHistory = ContractBindings(
    "chat-history",
    implementations: [
      InProcessImplementation(name: "reference") { request in
        let script = try HistoryScript(request.input)
        return try await script.output(of: MockRemoteHistoryRepository()) {
          throw ImplementationFailure(
            "an in-memory repository can't be reopened; "
              + "add \"persistence\" to the case's 'requires'"
          )
        }
      }
    ],
    operations: ["history": .init(reading: HistoryScript.init)]
  )
}
