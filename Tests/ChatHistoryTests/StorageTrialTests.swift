import Testing

/// Tests of what can happen to files on a device.
@Suite(.serialized)
struct StorageTrialTests {
  @Test(arguments: StorageTrial.forEveryone)
  func `nothing saved is lost, and nothing half-saved is seen`(trial: StorageTrial) async throws {
    try await expectNoProblems(in: trial, seeds: 0..<4)
  }

  // Users who can't mount a disk still run out of space in `StorageTrial.outOfSpace`, which limits
  // the size of files.
  @Test(.enabled("only root may mount a small disk") { await SmallDisk.canBeMounted.value })
  func `nothing saved is lost on a full disk`() async throws {
    try await expectNoProblems(in: .fullDisk, seeds: 0..<4)
  }
}

/// Long trials for a change to the storage code. They run only if the command line names this
/// suite.
@Suite(
  .serialized,
  .enabled(if: CommandLine.arguments.contains { $0.contains("ManyStorageTrialTests") })
)
struct ManyStorageTrialTests {
  @Test(arguments: StorageTrial.forEveryone)
  func `nothing saved is lost, and nothing half-saved is seen, in 120 trials`(
    trial: StorageTrial
  ) async throws {
    try await expectNoProblems(in: trial, seeds: 100..<220)
  }

  @Test(.enabled("only root may mount a small disk") { await SmallDisk.canBeMounted.value })
  func `nothing saved is lost on a full disk, in 120 trials`() async throws {
    try await expectNoProblems(in: .fullDisk, seeds: 100..<220)
  }
}

private func expectNoProblems(in trial: StorageTrial, seeds: Range<UInt64>) async throws {
  for seed in seeds {
    let problems = try await trial.problems(seed: seed)
    #expect(problems == [], "seed \(seed)")
  }
}
