package import CanonicalJSON
package import Conformance

/// The ways to cut the bytes of each step of a session into pieces (rule V2).
package struct SessionCuts: ScheduleSpace {
  /// The cuts of each step that receives bytes, in order.
  package typealias Schedule = [StreamCuts.Schedule]

  private let steps: [JSONValue]
  /// The steps that receive bytes. The frame is the argument of the step without its bytes.
  private let received: [(index: Int, frame: JSONObject, cuts: StreamCuts)]

  /// Creates the space, or returns `nil` if no step receives bytes.
  package init?(_ script: SessionScript) {
    steps = script.json
    received = zip(script.steps, script.json).enumerated().compactMap { index, part in
      let (step, json) = part
      guard case .receive(_, let stream) = step,
        let cuts = StreamCuts(stream),
        var frame = json["receive"]?.object
      else { return nil }
      for form in StreamChunks.forms { frame[form] = nil }
      return (index, frame, cuts)
    }

    if received.isEmpty { return nil }
  }

  // MARK: - Enumeration

  /// The number of schedules: all steps whole, then every cut of one step while the others are
  /// whole. `nil` if one of the streams is too long to enumerate its cuts.
  package var count: Int? {
    let counts = received.compactMap(\.cuts.count)
    return counts.count == received.count ? counts.reduce(1) { $0 + $1 - 1 } : nil
  }

  /// Returns the schedule with a number. Number 0 leaves all steps whole. Any other number cuts one
  /// step: the first numbers cut the first step, and so on.
  package func schedule(number: Int) -> Schedule {
    var schedule = received.map { $0.cuts.whole }
    var rest = number

    for (index, step) in received.enumerated() {
      let cuts = (step.cuts.count ?? 1) - 1
      guard rest > cuts else {
        schedule[index] = step.cuts.schedule(number: rest)
        break
      }
      rest -= cuts
    }

    return schedule
  }

  /// Returns a schedule in which each step is cut at random.
  package func schedule(using generator: inout SplitMix64) -> Schedule {
    received.map { $0.cuts.schedule(using: &generator) }
  }

  // MARK: - Inputs

  /// Returns the input of the case, with the bytes of each step in the pieces of the schedule.
  package func input(of schedule: Schedule) -> JSONValue {
    var steps = steps
    for (step, stream) in zip(received, schedule) {
      var argument = step.frame
      for member in StreamChunks.input(of: stream.pieces).object ?? [:] {
        argument[member.key] = member.value
      }
      steps[step.index] = ["receive": .object(argument)]
    }
    return ["steps": .array(steps)]
  }

  package func baseline(of schedule: Schedule) -> JSONValue { input(of: schedule.map(\.joined)) }

  // MARK: - Simplification

  /// Returns schedules in which only one step is cut, then schedules in which one step is simpler.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let cut = schedule.indices.filter { schedule[$0].pieceCount > 1 }

    // If several steps are cut, first try to cut only one of them.
    let alone = (cut.count > 1 ? cut : []).map { kept in
      schedule.indices.map { $0 == kept ? schedule[$0] : schedule[$0].joined }
    }

    return alone
      + received.indices.flatMap { index in
        received[index].cuts.simplifications(of: schedule[index]).map { simpler in
          var schedule = schedule
          schedule[index] = simpler
          return schedule
        }
      }
  }

  /// Returns one line for each piece, with the index of its step.
  package func arrivals(of schedule: Schedule) -> [String] {
    zip(received, schedule).flatMap { step, stream in
      step.cuts.arrivals(of: stream).map { "step \(step.index)  \($0)" }
    }
  }
}
