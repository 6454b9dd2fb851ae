import Testing

/// What happens to files on devices.
@Suite(.serialized)
struct StorageTrialTests {
  @Test(arguments: StorageTrial.allCases)
  func `nothing saved is lost, and nothing half-saved is seen`(trial: StorageTrial) async throws {
    for seed in 0..<4 as Range<UInt64> { #expect(try await trial.problems(seed: seed) == [], "seed \(seed)") }
  }
}

/// For a change to what is stored; skips itself unless the command line names it.
@Suite(.serialized, .enabled(if: CommandLine.arguments.contains { $0.contains("ManyStorageTrialTests") }))
struct ManyStorageTrialTests {
  @Test(arguments: StorageTrial.allCases)
  func `nothing saved is lost, and nothing half-saved is seen, in 120 trials`(trial: StorageTrial) async throws {
    for seed in 100..<220 as Range<UInt64> { #expect(try await trial.problems(seed: seed) == [], "seed \(seed)") }
  }
}
