internal import Conformance

extension Implementation {
  /// Ends the command where the system keeps the implementation from running.
  func requireRunnable() throws(CommandFailure) {
    if let obstacle { throw CommandFailure(.unavailable, "\(name) \(obstacle.message)") }
  }
}

extension [Suite] {
  /// Ends the command where that is so for an implementation that goldens of the selection come from.
  func requireRunnable(_ selection: Selection = Selection()) throws(CommandFailure) {
    for suite in self {
      for testCase in suite.cases where selection.includes(testCase, in: suite.matrix) {
        try suite.contract.implementation(for: testCase)?.requireRunnable()
      }
    }
  }
}
