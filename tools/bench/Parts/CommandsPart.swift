internal import Foundation
internal import SessionDetail

/// The time that a user waits: whole commands, compared with Node on the same data.
struct CommandsPart {
  let effort: Effort
  /// The path of the program to measure.
  let parity: String

  /// Returns the figures of a check of all suites and of a long run.
  func figures() async throws -> [Figure] {
    try await check() + run()
  }

  /// Measures a check of all suites, next to a script that only reads and writes the same files.
  private func check() async throws -> [Figure] {
    let race = try await Race(
      [
        program("parity check", [parity, "check", "--quiet"]),
        program("Node reads and writes every file", ["node", "tools/bench/node/rewrite.mjs"]),
      ],
      rounds: effort.rounds
    )

    return race.times(of: "bare check", goal: 500)
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
        return race.times(of: "run of 6000 rows") + [ratio.withGoal(.atLeast(1 / 0.9))]
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
