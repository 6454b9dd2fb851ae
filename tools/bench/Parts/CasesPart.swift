internal import Foundation
internal import SystemPackage

/// The cost of checking: the start, each case in process, and each case that a program answers.
struct CasesPart {
  let effort: Effort
  /// The path of the program to measure.
  let parity: String

  /// The arguments of a check of all suites with the implementation in this process.
  private static let inProcess = ["check", "--quiet", "--implementation", "reference"]
  /// The case that a small check runs.
  private static let oneCase = "session-detail/stale_update_ignored"

  /// Returns the figures in process, and those of a program that answers over JSON-RPC.
  func figures() async throws -> [Figure] {
    try await figuresInProcess() + figuresOverJSONRPC()
  }

  /// Returns the figures of commands that take turns, so that load affects all of them equally.
  /// Figures of the suite exclude the time of an empty program in the same round.
  private func figuresInProcess() async throws -> [Figure] {
    let empty = try await EmptyProgram(linkedLike: parity)
    defer { empty.remove() }

    let rounds = effort.isQuick ? 1 : max(effort.rounds, 7)
    var times = Times()

    for _ in 0..<rounds {
      times.empty.append(try await OtherProgram(words: [empty.path]).run().seconds)
      times.version.append(try await run(["--version"]).seconds)
      times.oneCase.append(try await run(["check", "--quiet", "--only", Self.oneCase]).seconds)

      let plain = try await run(Self.inProcess + ["--schedules", "0"])
      times.cases.append(plain.seconds)
      times.caseCount = try checkedCount(plain.text)

      times.allOrders.append(try await run(Self.inProcess).seconds)
    }

    return times.figures
  }

  /// The times of each command in seconds, one per round.
  private struct Times {
    var empty: [Double] = []
    var version: [Double] = []
    var oneCase: [Double] = []
    var cases: [Double] = []
    var allOrders: [Double] = []
    var caseCount = 0

    var figures: [Figure] {
      let perSecond = zip(cases, empty).map { Double(caseCount) / ($0 - $1) }
      return [
        milliseconds("start: an empty program of the same libraries", empty),
        milliseconds("start: parity --version", version),
        milliseconds("start: parity check of one case", oneCase),
        milliseconds(
          "suite: every case in process, less an empty program",
          zip(cases, empty).map(-),
          goal: 30
        ),
        milliseconds(
          "suite: the same in other orderings too, less an empty program",
          zip(allOrders, empty).map(-),
          goal: 30
        ),
        Figure(
          name: "cases: in process",
          unit: .casesPerSecond,
          Samples(perSecond, best: .highest)
        ),
      ]
    }

    /// Returns a figure of a time, of which the lowest is the best.
    private func milliseconds(_ name: String, _ seconds: [Double], goal: Double? = nil) -> Figure {
      Figure(
        name: name,
        unit: .milliseconds,
        Samples(seconds.map { $0 * 1_000 }, best: .lowest),
        goal: goal.map(Figure.Goal.under)
      )
    }
  }

  /// Runs the program to measure.
  private func run(_ arguments: [String]) async throws -> OtherProgram.Output {
    try await OtherProgram(words: [parity] + arguments).run()
  }

  /// Returns the number of cases that a run reports as checked.
  private func checkedCount(_ output: String) throws -> Int {
    // The last line starts like this: PASS  2,306 cases
    let digits = output.matches(of: /PASS +([0-9,]+) cases?/).last?.output.1.filter { $0 != "," }
    guard let digits, let count = Int(digits) else {
      throw MeasurementError(
        "parity check did not print how many cases it checked: \(output.suffix(500))"
      )
    }
    return count
  }

  /// Returns the figures that `tools/bench/adapter-throughput.py` prints for a thousand cases.
  private func figuresOverJSONRPC() async throws -> [Figure] {
    let tool = try packageFolder().appending("tools/bench/adapter-throughput.py").string
    let repetitions = "\(min(effort.rounds, 3))"
    let output = try await OtherProgram(
      words: [tool, "--parity", parity, "--repetitions", repetitions],
      remedy: "it needs Python 3"
    ).run().text

    return [
      figure(
        "cases: over JSON-RPC, a trivial program",
        try milliseconds(of: "parity check", in: output)
      ),
      figure(
        "cases: the same program in a bare loop",
        try milliseconds(of: "bare loop, 8 in flight", in: output)
      ),
    ]
  }

  /// Returns the times in milliseconds on a line of `tools/bench/adapter-throughput.py`.
  ///
  /// - Parameter name: The name at the start of the line.
  /// - Throws: `MeasurementError` if there is no such line.
  private func milliseconds(
    of name: String,
    in output: String
  ) throws -> (best: Double, median: Double) {
    let line = output.split(separator: "\n").first { $0.hasPrefix(name + "  ") }
    let numbers = (line ?? "").dropFirst(name.count).split(separator: " ").compactMap {
      Double($0)
    }
    guard numbers.count == 3 else {
      throw MeasurementError("tools/bench/adapter-throughput.py has no line '\(name)'")
    }

    return (best: numbers[0], median: numbers[1])
  }

  /// Returns the number of cases per second, if a thousand cases take the given times.
  private func figure(_ name: String, _ times: (best: Double, median: Double)) -> Figure {
    var samples = Samples([1_000 / times.median * 1_000], best: .highest)
    samples.best = 1_000 / times.best * 1_000
    return Figure(name: name, unit: .casesPerSecond, samples)
  }
}

/// A program that only loads the same libraries as another program.
private struct EmptyProgram {
  let path: String

  /// Compiles a program that is linked with all libraries of another program.
  ///
  /// - Throws: `MeasurementError` if the libraries can't be listed, as on macOS, or if nothing can
  ///   be compiled.
  init(linkedLike program: String) async throws {
    let folder = FileManager.default.temporaryDirectory
    let source = folder.appendingPathComponent("bench-\(UUID().uuidString).swift")
    path = source.deletingPathExtension().path

    let listed = try await OtherProgram(words: ["ldd", program]).run().text
    let libraries = listed.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first {
        $0.hasPrefix("/") && $0.contains("/lib") && !$0.contains("/ld-linux")
      }
    }

    try Data("\n".utf8).write(to: source)
    defer { try? FileManager.default.removeItem(at: source) }

    _ = try await OtherProgram(
      words: ["swiftc", "-O", source.path, "-o", path, "-Xlinker", "--no-as-needed"]
        + libraries.map(String.init)
    ).run()
  }

  /// Removes the program's file.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
