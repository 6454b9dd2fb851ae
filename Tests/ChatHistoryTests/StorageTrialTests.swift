import Testing

/// What happens to files on devices.
@Suite(.serialized)
struct StorageTrialTests {
  @Test(arguments: StorageTrial.forEveryone)
  func `nothing saved is lost, and nothing half-saved is seen`(trial: StorageTrial) async throws {
    try await expectNoProblems(in: trial, seeds: 0..<4)
  }

  // Whoever may not mount still runs out of space by a limit on the size of files, above.
  @Test(.enabled("only root may mount a small disk") { await SmallDisk.canBeMounted.value })
  func `nothing saved is lost on a full disk`() async throws {
    try await expectNoProblems(in: .fullDisk, seeds: 0..<4)
  }
}

/// For a change to what is stored; skips itself unless the command line names it.
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
