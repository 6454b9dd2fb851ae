package import CanonicalJSON
package import Conformance
internal import EventStream

/// The steps of a session, as types of the reference library.
package struct SessionScript: Sendable {
  /// A step, with its argument.
  enum Step: Sendable {
    /// Any step that passes a single input to the session.
    case input(SessionInput)
    /// Receives bytes in one or more pieces.
    case receive(request: Int, StreamChunks)
    /// Advances the clock, which fires the timers that are due by then.
    case advance(Duration)
  }

  let steps: [Step]

  /// The steps as JSON, in the order of the input.
  let json: [JSONValue]

  /// Reads the input of the operation `session`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["steps"])
    steps = try input.list("steps", Self.step)
    json = input["steps"]?.value.elements ?? []
  }

  /// Reads a step, which is an object with one member.
  private static func step(_ value: InputValue) throws(InputRefusal) -> Step {
    let names = ["connect", "reply", "open", "receive", "close", "advance", "pause", "resume"]
    let (name, argument) = try value.step(names)

    switch name {
    case "connect": return .input(.connect(session: try argument.nonEmptyText()))
    case "reply":
      let request = try request(argument, ["status", "body"])
      let body = argument["body"]?.value.canonicalUTF8() ?? []
      return .input(.reply(request: request, status: try status(argument), body: body))

    case "open":
      return .input(.open(request: try request(argument, ["status"]), status: try status(argument)))
    case "receive":
      let forms = StreamChunks.forms
      return .receive(request: try request(argument, forms), try StreamChunks(argument, forms))

    case "close": return .input(.close(request: try request(argument)))
    case "advance": return .advance(.milliseconds(try argument.integer(in: 0...(1 << 53 - 1))))
    default:
      try argument.requireTrue()
      return .input(name == "pause" ? .pause : .resume)
    }
  }

  /// Returns the number of the request in an argument that may have other members.
  private static func request(
    _ argument: InputValue,
    _ others: [String] = []
  ) throws(InputRefusal) -> Int {
    Int(try argument.object(["request"] + others).required("request").integer(in: 1...1_000_000))
  }

  /// Reads the HTTP status of an argument that has other members too.
  private static func status(_ argument: InputValue) throws(InputRefusal) -> Int {
    Int(try argument.required("status").integer(in: 100...599))
  }

  /// Returns the output: a state after each step.
  ///
  /// Each state has all events so far, so the output grows with the square of the input.
  ///
  /// - Parameter takesMorsels: Whether bytes arrive in the smallest pieces that don't take too
  ///   long, instead of the pieces of the input.
  /// - Throws: `ImplementationFailure` if the output becomes too large.
  func states(takesMorsels: Bool) throws(ImplementationFailure) -> JSONValue {
    var session = EventSession<ContinuousClock.Instant>()
    // The clock is simulated: nothing waits, and the output has only differences between times.
    var now = ContinuousClock.now
    var states = OutputElements()

    for step in steps {
      var actions = SessionActions()
      switch step {
      case .receive(let request, let stream):
        for piece in takesMorsels ? stream.chunks.morsels : stream.chunks {
          actions += session.take(.receive(request: request, bytes: piece), at: now)
        }

      case .input(let input):
        actions += session.take(input, at: now)

      case .advance(let duration):
        let end = now.advanced(by: duration)
        // Fire each timer at its own time, because it may start another timer.
        while let due = session.retryTime, due <= end {
          now = due
          actions += session.take(.tick, at: now)
        }
        now = end
      }

      try states.append(.state(of: session, after: actions, at: now))
    }
    return ["states": states.json]
  }
}

extension SessionActions {
  /// Appends the requests that another input of the same step sends and cancels.
  fileprivate static func += (actions: inout SessionActions, more: SessionActions) {
    actions.cancelled += more.cancelled
    actions.requests += more.requests
  }
}
