internal import CanonicalJSON
package import Conformance
internal import EventStream

extension ContractBindings {
  /// The support for `event-stream`: when a session is live, how its stream is read, and what
  /// happens if it breaks off.
  package static let eventStream = ContractBindings(
    "event-stream",
    // The library with the bytes in the pieces of the input, and with the smallest possible pieces
    // (V2).
    implementations: [
      implementation("reference", takesMorsels: false),
      implementation("morsels", takesMorsels: true),
    ],
    operations: [
      "parse": .init(reading: StreamChunks.init, schedules: StreamCuts.init),
      "liveness": .init(reading: SessionLiveness.reading),
      "session": .init(reading: SessionScript.init, schedules: SessionCuts.init),
    ]
  )

  /// Returns an implementation that uses the reference library.
  ///
  /// - Parameter takesMorsels: Whether the library receives bytes in the smallest pieces that don't
  ///   take too long, instead of the pieces of the input.
  private static func implementation(
    _ name: String,
    takesMorsels: Bool
  ) -> InProcessImplementation {
    InProcessImplementation(name: name, origin: takesMorsels ? .named : .default) { request in
      switch request.operation.name {
      case "parse": parse(try StreamChunks(request.input), takesMorsels: takesMorsels)
      case "liveness": ["active": .bool(try SessionLiveness.reading(request.input).isActive)]
      default: try SessionScript(request.input).states(takesMorsels: takesMorsels)
      }
    }
  }
}

/// Returns the output of the operation `parse`, which is an error if a line is too long (V3).
private func parse(_ chunks: StreamChunks, takesMorsels: Bool) -> JSONValue {
  var parser = EventStreamParser()
  var events: [ServerSentEvent] = []

  do throws(EventStreamParser.LineTooLong) {
    for piece in takesMorsels ? chunks.chunks.morsels : chunks.chunks {
      try parser.read(piece, into: &events)
    }
  } catch {
    // V3
    return ["error": ["code": "line_too_long"]]
  }

  return .parsed(events, lastEventID: parser.lastEventID, retry: parser.retry)
}

extension SessionLiveness {
  /// Reads the input of the operation `liveness`. The session may be null.
  static func reading(_ input: JSONValue) throws(InputRefusal) -> SessionLiveness? {
    let session = try InputValue(input).object(["session"]).required("session")
    if session.value == .null { return nil }
    _ = try session.object(["mode", "status"])
    return SessionLiveness(mode: try text(session["mode"]), status: try text(session["status"]))
  }

  /// Reads an optional string. A member that is null counts as missing.
  private static func text(_ value: InputValue?) throws(InputRefusal) -> String? {
    guard let value, value.value != .null else { return nil }
    return try value.text()
  }
}

extension [[UInt8]] {
  /// The pieces cut into single bytes. After the first 1,000 bytes of a piece, the rest is cut into
  /// blocks of 1,000 bytes, because long runs are uniform and single bytes would take too long.
  var morsels: [[UInt8]] {
    flatMap { piece -> [[UInt8]] in
      let singles = piece.prefix(1_000).map { [$0] }
      return singles
        + stride(from: singles.count, to: piece.count, by: 1_000).map {
          [UInt8](piece[$0...].prefix(1_000))
        }
    }
  }
}
