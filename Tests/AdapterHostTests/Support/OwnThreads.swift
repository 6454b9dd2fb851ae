import AdapterHost
import Testing

/// Runs a test on the executor of the program hosts. Otherwise, a test of another suite that
/// computes for minutes would delay the programs.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ProgramTaskExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  static var ownThreads: OwnThreads { OwnThreads() }
}
