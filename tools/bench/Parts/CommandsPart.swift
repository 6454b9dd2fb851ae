internal import Foundation
internal import SessionDetail

/// The time that a user waits: whole commands, compared with Node on the same data.
struct CommandsPart {
  let effort: Effort
  /// The path of the program to measure.
  let parity: String

  /// Returns the figures of a check and a lint of all suites, of a long run, and of the page.
  func figures() async throws -> [Figure] {
    try await check() + lint() + run() + page()
  }

  /// Measures a check of all suites, next to a script that only reads and writes the same files.
  private func check() async throws -> [Figure] {
    var processorTimes: [Double] = []
    let race = try await Race(
      [
        Contestant(name: "parity check") {
          let output = try await OtherProgram(words: [parity, "check", "--quiet"]).run()
          processorTimes.append(output.processorSeconds * 1_000)
          return output.seconds
        },
        everyFile,
      ],
      rounds: effort.rounds
    )

    let processorTime = Figure(
      name: "bare check: parity check, processor time",
      unit: .milliseconds,
      // The first run isn't counted.
      Samples(Array(processorTimes.dropFirst()), best: .lowest),
      goal: .under(1_000)
    )
    return race.times(of: "bare check", goal: 550) + [processorTime]
  }

  /// Measures a lint of all suites, next to a script that reads and writes the same files.
  private func lint() async throws -> [Figure] {
    let race = try await Race(
      [program("parity lint", [parity, "lint", "--quiet"]), everyFile],
      rounds: effort.rounds
    )
    return race.times(of: "lint", goal: 250)
  }

  /// A script that reads, parses and writes every fixture and golden.
  private var everyFile: Contestant {
    program("Node reads and writes every file", ["node", "tools/bench/node/rewrite.mjs"])
  }

  /// Measures the page of a run in which every case passes, next to the JSON report of the same
  /// run, which has neither inputs nor goldens.
  private func page() async throws -> [Figure] {
    try await TemporaryFile.with([]) { page in
      try await TemporaryFile.with([]) { report in
        let reports = ["--report", "html=\(page)", "--report", "json=\(report)"]
        _ = try await OtherProgram(words: [parity, "check", "--quiet"] + reports).run()
        return try [
          size(of: page, "the page").withGoal(.under(3.5)),
          size(of: report, "the JSON report"),
        ]
      }
    }
  }

  /// Returns the size of a report in megabytes.
  private func size(of file: String, _ name: String) throws -> Figure {
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    return Figure(
      name: "reports of a check: \(name)",
      unit: .megabytes,
      Samples([Double(size) / 1e6], best: .lowest)
    )
  }

  /// Measures `parity run` on rows whose payloads add up to about 13.5 MB.
  private func run() async throws -> [Figure] {
    let session = Session(
      rowCount: effort.isQuick ? 60 : 6_000,
      resultBytes: 6_100,
      seed: effort.seed
    )

    let rows = session.rows.map { row -> String in
      let content = row.content.jsonString()
      return #"{"id":"\#(row.id)","sequence_number":\#(row.sequenceNumber),"content":\#(content)}"#
    }
    let input = [#"{"rows":["#, rows.joined(separator: ",\n"), "]}\n"]

    return try await TemporaryFile.with(input) { input in
      try await TemporaryFile.with(session.rows.map { $0.content + "\n" }) { payloads in
        let race = try await Race(
          [
            reading(input, "parity run", "'\(parity)' run session-detail/timeline"),
            reading(payloads, "Node, JSON.parse alone", "node tools/bench/node/parse.mjs"),
          ],
          rounds: effort.rounds
        )
        let ratio = race.ratio(of: "run of 6000 rows", to: "Node, JSON.parse alone")
        return race.times(of: "run of 6000 rows") + [ratio.withGoal(.atLeast(1 / 0.8))]
      }
    }
  }

  /// Returns a contestant that runs a whole program.
  private func program(_ name: String, _ words: [String]) -> Contestant {
    Contestant(name: name) { try await OtherProgram(words: words).run().seconds }
  }

  /// Returns a contestant whose standard input is a file.
  ///
  /// - Parameter command: The command for a shell, which replaces the shell.
  private func reading(_ file: String, _ name: String, _ command: String) -> Contestant {
    program(name, ["sh", "-c", "exec \(command) <\"$1\" >/dev/null", "sh", file])
  }
}
