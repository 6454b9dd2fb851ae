internal import AgentDirectory
package import CanonicalJSON
package import Conformance

/// The ways in which the stanzas of a case may be spelt: what they say is the same, and the XML is
/// not (rule D10).
package struct StanzaSpellings: ScheduleSpace {
  /// By the index of the step; what is missing stays as it is.
  package typealias Schedule = [Int: StanzaSpelling]

  private let input: JSONObject
  private let steps: [JSONValue]
  private let stanzas: [Int: StanzaElement]

  /// Nil where nothing is received that could be spelt in another way.
  package init?(_ script: ClientScript) {
    input = script.input
    steps = input["steps"]?.elements ?? []
    var stanzas: [Int: StanzaElement] = [:]
    for (index, step) in steps.enumerated() {
      // Other spellings of long ones may be over the limit.
      guard let text = step["receive"]?.string, text.utf8.count <= 1 << 16 else { continue }
      stanzas[index] = try? StanzaElement(parsing: text)
    }
    guard !stanzas.isEmpty else { return nil }
    self.stanzas = stanzas
  }

  /// They are too many to go through.
  package var count: Int? { nil }
  package func schedule(number: Int) -> Schedule { [:] }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    Dictionary(
      uniqueKeysWithValues: stanzas.keys.sorted().map { ($0, StanzaSpelling(using: &generator)) }
    )
  }

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

  package func baseline(of schedule: Schedule) -> JSONValue { .object(input) }

  /// A stanza as it is; or one that is spelt with less that is unusual.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let spellings = schedule.sorted { $0.key < $1.key }
    return spellings.map { index, _ in schedule.filter { $0.key != index } }
      + spellings.flatMap { index, spelling in
        spelling.simplifications.map { schedule.merging([index: $0]) { $1 } }
      }
  }

  package func arrivals(of schedule: Schedule) -> [String] {
    steps.indices.compactMap { index in
      guard let stanza = stanzas[index], let spelling = schedule[index] else { return nil }
      return "step \(index)  \(spelling.text(of: stanza))"
    }
  }
}
