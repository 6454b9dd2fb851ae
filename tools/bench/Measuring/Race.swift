/// One that takes part in a race, and tells how many seconds a run took.
struct Contestant {
  let name: String
  let run: () async throws -> Double

  /// One that this process runs; `work` gives something that depends on all it did, so that none of
  /// it is left out.
  static func inProcess(_ name: String, _ work: @escaping () throws -> Int) -> Contestant {
    Contestant(name: name) {
      let start = ContinuousClock.now
      let result = try work()
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      keep(result)
      return seconds
    }
  }
}

/// The seconds of each contestant in each round; a round runs each of them once, so that load meets
/// all alike.
struct Race {
  private let names: [String]
  private let seconds: [[Double]]

  init(_ contestants: [Contestant], rounds: Int) async throws {
    names = contestants.map(\.name)
    var seconds = contestants.map { _ in [Double]() }
    for contestant in contestants { _ = try await contestant.run() }
    for _ in 0..<rounds {
      for (index, contestant) in contestants.enumerated() {
        seconds[index].append(try await contestant.run())
      }
    }
    self.seconds = seconds
  }

  /// The figures of all: how many megabytes a second each takes in.
  func rates(of subject: String, bytes: Int) -> [Figure] {
    zip(names, seconds).map { name, seconds in
      Figure(
        name: "\(subject): \(name)",
        unit: .megabytesPerSecond,
        Samples(seconds.map { Double(bytes) / 1e6 / $0 }, best: .highest)
      )
    }
  }

  /// The figures of all: how long each takes; the goal is that of the first.
  func times(of subject: String, goal: Double? = nil) -> [Figure] {
    zip(names, seconds).enumerated().map { index, contestant in
      Figure(
        name: "\(subject): \(contestant.0)",
        unit: .milliseconds,
        Samples(contestant.1.map { $0 * 1_000 }, best: .lowest),
        goal: index == 0 ? goal.map(Figure.Goal.under) : nil
      )
    }
  }

  /// How many times as fast one is as another: the median of the rounds, and by the best of either.
  func ratio(of subject: String, from first: String? = nil, to opponent: String) -> Figure {
    let first = first ?? names[0]
    let own = rounds(of: first)
    let other = rounds(of: opponent)
    var samples = Samples(zip(own, other).map { $1 / $0 }, best: .highest)
    samples.best = Samples(other, best: .lowest).best / Samples(own, best: .lowest).best
    return Figure(name: "\(subject): \(first) to \(opponent)", unit: .times, samples)
  }

  private func rounds(of name: String) -> [Double] {
    names.firstIndex(of: name).map { seconds[$0] } ?? []
  }
}

/// Does nothing, which the compiler cannot know.
@inline(never)
@_optimize(none)
func keep(_ value: Int) {}
