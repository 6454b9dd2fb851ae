package import CanonicalJSON
internal import ClawdbotProtocol
package import Conformance

/// The orders in which the chunks of an assembly may come (rule A1).
///
/// Chunks that are added one after the other change places, but for those with the same id and
/// index, whose order says which text comes first. All other steps stay where they are, since what
/// they give depends on what came before them.
package struct ChunkArrivals: ScheduleSpace {
  /// Indices of the case's steps.
  package typealias Schedule = [Int]

  private let steps: [AssemblyStep]
  private let json: [JSONValue]
  /// The steps in order: each run of chunks with all the orders that it may have, and each other
  /// step by itself.
  private let runs: [Interleavings]

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
      if index > 0, steps[index].chunk != nil, steps[index - 1].chunk != nil {
        runs[runs.count - 1].append(index)
      } else {
        runs.append([index])
      }
    }
    // Chunks with the same id and index are a sequence; any other chunk is one by itself.
    return runs.map { run in
      Interleavings(
        sequences: run.grouped { index in
          steps[index].chunk.map { Place(messageID: $0.messageID, chunkIndex: $0.chunkIndex) }
        }
      )
    }
  }

  private struct Place: Hashable {
    let messageID: MessageID
    let chunkIndex: Int
  }

  /// Every order where there are at most 7 chunks.
  package var count: Int? {
    steps.count { $0.chunk != nil } <= 7 ? runs.reduce(1) { $0 * $1.count } : nil
  }

  package func schedule(number: Int) -> Schedule {
    runs.interleavings(number: number).flatMap(\.self)
  }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    runs.interleavings(using: &generator).flatMap(\.self)
  }

  package func input(of order: Schedule) -> JSONValue { ["steps": .array(order.map { json[$0] })] }

  package func baseline(of order: Schedule) -> JSONValue { input(of: order.sorted()) }

  /// Without a message, without a step, with two neighbours in the case's order.
  package func simplifications(of order: Schedule) -> [Schedule] {
    let ids = Set(order.compactMap { steps[$0].messageID }).sorted {
      TextKey($0.value) < TextKey($1.value)
    }
    let withoutMessage = ids.map { id in order.filter { steps[$0].messageID != id } }
    return (ids.count > 1 ? withoutMessage : []) + (order.count > 1 ? order.shortened : [])
      + order.straightened
  }

  package func arrivals(of order: Schedule) -> [String] {
    order.map { index in
      guard let chunk = steps[index].chunk else { return json[index].canonicalText() }
      let text = JSONValue.string(chunk.content).canonicalText()
      return
        "add  \(chunk.messageID.value), chunk \(chunk.chunkIndex)\(chunk.isFinal ? ", final" : ""), \(text)"
    }
  }
}
