package import CanonicalJSON
package import Conformance

/// The ways in which the bytes of each step of a session may be cut into pieces (rule V2).
package struct SessionCuts: ScheduleSpace {
  package struct Schedule: Hashable, Sendable {
    /// Of each step that receives bytes, in order.
    fileprivate var streams: [StreamCuts.Schedule]
  }

  private struct Step {
    let index: Int
    let request: JSONValue
    let cuts: StreamCuts
  }

  private let steps: [JSONValue]
  private let received: [Step]

  /// Nil where no step receives bytes.
  package init?(_ script: SessionScript) {
    steps = script.json
    received = script.steps.enumerated().compactMap { index, step in
      guard case .receive(let request, let pieces) = step, let cuts = StreamCuts(pieces) else { return nil }
      return Step(index: index, request: .number(JSONNumber(request)), cuts: cuts)
    }
    if received.isEmpty { return nil }
  }

  private var whole: Schedule { Schedule(streams: received.map { $0.cuts.whole }) }

  // MARK: - Going through all

  /// All whole, and then every cut of one step while the others are whole.
  package var count: Int? {
    let counts = received.compactMap(\.cuts.count)
    return counts.count == received.count ? counts.reduce(1) { $0 + $1 - 1 } : nil
  }

  package func schedule(number: Int) -> Schedule {
    var schedule = whole
    var rest = number
    for (index, step) in received.enumerated() {
      let cuts = (step.cuts.count ?? 1) - 1
      guard rest > cuts else {
        schedule.streams[index] = step.cuts.schedule(number: rest)
        break
      }
      rest -= cuts
    }
    return schedule
  }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    Schedule(streams: received.map { $0.cuts.schedule(using: &generator) })
  }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue { input(of: schedule.streams.map(\.pieces)) }

  package func baseline(of schedule: Schedule) -> JSONValue { input(of: schedule.streams.map { [$0.bytes] }) }

  private func input(of pieces: [[[UInt8]]]) -> JSONValue {
    var steps = steps
    for (step, pieces) in zip(received, pieces) {
      var argument = StreamChunks.input(of: pieces).object ?? [:]
      argument["request"] = step.request
      steps[step.index] = ["receive": .object(argument)]
    }
    return ["steps": .array(steps)]
  }

  // MARK: - Simpler ones

  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let cut = schedule.streams.indices.filter { schedule.streams[$0].pieceCount > 1 }
    // Where several are cut, one alone is the first thing to try.
    let alone = (cut.count > 1 ? cut : []).map { kept in
      var simpler = Schedule(streams: schedule.streams.map(\.joined))
      simpler.streams[kept] = schedule.streams[kept]
      return simpler
    }
    return alone
      + received.indices.flatMap { index in
        received[index].cuts.simplifications(of: schedule.streams[index]).map { simpler in
          var schedule = schedule
          schedule.streams[index] = simpler
          return schedule
        }
      }
  }

  package func arrivals(of schedule: Schedule) -> [String] {
    zip(received, schedule.streams).flatMap { step, stream in
      step.cuts.arrivals(of: stream).map { "step \(step.index)  \($0)" }
    }
  }
}
