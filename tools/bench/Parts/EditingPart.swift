/// The edit loop: from a change to one rule to the verdict of a debug build.
struct EditingPart {
  let effort: Effort

  /// Returns the figures that `tools/bench/edit-loop.sh` prints, one line per round.
  func figures() async throws -> [Figure] {
    let rounds = effort.isQuick ? 1 : effort.rounds
    let output = try await OtherProgram(
      words: ["tools/bench/edit-loop.sh", "\(rounds)"],
      remedy: "it needs Linux"
    ).run().text

    let lines = output.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    guard lines.count == rounds, lines.allSatisfy({ $0.count == 3 }) else {
      throw MeasurementError("tools/bench/edit-loop.sh printed something else: \(output)")
    }

    let names = ["build", "swift run of the check, with nothing to build", "the check alone"]
    let parts = names.enumerated().map { index, name in
      figure(name, seconds: lines.map { $0[index] })
    }
    let whole = figure("build and check", seconds: lines.map { $0[0] + $0[2] })
    return parts + [whole.withGoal(.under(3_000))]
  }

  /// Returns the figure of a step of the loop.
  private func figure(_ name: String, seconds: [Double]) -> Figure {
    Figure(
      name: "edit of a rule: \(name)",
      unit: .milliseconds,
      Samples(seconds.map { $0 * 1_000 }, best: .lowest)
    )
  }
}
