internal import SessionDetail

/// The time to build a timeline from rows on one core, compared with the JavaScript implementation
/// and with the rules on Foundation's reader.
struct TimelinePart {
  let effort: Effort

  private static let own = "SessionTimeline"
  private static let foundation = "on JSONSerialization"
  private static let javascript = "JavaScript"

  /// Returns the figures for each kind of session.
  func figures() async throws -> [Figure] {
    var figures: [Figure] = []
    for kind in SessionKind.allCases { figures += try await self.figures(of: kind) }
    return figures
  }

  /// Builds the same timeline with all implementations, after checking that they show the same.
  private func figures(of kind: SessionKind) async throws -> [Figure] {
    let session = Session(kind, bytes: effort.bytes, seed: effort.seed)
    let rows = session.rows

    return try await TemporaryFile.with(rows.lazy.map(Self.line)) { file in
      try await NodeProgram.run("timeline.mjs", [file]) { node in
        try await requireSameTallies(of: rows, node)

        let race = try await Race(
          [
            .inProcess(Self.own) { SessionTimeline(rows: rows).entries.count },
            .inProcess(Self.foundation) { FoundationTimeline(rows: rows).entries.count },
            node.contestant(Self.javascript, "run"),
          ],
          rounds: effort.rounds
        )

        return figures(of: race, kind: kind, bytes: session.payloadBytes)
      }
    }
  }

  /// Returns the throughput of each implementation, and the ratios of this one to the others. Two
  /// kinds of session have goals.
  private func figures(of race: Race, kind: SessionKind, bytes: Int) -> [Figure] {
    let subject = "timeline of \(kind.rawValue)"
    let goals: (rate: Double, foundation: Double, javascript: Double)? =
      switch kind {
      case .longResults: (1_500, 60, 3)
      case .shortRows: (400, 15, 1.2)
      case .subAgentTrees, .doubleWrappers: nil
      }

    let rates = race.rates(of: subject, bytes: bytes)
    return [rates[0].withGoal(goals.map { .atLeast($0.rate) })] + rates.dropFirst() + [
      race.ratio(of: subject, to: Self.foundation).withGoal(goals.map { .atLeast($0.foundation) }),
      race.ratio(of: subject, to: Self.javascript).withGoal(goals.map { .atLeast($0.javascript) }),
    ]
  }

  /// Checks that all implementations show the same.
  ///
  /// - Throws: `MeasurementError` with both tallies if one of them doesn't.
  private func requireSameTallies(of rows: [SessionRow], _ node: NodeProgram) async throws {
    let own = TimelineTally(SessionTimeline(rows: rows)).description
    let others = [
      Self.foundation: TimelineTally(FoundationTimeline(rows: rows)).description,
      Self.javascript: try await node.answer(to: "tally"),
    ]

    for (name, other) in others where own != other {
      throw MeasurementError(
        "\(name) makes another timeline: \(other) entries, blocks, tools, bytes; and not \(own)"
      )
    }
  }

  /// Returns a row in the form that `timeline.mjs` reads.
  private static func line(_ row: SessionRow) -> String {
    "[\(row.id.jsonString()),\(row.sequenceNumber),\(row.content.jsonString())]\n"
  }
}
