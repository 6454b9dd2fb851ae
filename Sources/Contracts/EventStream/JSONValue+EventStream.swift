internal import CanonicalJSON
internal import EventStream

extension JSONValue {
  /// Returns the output of the operation `parse`.
  static func parsed(
    _ events: [ServerSentEvent],
    lastEventID: String,
    retry: Duration?
  ) -> JSONValue {
    .object([
      "events": .array(
        events.map {
          ["event": .string($0.type), "data": .string($0.data), "id": .string($0.lastEventID)]
        }
      ),
      "lastEventId": .string(lastEventID),
      "retry": retry.map { .number(JSONNumber($0.wholeMilliseconds)) },
    ])
  }

  /// Returns the state of the operation `session` after a step.
  static func state(
    of session: EventSession<ContinuousClock.Instant>,
    after actions: SessionActions,
    at now: ContinuousClock.Instant
  ) -> JSONValue {
    let view = session.view
    return .object([
      "connection": .string(session.connection.rawValue),
      "requests": .array(actions.requests.map(request)),
      "cancelled": .array(actions.cancelled.map { .number(JSONNumber($0)) }),
      "events": .array(session.events.map(event)),
      "skipped": .number(JSONNumber(session.skippedCount)),
      "badge": .string(view.badge),
      "banner": .bool(view.showsEndedBanner),
      "signal": .bool(view.offersSignal),
      "steering": .bool(view.offersSteering),
      "noEvents": .bool(view.saysNoEvents),
      "scratchpad": .string(view.scratchpadBadge),
      "iteration": session.status?.iteration.map { .number(JSONNumber($0)) },
      "hat": session.status?.hat.map(JSONValue.string),
      "elapsedSecs": session.status?.elapsedSeconds.map { .number(JSONNumber($0)) },
      "retryInMs": session.retryTime.map {
        .number(JSONNumber(now.duration(to: $0).wholeMilliseconds))
      },
    ])
  }

  /// Returns a request that the session sends.
  private static func request(_ request: SessionRequest) -> JSONValue {
    .object([
      "request": .number(JSONNumber(request.number)),
      "kind": .string(request.kind.rawValue),
      "session": .string(request.session),
      "lastEventId": request.lastEventID.map(JSONValue.string),
    ])
  }

  /// Returns an event in the list that the session shows.
  private static func event(_ event: WorkflowEvent) -> JSONValue {
    .object([
      "topic": .string(event.topic), "ts": .string(event.timestamp),
      "payload": event.payload?.value,
    ])
  }
}

extension Duration {
  /// The duration in milliseconds, rounded toward zero.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
