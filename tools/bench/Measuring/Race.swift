/// A participant in a race, whose run returns its time in seconds.
struct Contestant {
  let name: String
  let run: () async throws -> Double

  /// Returns a contestant that runs in this process.
  ///
  /// - Parameter work: The work to time. Its result must depend on all of it, so that the compiler
  ///   can't remove any.
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

/// The times of all contestants in each round, in seconds. Each round runs every contestant once,
/// so that load affects all of them equally.
struct Race {
  private let names: [String]
  private let seconds: [[Double]]

  /// Runs all contestants once without timing them, and then in each round.
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

  /// Returns the throughput of every contestant in megabytes per second.
  func rates(of subject: String, bytes: Int) -> [Figure] {
    zip(names, seconds).map { name, seconds in
      Figure(
        name: "\(subject): \(name)",
        unit: .megabytesPerSecond,
        Samples(seconds.map { Double(bytes) / 1e6 / $0 }, best: .highest)
      )
    }
  }

  /// Returns the time of every contestant in milliseconds. The goal applies to the first one.
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

  /// Returns how many times as fast one contestant is as another. The median is over the rounds,
  /// and the best compares the best time of each.
  ///
  /// - Parameter first: The name of the first contestant, or `nil` for the one that was given
  ///   first.
  func ratio(of subject: String, from first: String? = nil, to opponent: String) -> Figure {
    let first = first ?? names[0]
    let own = rounds(of: first)
    let other = rounds(of: opponent)

    var samples = Samples(zip(own, other).map { $1 / $0 }, best: .highest)
    samples.best = Samples(other, best: .lowest).best / Samples(own, best: .lowest).best

    return Figure(name: "\(subject): \(first) to \(opponent)", unit: .times, samples)
  }

  /// Returns the times of a contestant, one per round.
  private func rounds(of name: String) -> [Double] {
    names.firstIndex(of: name).map { seconds[$0] } ?? []
  }
}

/// Does nothing. The compiler can't know that, so it has to compute the value.
@inline(never)
@_optimize(none)
func keep(_ value: Int) {}
