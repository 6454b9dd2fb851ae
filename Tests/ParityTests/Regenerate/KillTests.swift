import Foundation
import Testing

struct KillTests {
  private static let caseCount = 24

  /// The state of a run when it is killed.
  enum Point: CaseIterable {
    case firstStaged, halfStaged, allStaged, firstMoved, halfMoved, lastMoved, lockMoved, done

    fileprivate func signs(in suite: TemporarySuite) -> [Launch.Interruption.Sign] {
      let watch = StagingWatch(suite.url("Golden"))
      // The goldens of all cases are staged first, then the lock.
      let first = "new-0"
      let half = "new-\(caseCount / 2)"
      let last = "new-\(caseCount - 1)"
      let lock = "new-\(caseCount)"
      func staged(_ name: String) -> Launch.Interruption.Sign { .staged(name, watch) }
      func moved(_ name: String) -> [Launch.Interruption.Sign] {
        [staged(lock), .moved(name, watch)]
      }
      return switch self {
      case .firstStaged: [staged(first)]
      case .halfStaged: [staged(half)]
      case .allStaged: [staged(lock)]
      case .firstMoved: moved(first)
      case .halfMoved: moved(half)
      case .lastMoved: moved(last)
      case .lockMoved: moved(lock)
      case .done: [staged(lock), .stagingVanishes(watch)]
      }
    }
  }

  @Test
  func `a kill at any point leaves each golden whole, old or new, and the next run completes it`()
    async throws
  {
    var killing = try await Killing(caseCount: Self.caseCount)
    for point in Point.allCases {
      try await killing.kill(once: point.signs(in: killing.suite))
      if point == .halfStaged || point == .halfMoved { try await killing.complete() }
    }
    #expect(
      killing.kills > Point.allCases.count / 2,
      "only \(killing.kills) runs were killed before their end"
    )
    try await killing.complete()
  }

  @Test func `so does a kill at any moment of the whole run`() async throws {
    var killing = try await Killing(caseCount: Self.caseCount)
    let moments = 10
    // Early and late moments alternate, so that no part of the run is missed if the machine is busy
    // for a while.
    for step in 0..<moments { try await killing.kill(at: step * 7 % moments, of: moments) }
    #expect(killing.kills > moments / 4, "only \(killing.kills) runs were killed before their end")
    try await killing.complete()
  }
}

/// A suite whose goldens all change, over and over, in runs that are killed.
private struct Killing {
  private(set) var kills = 0
  let suite: TemporarySuite
  private let old: [String: Data]
  private let new: [String: Data]
  private var duration: Duration

  init(caseCount: Int) async throws {
    suite = try await TemporarySuite.recorded(Sample.many(caseCount, saying: "old"))
    old = try Self.goldens(of: suite)
    for (path, text) in Sample.many(caseCount, saying: "new") { try suite.write(text, to: path) }
    try suite.replace("2.0.0", with: "3.0.0", in: Sample.matrix)
    let whole = try await suite.process("regenerate", "--quiet")
    whole.expect(.exit(0))
    duration = whole.duration
    try suite.write("kept", to: "Golden/.staging/mine")
    new = try Self.goldens(of: suite)
    try #require(
      new.filter { old[$0.key] != $0.value }.count == caseCount + 1,
      "every golden and the lock should change"
    )
    for (path, data) in new where path.hasSuffix(".json") {
      #expect(throws: Never.self, "\(path) should be JSON") {
        try JSONSerialization.jsonObject(with: data)
      }
    }
  }

  mutating func kill(at moment: Int, of moments: Int) async throws {
    try await run(killing: Launch.Interruption(signal: SIGKILL, after: duration * moment / moments))
  }

  mutating func kill(once signs: [Launch.Interruption.Sign]) async throws {
    try await run(killing: Launch.Interruption(signal: SIGKILL, after: .zero, once: signs))
  }

  /// Returns the goldens and their lock, without hidden folders.
  private static func goldens(of suite: TemporarySuite) throws -> [String: Data] {
    try suite.contents(of: "Golden").filter { !$0.key.hasPrefix(".") }
  }

  /// Completes the regeneration, and checks the result.
  func complete() async throws {
    try await suite.parity("regenerate", "--quiet").expect(.exit(0))
    let goldens = try Self.goldens(of: suite)
    #expect(goldens == new, "the next run should complete what a killed one began")
    #expect(try suite.stagingFolders() == [], "the next run should remove what a killed one left")
    #expect(try suite.text(of: "Golden/.staging/mine") == "kept")
    try await suite.parity("check", "--quiet").expect(.exit(0))
  }

  private mutating func run(killing interruption: Launch.Interruption) async throws {
    let before = try Self.goldens(of: suite)
    for (path, data) in old where before[path] != data {
      try suite.write(data, to: "Golden/\(path)")
    }
    let run = try await suite.process("regenerate", "--quiet", interruption: interruption)
    switch run.end {
    case .signal(SIGKILL): kills += 1
    default:
      run.expect(.exit(0))
      duration = min(duration, run.duration)
    }
    let found = try Self.goldens(of: suite)
    let broken = found.filter { old[$0.key] != $0.value && new[$0.key] != $0.value }.keys.sorted()
    #expect(broken.isEmpty, "neither old nor new after \(interruption): \(broken)")
    #expect(found.count == old.count, "no golden should be gone after \(interruption)")
  }
}
