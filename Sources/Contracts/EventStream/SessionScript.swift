internal import CanonicalJSON
internal import EventStream

/// The steps of a session, in the reference library's types.
struct SessionScript {
  enum Step {
    case input(SessionInput)
    case receive(request: Int, pieces: [[UInt8]])
    case advance(Duration)
  }

  let steps: [Step]

  /// Nil where `input` is not what the loader lets through.
  init?(_ input: JSONValue) {
    guard let elements = input["steps"]?.elements else { return nil }
    steps = elements.compactMap(Self.step)
    if steps.count != elements.count { return nil }
  }

  private static func step(_ value: JSONValue) -> Step? {
    guard let member = value.object?.first else { return nil }
    let argument = member.value
    let request = argument["request"]?.number?.integer.map { Int($0) }
    let status = argument["status"]?.number?.integer.map { Int($0) }
    switch (member.key, request, status) {
    case ("connect", _, _): return argument.string.map { .input(.connect(session: $0)) }
    case ("reply", let request?, let status?):
      return .input(.reply(request: request, status: status, body: argument["body"]?.canonicalUTF8() ?? []))
    case ("open", let request?, let status?): return .input(.open(request: request, status: status))
    case ("receive", let request?, _):
      return StreamChunks(received: argument).map { .receive(request: request, pieces: $0.chunks) }
    case ("close", let request?, _): return .input(.close(request: request))
    case ("advance", _, _): return argument.number?.integer.map { .advance(.milliseconds($0)) }
    case ("pause", _, _): return .input(.pause)
    case ("resume", _, _): return .input(.resume)
    default: return nil
    }
  }

  /// The output: a state after each step.
  func states(takesMorsels: Bool) -> JSONValue {
    var session = EventSession<SimulatedInstant>()
    var now = SimulatedInstant()
    var states: [JSONValue] = []
    for step in steps {
      var actions = SessionActions()
      switch step {
      case .receive(let request, let pieces):
        for piece in takesMorsels ? pieces.flatMap(\.morsels) : pieces {
          actions += session.take(.receive(request: request, bytes: piece), at: now)
        }
      case .input(let input): actions += session.take(input, at: now)
      case .advance(let duration):
        let end = now.advanced(by: duration)
        // Each at its own time: what a timer starts may run from then on.
        while let due = session.retryTime, due <= end {
          now = due
          actions += session.take(.tick, at: now)
        }
        now = end
      }
      states.append(.state(of: session, after: actions, at: now))
    }
    return ["states": .array(states)]
  }
}

extension SessionActions {
  fileprivate static func += (actions: inout SessionActions, more: SessionActions) {
    actions.cancelled += more.cancelled
    actions.requests += more.requests
  }
}
