package import CanonicalJSON
internal import ClawdbotProtocol
package import Conformance

/// The orders in which the chunks of an assembly may arrive (rule A1).
///
/// Consecutive chunks may swap places unless they have the same id and index, because their order
/// decides which text comes first. All other steps stay in place, because their results depend on
/// the steps before them.
package struct ChunkArrivals: ScheduleSpace {
  /// An order, as indices of the case's steps.
  package typealias Schedule = [Int]

  private let steps: [AssemblyStep]
  private let json: [JSONValue]
  /// The steps in order: each run of consecutive chunks with all its possible orders, and each
  /// other step by itself.
  private let runs: [Interleavings]

  /// Creates the space, or returns `nil` if the order of all steps is fixed.
  package init?(_ assembly: Assembly) {
    steps = assembly.steps
    json = assembly.json
    runs = Self.runs(of: steps)
    guard runs.contains(where: { $0.sequences.count > 1 }) else { return nil }
  }

  /// Returns the runs of consecutive chunks, and each other step by itself.
  private static func runs(of steps: [AssemblyStep]) -> [Interleavings] {
    var runs: [[Int]] = []
    for index in steps.indices {
      if index > 0, steps[index].chunk != nil, steps[index - 1].chunk != nil {
        runs[runs.count - 1].append(index)
      } else {
        runs.append([index])
      }
    }

    // Chunks with the same id and index form a sequence. Any other chunk is a sequence by itself.
    return runs.map { run in
      Interleavings(
        sequences: run.grouped { index in
          steps[index].chunk.map { Place(messageID: $0.messageID, chunkIndex: $0.chunkIndex) }
        }
      )
    }
  }

  /// The place of a chunk's text in a message. The texts of chunks with the same place follow each
  /// other in order of arrival.
  private struct Place: Hashable {
    let messageID: MessageID
    let chunkIndex: Int
  }

  /// The number of orders if there are at most 7 chunks, otherwise `nil`.
  package var count: Int? {
    steps.count { $0.chunk != nil } <= 7 ? runs.reduce(1) { $0 * $1.count } : nil
  }

  /// Returns the order with a number, in which consecutive chunks are permuted.
  package func schedule(number: Int) -> Schedule {
    runs.interleavings(number: number).flatMap(\.self)
  }

  /// Returns an order at random. No chunk arrives twice.
  package func schedule(using generator: inout SplitMix64) -> Schedule {
    runs.interleavings(using: &generator).flatMap(\.self)
  }

  package func input(of order: Schedule) -> JSONValue { ["steps": .array(order.map { json[$0] })] }

  package func baseline(of order: Schedule) -> JSONValue { input(of: order.sorted()) }

  /// Returns orders without one message, without one step, or with two neighbors swapped back into
  /// the order of the case.
  package func simplifications(of order: Schedule) -> [Schedule] {
    let ids = Set(order.compactMap { steps[$0].messageID }).sorted {
      TextKey($0.value) < TextKey($1.value)
    }
    let withoutMessage = ids.map { id in order.filter { steps[$0].messageID != id } }
    return (ids.count > 1 ? withoutMessage : []) + (order.count > 1 ? order.shortened : [])
      + order.straightened
  }

  /// Returns one line for each step, with the text of a chunk as JSON.
  package func arrivals(of order: Schedule) -> [String] {
    order.map { index in
      guard let chunk = steps[index].chunk else { return json[index].canonicalText() }
      let place = "\(chunk.chunkIndex)\(chunk.isFinal ? ", final" : "")"
      let text = JSONValue.string(chunk.content).canonicalText()
      return "add  \(chunk.messageID.value), chunk \(place), \(text)"
    }
  }
}
