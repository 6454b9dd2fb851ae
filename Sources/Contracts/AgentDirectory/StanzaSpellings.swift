internal import AgentDirectory
package import CanonicalJSON
package import Conformance

/// The spellings of the stanzas of a case: different XML with the same meaning (rule D10).
package struct StanzaSpellings: ScheduleSpace {
  /// The spellings by index of the step. A stanza without one stays as written.
  package typealias Schedule = [Int: StanzaSpelling]

  private let input: JSONObject
  private let steps: [JSONValue]
  private let stanzas: [Int: StanzaElement]

  /// Creates the space, or returns `nil` if no received stanza can be spelled differently.
  package init?(_ script: ClientScript) {
    input = script.input
    steps = input["steps"]?.elements ?? []

    var stanzas: [Int: StanzaElement] = [:]
    for (index, step) in steps.enumerated() {
      // Another spelling of a long stanza may exceed the size limit.
      guard let text = step["receive"]?.string, text.utf8.count <= 1 << 16 else { continue }
      stanzas[index] = try? StanzaElement(parsing: text)
    }

    guard !stanzas.isEmpty else { return nil }
    self.stanzas = stanzas
  }

  /// `nil` because there are too many spellings to enumerate.
  package var count: Int? { nil }
  /// Returns the spelling as written, because spellings have no numbers.

  package func schedule(number: Int) -> Schedule { [:] }

  /// Returns a random spelling of each stanza.
  package func schedule(using generator: inout SplitMix64) -> Schedule {
    Dictionary(
      uniqueKeysWithValues: stanzas.keys.sorted().map { ($0, StanzaSpelling(using: &generator)) }
    )
  }

  /// Returns the input with its stanzas in these spellings.
  package func input(of schedule: Schedule) -> JSONValue {
    var input = input
    input["steps"] = .array(
      steps.enumerated().map { index, step in
        guard let stanza = stanzas[index], let spelling = schedule[index] else { return step }
        return ["receive": .string(spelling.text(of: stanza))]
      }
    )
    return .object(input)
  }

  /// Returns the input as written.
  package func baseline(of schedule: Schedule) -> JSONValue { .object(input) }

  /// Returns schedules that keep one stanza as written, then schedules that drop one trait of a
  /// spelling.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let spellings = schedule.sorted { $0.key < $1.key }
    return spellings.map { index, _ in schedule.filter { $0.key != index } }
      + spellings.flatMap { index, spelling in
        spelling.simplifications.map { schedule.merging([index: $0]) { $1 } }
      }
  }

  /// Returns the stanzas that are spelled differently, with the numbers of their steps.
  package func arrivals(of schedule: Schedule) -> [String] {
    steps.indices.compactMap { index in
      guard let stanza = stanzas[index], let spelling = schedule[index] else { return nil }
      return "step \(index)  \(spelling.text(of: stanza))"
    }
  }
}
