/// The time to read JSON texts and visit every value, compared with Foundation's readers and
/// Node's.
struct ParsingPart {
  let effort: Effort

  private static let node = "Node"

  /// Returns the figures for each kind of text.
  func figures() async throws -> [Figure] {
    var figures: [Figure] = []
    for kind in Documents.Kind.allCases { figures += try await self.figures(of: kind) }
    return figures
  }

  /// Runs all readers on the same texts, after checking that they read the same values.
  private func figures(of kind: Documents.Kind) async throws -> [Figure] {
    let documents = Documents(kind, bytes: effort.bytes, seed: effort.seed)
    let texts = documents.texts
    let lines = texts.lazy.map { String(decoding: $0, as: UTF8.self) + "\n" }

    return try await TemporaryFile.with(lines) { file in
      try await NodeProgram.run("parsing.mjs", [file]) { node in
        try await requireSameTallies(of: texts, node)

        let own = Reader.allCases.map { reader in
          Contestant.inProcess(reader.rawValue) { try reader.tally(texts).textBytes }
        }
        let race = try await Race(own + [node.contestant(Self.node, "run")], rounds: effort.rounds)

        return figures(of: race, subject: "JSON of \(kind.rawValue)", bytes: documents.bytes)
      }
    }
  }

  /// Returns the throughput of each reader, followed by ratios between some of them.
  private func figures(of race: Race, subject: String, bytes: Int) -> [Figure] {
    /// Returns how many times as fast one reader is as another.
    func ratio(_ first: Reader, _ opponent: Reader, _ goal: Figure.Goal? = nil) -> Figure {
      race.ratio(of: subject, from: first.rawValue, to: opponent.rawValue).withGoal(goal)
    }

    return race.rates(of: subject, bytes: bytes) + [
      ratio(.canonical, .serialization),
      ratio(.canonical, .structs, .atLeast(3)),
      ratio(.canonical, .values, .atLeast(10)),
      ratio(.canonicalValue, .values),
      race.ratio(of: subject, to: Self.node).withGoal(.atLeast(1)),
    ]
  }

  /// Checks that all readers read the same values.
  ///
  /// - Throws: `MeasurementError` with both tallies if one of them doesn't.
  private func requireSameTallies(of texts: [[UInt8]], _ node: NodeProgram) async throws {
    let own = try Reader.canonical.tally(texts).description

    // Structs don't hold keys, so their tally differs.
    var others = try Reader.allCases.filter { $0 != .structs }.map {
      ($0.rawValue, try $0.tally(texts).description)
    }
    others.append((Self.node, try await node.answer(to: "tally")))

    for (name, other) in others where own != other {
      throw MeasurementError(
        "\(name) reads other values: \(other) values, bytes of text, sum; and not \(own)"
      )
    }
  }
}
