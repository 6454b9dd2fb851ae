internal import CanonicalJSON
package import Conformance
internal import EventStream

/// The contract `event-stream`: when a session is live, how its stream is read, and what happens when it breaks off.
package struct EventStreamContract: Contract {
  package let id = "event-stream"
  package let operations = ["parse", "liveness", "session"]

  package init() {}

  package var facets: [Facet] {
    [
      Facet("eventCount", .count) { output in
        output["events"]?.elements.map { .number(JSONNumber($0.count)) } ?? .null
      },
      Facet("connections", .names(known: SessionConnection.allCases.map(\.rawValue))) { output in
        var seen = Set<JSONValue>()
        let connections = (output["states"]?.elements ?? []).compactMap { $0["connection"] }
        return .array(connections.filter { seen.insert($0).inserted })
      },
    ]
  }

  /// Requests go by number; events and states have nothing that tells them apart.
  package var identity: ElementIdentity {
    { element, array in array.tokens.last == "requests" ? element["request"]?.number?.canonicalText : nil }
  }

  /// The cuts of what is parsed, and of what each step of a session receives (V2).
  package func schedules(of request: Request) -> (any ScheduleSpace)? {
    switch request.operation {
    case "parse": StreamCuts(request.input)
    case "session": SessionCuts(request.input)
    default: nil
    }
  }

  /// The library, given the bytes as they come, and in pieces as small as can be (V2).
  package var implementations: [any Implementation] {
    [
      implementation("reference", isDefault: true, takesMorsels: false),
      implementation("morsels", isDefault: false, takesMorsels: true),
    ]
  }

  private func implementation(
    _ name: String, isDefault: Bool, takesMorsels: Bool
  ) -> InProcessImplementation {
    InProcessImplementation(name: name, isDefault: isDefault) { request in
      let output: JSONValue? =
        switch request.operation {
        case "parse":
          StreamChunks(request.input).map { parse($0, takesMorsels: takesMorsels) }
        case "liveness": request.input["session"].map { ["active": .bool(SessionLiveness(optional: $0).isActive)] }
        default: SessionScript(request.input).map { $0.states(takesMorsels: takesMorsels) }
        }
      return output.map(Outcome.output) ?? .failure("the input is not one of \(request.operation)")
    }
  }
}

private func parse(_ chunks: StreamChunks, takesMorsels: Bool) -> JSONValue {
  var parser = EventStreamParser()
  var events: [ServerSentEvent] = []
  do throws(LineTooLong) {
    for chunk in chunks.chunks {
      if takesMorsels {
        for piece in chunk.morsels { try parser.read(piece, into: &events) }
      } else {
        try parser.read(chunk, into: &events)
      }
    }
  } catch {
    // V3
    return .lineTooLong
  }
  return .parsed(events, lastEventID: parser.lastEventID, retry: parser.retry)
}

extension SessionLiveness {
  /// What the member `session` of an input says; nil for null.
  init?(optional session: JSONValue) {
    guard let object = session.object else { return nil }
    self.init(mode: object["mode"]?.string, status: object["status"]?.string)
  }
}

extension [UInt8] {
  /// The single bytes; those of a long run, which are all alike, are not worth the time and come a thousand at once.
  var morsels: [[UInt8]] {
    let singles = prefix(1_000).map { [$0] }
    return singles
      + stride(from: singles.count, to: count, by: 1_000).map { Array(self[$0..<Swift.min($0 + 1_000, count)]) }
  }
}
