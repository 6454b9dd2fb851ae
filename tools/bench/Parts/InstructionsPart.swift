internal import Foundation

/// The number of instructions of each workload per byte of a small fixed input, which is the same
/// in every run.
///
/// A run that does the work three times, minus a run that does it once, is twice the work without
/// the start and the input.
struct InstructionsPart {
  let effort: Effort

  private static let bytes = 200_000

  /// Returns a figure for each workload. There is no median, because every run gives the same
  /// count.
  func figures() async throws -> [Figure] {
    let workloads: [Workload] = effort.isQuick ? [.readingRecords] : Workload.allCases
    var figures: [Figure] = []

    let program = try await StrippedProgram()
    defer { program.remove() }

    for workload in workloads {
      let (once, bytes) = try await instructions(of: workload, times: 1, program.path)
      let (thrice, _) = try await instructions(of: workload, times: 3, program.path)

      figures.append(
        Figure(
          name: "instructions of \(workload.rawValue)",
          unit: .instructionsPerByte,
          Samples([(thrice - once) / 2 / bytes], best: .lowest)
        )
      )
    }

    return figures
  }

  /// Counts the instructions of a process that does a workload.
  ///
  /// - Parameter times: The number of times to do the work, on the same input.
  /// - Returns: The instructions of the whole process, and the size of the input in bytes.
  /// - Throws: `MeasurementError` if valgrind isn't installed or prints no count.
  private func instructions(
    of workload: Workload,
    times: Int,
    _ program: String
  ) async throws -> (count: Double, bytes: Double) {
    let bytes = effort.isQuick ? 10_000 : Self.bytes
    let counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program]
    let output = try await OtherProgram(
      words: counter + [
        "workload", workload.rawValue, "--bytes", "\(bytes)", "--times", "\(times)",
      ],
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
      remedy: "install it (apt-get install valgrind), or leave this part out by --only"
    ).run()

    let line = output.errors.split(separator: "\n").first { $0.contains("Collected : ") }
    guard let count = line?.split(separator: " ").last.flatMap({ Double($0) }),
      let bytes = Double(output.text.filter { !$0.isWhitespace })
    else { throw MeasurementError("valgrind told no count: \(output.errors.suffix(500))") }

    return (count, bytes)
  }
}

/// A copy of this program without debug information, which valgrind can't handle.
private struct StrippedProgram {
  let path: String

  /// Copies this program.
  ///
  /// - Throws: `MeasurementError` if `strip` isn't installed.
  init() async throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
      .path

    _ = try await OtherProgram(
      words: ["strip", "--strip-debug", "-o", path, CommandLine.arguments[0]],
      remedy: "install binutils"
    ).run()
  }

  /// Removes the copy.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
