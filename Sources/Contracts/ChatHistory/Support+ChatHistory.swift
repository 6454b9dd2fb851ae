package import Conformance

extension Support {
  /// Of `chat-history`: which sessions are saved when they end, and what a list of them shows. There are no schedules:
  /// each step is answered, and changes what the next are answered.
  package static let chatHistory = Support(
    "chat-history", implementations: [InProcessImplementation.historyInMemory, InProcessImplementation.historyInFile],
    operations: ["history": .init(reading: HistoryScript.init)])
}
