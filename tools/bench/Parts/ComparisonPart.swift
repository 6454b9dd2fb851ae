internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// The time to compare an output with the expected one, and to print the differences as `parity
/// check` does.
struct ComparisonPart {
  let effort: Effort

  /// Returns a figure for each kind of difference that could take long to find or to print.
  func figures() throws -> [Figure] {
    let bytes = effort.isQuick ? 50_000 : 50_000_000
    let count = effort.isQuick ? 200 : 20_000
    let lines = effort.isQuick ? 10_000 : 1_000_000

    return try [
      figure("many entries, one text differs", .under(1_000)) { pair in
        let text = Documents(.texts, bytes: bytes, seed: effort.seed).texts[0]
        pair.expected = try JSONDocument(parsing: text).root.value
        pair.actual = try JSONDocument(parsing: text.withOther(at: text.count / 2)).root.value
      },
      figure("many small entries, one is missing", .under(1_000)) { pair in
        let text = Documents(.records, bytes: bytes, seed: effort.seed).texts[0]
        pair.expected = try JSONDocument(parsing: text).root.value
        var elements = try JSONDocument(parsing: text).root.value.elements ?? []
        elements.remove(at: elements.count / 2)
        pair.actual = .array(elements)
      },
      figure("one text, one character differs", .under(1_000)) { pair in
        var source = TextSource(seed: effort.seed, name: "one text")
        let text = Array(source.text(bytes: bytes).utf8)
        pair.expected = .string(String(decoding: text, as: UTF8.self))
        pair.actual = .string(String(decoding: text.withOther(at: text.count / 2), as: UTF8.self))
      },
      figure("\(count) elements, none in common", .under(1_000)) { pair in
        pair.expected = .array((0..<count).map { .string("expected \($0)") })
        pair.actual = .array((0..<count).map { .string("actual \($0)") })
      },
      figure("many entries, each differs at its end", .under(1_000)) { pair in
        let elements =
          try JSONDocument(parsing: Documents(.records, bytes: bytes, seed: effort.seed).texts[0])
          .root.value.elements ?? []

        /// Returns entries that all have the same end. Each has a hundred elements, like the blocks
        /// of a timeline's entry.
        func entries(ending: String) -> JSONValue {
          .array(
            stride(from: 0, to: elements.count - 99, by: 100).map {
              ["blocks": .array(Array(elements[$0..<$0 + 100])), "status": .string(ending)]
            }
          )
        }

        pair.expected = entries(ending: "completed")
        pair.actual = entries(ending: "failed")
      },
      figure("lines of a text, none in common", .under(1_000)) { pair in
        pair.expected = .string((0..<lines / 10).map { "e \($0)" }.joined(separator: "\n"))
        pair.actual = .string((0..<lines / 10).map { "a \($0)" }.joined(separator: "\n"))
      },
    ]
  }

  /// The two values to compare.
  private struct Pair {
    var expected = JSONValue.null
    var actual = JSONValue.null
  }

  /// Measures one comparison in each round, from the values to the text of the differences.
  ///
  /// - Parameter make: Generates the values, which isn't timed.
  private func figure(
    _ name: String,
    _ goal: Figure.Goal,
    _ make: (inout Pair) throws -> Void
  ) throws -> Figure {
    var pair = Pair()
    try make(&pair)

    let milliseconds = try (0..<effort.rounds).map { _ in
      let start = ContinuousClock.now
      let found = differences(
        expected: pair.expected,
        actual: pair.actual,
        identity: { _, _ in nil }
      )
      let text = DifferenceRendering(limit: 20).lines(found).map { $0.text(color: false) }.joined(
        separator: "\n"
      )
      let time = (ContinuousClock.now - start) / .milliseconds(1)

      guard !text.isEmpty else { throw MeasurementError("no difference was found in: \(name)") }
      return time
    }

    return Figure(
      name: "comparison: \(name)",
      unit: .milliseconds,
      Samples(milliseconds, best: .lowest),
      goal: goal
    )
  }
}

extension [UInt8] {
  /// Returns the same bytes, with the first letter from a to y at or after an offset replaced by
  /// the next letter.
  fileprivate func withOther(at offset: Int) -> [UInt8] {
    var result = self
    let letters = UInt8(ascii: "a")...UInt8(ascii: "y")
    if let index = result[offset...].firstIndex(where: letters.contains) { result[index] += 1 }
    return result
  }
}
