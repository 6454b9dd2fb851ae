internal import AgentDirectory
package import CanonicalJSON
package import Conformance

/// The ways in which the stanzas of a case may be spelt: what they say is the same, and the XML is not (rule D10).
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
      guard let text = step["receive"]?.string, text.utf8.count <= Self.mostBytes else { continue }
      stanzas[index] = try? StanzaElement(parsing: text)
    }
    guard !stanzas.isEmpty else { return nil }
    self.stanzas = stanzas
  }

  private static let mostBytes = 1 << 16

  /// They are too many to go through.
  package var count: Int? { nil }
  package func schedule(number: Int) -> Schedule { [:] }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var spellings: [Int: StanzaSpelling] = [:]
    for index in stanzas.keys.sorted() { spellings[index] = StanzaSpelling(using: &generator) }
    return spellings
  }

  package func input(of schedule: Schedule) -> JSONValue {
    var input = input
    input["steps"] = .array(
      steps.enumerated().map { index, step in
        guard let stanza = stanzas[index], let spelling = schedule[index] else { return step }
        return ["receive": .string(spelling.text(of: stanza))]
      })
    return .object(input)
  }

  package func baseline(of schedule: Schedule) -> JSONValue { .object(input) }

  /// A stanza as it is; or one that is spelt with less that is unusual.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let indices = schedule.keys.sorted()
    func with(_ spelling: StanzaSpelling?, at index: Int) -> Schedule {
      var simpler = schedule
      simpler[index] = spelling
      return simpler
    }
    return indices.map { with(nil, at: $0) }
      + indices.flatMap { index in (schedule[index]?.simplifications ?? []).map { with($0, at: index) } }
  }

  package func arrivals(of schedule: Schedule) -> [String] {
    steps.indices.compactMap { index in
      guard let stanza = stanzas[index], let spelling = schedule[index] else { return nil }
      return "step \(index)  \(spelling.text(of: stanza))"
    }
  }
}
