package import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

/// The orders in which the chunks of an assembly may come (rule A1).
///
/// Chunks that are added one after the other change places, but for those with the same id and index, whose order says
/// which text comes first. All other steps stay where they are, since what they give depends on what came before them.
package struct ChunkArrivals: ScheduleSpace {
  package struct Schedule: Hashable, Sendable {
    /// Indices of the case's steps.
    var order: [Int]
  }

  let steps: [AssemblyStep]
  private let json: [JSONValue]
  /// The steps in order: each run of chunks with all the orders that it may have, and each other step by itself.
  let runs: [Interleavings]

  /// Nil where no step could come in another order.
  package init?(_ assembly: Assembly) {
    steps = assembly.steps
    json = assembly.json
    runs = Self.runs(of: steps)
    guard runs.contains(where: { $0.sequences.count > 1 }) else { return nil }
  }

  private static func runs(of steps: [AssemblyStep]) -> [Interleavings] {
    var runs: [[Int]] = []
    for index in steps.indices {
      if index > 0, steps[index].isAdd, steps[index - 1].isAdd {
        runs[runs.count - 1].append(index)
      } else {
        runs.append([index])
      }
    }
    return runs.map { Interleavings(sequences: sequences(of: $0, in: steps)) }
  }

  /// Chunks with the same id and index are a sequence; any other chunk is one by itself.
  private static func sequences(of run: [Int], in steps: [AssemblyStep]) -> [[Int]] {
    let places = Dictionary(grouping: run) { index -> Place? in
      guard case .add(let chunk) = steps[index] else { return nil }
      return Place(messageID: chunk.messageID, chunkIndex: chunk.chunkIndex)
    }
    return places.values.sorted { $0[0] < $1[0] }
  }

  private struct Place: Hashable {
    let messageID: MessageID
    let chunkIndex: Int
  }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue {
    ["steps": .array(schedule.order.map { json[$0] })]
  }

  package func baseline(of schedule: Schedule) -> JSONValue {
    input(of: Schedule(order: schedule.order.sorted()))
  }

  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.order.map { index in
      guard case .add(let chunk) = steps[index] else { return json[index].canonicalText() }
      let text = JSONValue.string(chunk.content).canonicalText()
      return "add  \(chunk.messageID.value), chunk \(chunk.chunkIndex)\(chunk.isFinal ? ", final" : ""), \(text)"
    }
  }
}
