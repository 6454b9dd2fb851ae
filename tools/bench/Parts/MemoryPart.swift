/// The memory that each workload uses in addition to its input, per byte of that input.
struct MemoryPart {
  let effort: Effort

  /// The maximum number of bytes of an input. Some readers use thirty times as much memory.
  private static let limit = 64_000_000

  /// Returns the figures of all workloads on the usual input, and those of live timelines of long
  /// sessions.
  func figures() async throws -> [Figure] {
    var figures: [Figure] = []
    let bytes = min(effort.bytes, Self.limit)

    for workload in Workload.allCases where workload != .liveTimeline {
      figures += try await self.figures(
        of: workload,
        ["--bytes", "\(bytes)"],
        subject: workload.rawValue
      )
    }

    let rows = effort.isQuick ? 1_000 : 100_000
    for resultBytes in [100, 2_000] {
      figures += try await self.figures(
        of: .liveTimeline,
        ["--rows", "\(rows)", "--result-bytes", "\(resultBytes)"],
        subject: "session of \(rows) rows, outcomes of \(resultBytes) B",
        goal: .under(3)
      )
    }

    return figures
  }

  /// Measures a workload in processes of its own, because memory that was freed stays with a
  /// process.
  ///
  /// - Parameters:
  ///   - arguments: The arguments that determine the size of the input.
  ///   - subject: The name of the work in the table.
  ///   - goal: The goal for the growth at the peak.
  private func figures(
    of workload: Workload,
    _ arguments: [String],
    subject: String,
    goal: Figure.Goal? = nil
  ) async throws -> [Figure] {
    var input: [Double] = []
    var peak: [Double] = []
    var held: [Double] = []

    for _ in 0..<min(effort.rounds, 3) {
      let words =
        ["workload", workload.rawValue, "--memory", "--seed", "\(effort.seed)"] + arguments
      let numbers = try await OtherProgram.itself(words).run().text.split(
        whereSeparator: \.isWhitespace
      )
      .compactMap { Double($0) }

      guard numbers.count == 5 else { throw MeasurementError("'\(words)' did not tell its memory") }

      input.append((numbers[2] - numbers[1]) / numbers[0])
      peak.append((numbers[3] - numbers[2]) / numbers[0])
      held.append((numbers[4] - numbers[2]) / numbers[0])
    }

    return [
      Figure(
        name: "\(subject): peak growth",
        unit: .memoryPerByte,
        Samples(peak, best: .lowest),
        goal: goal
      ),
      Figure(name: "\(subject): held", unit: .memoryPerByte, Samples(held, best: .lowest)),
      Figure(
        name: "\(subject): the input itself",
        unit: .memoryPerByte,
        Samples(input, best: .lowest)
      ),
    ]
  }
}
