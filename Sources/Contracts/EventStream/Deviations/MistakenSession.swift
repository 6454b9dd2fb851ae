internal import CanonicalJSON
internal import EventStream

/// Plays the steps of a session, as the rules say but for one mistake; without one, exactly as they say.
///
/// It shares the parser with the reference library and nothing else, so that each tells of errors in the other.
struct MistakenSession {
  /// A request that runs, or that an earlier one is taken for.
  struct Running {
    var number: Int
    var isStream: Bool
    var isOpen = false
  }

  let mistake: SessionMistake?
  var connection = "disconnected"
  var session: String?
  var mode: String?
  var status: String?
  /// The newest first.
  var events: [JSONValue] = []
  var skipped = 0
  var running: Running?
  var requestCount = 0
  var parser = EventStreamParser()

  // In milliseconds.
  var now = 0
  var due: Int?
  var wait = 0
  var serverRetry: Int?
  var waitCount = 0
  var breakCount = 0
  var openingTime = 0
  /// Whether the stream that runs has brought something that counts.
  var hasBrought = false

  // Of one step.
  var requests: [JSONValue] = []
  var cancelled: [Int] = []

  init(_ mistake: SessionMistake?) {
    self.mistake = mistake
  }

  /// The output for these steps.
  static func output(of steps: [JSONValue], mistake: SessionMistake?) -> JSONValue {
    var session = MistakenSession(mistake)
    let states = steps.map { step in
      session.requests = []
      session.cancelled = []
      if let member = step.object?.first { session.take(member.key, member.value) }
      return session.state
    }
    return ["states": .array(states)]
  }

  var isActive: Bool { mode == "live" || status == "running" || status == "paused" }

  private mutating func take(_ step: String, _ argument: JSONValue) {
    let number = argument["request"]?.number?.integer.map { Int($0) } ?? 0
    let code = argument["status"]?.number?.integer.map { Int($0) } ?? 0
    switch step {
    case "connect": connect(argument.string ?? "")
    case "reply": if accepts(number, isStream: false, .oldRepliesCount) { reply(code, argument["body"]) }
    case "open":
      guard accepts(number, isStream: true, .oldHeadsCount) else { return }
      if running?.isOpen == false || mistake == .secondHeadCounts { open(code) }
    case "receive":
      guard accepts(number, isStream: true, .oldBytesCount) else { return }
      if running?.isOpen ?? false || mistake == .bytesBeforeHead { receive(argument) }
    case "close":
      if accepts(number, isStream: true, .oldEndsCount) {
        closeStream()
      } else if accepts(number, isStream: false, .oldEndsCount) {
        statusFailed(isAnswered: false)
      }
    case "advance": advance(Int(argument.number?.integer ?? 0))
    case "pause": pause()
    default: if (isActive && mistake != .resumeIsIgnored) || mistake == .resumeAlways { status = "running" }
    }
  }

  // S5
  /// Whether the request runs, or is one that the mistake takes for it.
  private mutating func accepts(_ number: Int, isStream: Bool, _ taken: SessionMistake) -> Bool {
    if let running, running.number == number { return running.isStream == isStream }
    if mistake == .secondReplyCounts, !isStream, number + 1 == running?.number { return true }
    guard mistake == taken, let running, number < running.number else { return false }
    return running.isStream == isStream
  }

  // MARK: - S1, S3

  private mutating func connect(_ session: String) {
    if mistake == .sameSessionIsIgnored, session == self.session { return }
    if let running, !(mistake == .streamRunsOn && running.isStream), !(mistake == .statusRunsOn && !running.isStream) {
      cancelled.append(running.number)
    } else if mistake == .cancelledTwice, running == nil, requestCount > 0 {
      cancelled.append(requestCount)
    }
    self.session = session
    if mistake != .modeSurvives { mode = nil }
    if mistake != .localStatusSurvives { status = nil }
    if mistake != .eventsSurvive { events = [] }
    if mistake != .skippedSurvive { skipped = 0 }
    if mistake != .attemptsSurvive { (waitCount, breakCount) = (0, 0) }
    if mistake != .retrySurvives { serverRetry = nil }
    parser = EventStreamParser(lastEventID: mistake == .idSurvives ? parser.lastEventID : "")
    if mistake != .waitRunsOn { due = nil }
    if mistake == .numbersStartAnew { requestCount = 0 }
    connection = mistake == .connectingBeforeReply ? "connecting" : "disconnected"
    if mistake == .statusIsNotAsked {
      connection = "connecting"
      request("stream")
    } else {
      request("status")
    }
  }

  private mutating func pause() {
    guard (isActive && mistake != .pauseIsIgnored) || mistake == .pauseAlways else { return }
    status = "paused"
    if mistake == .pauseEndsMode { (mode, status) = ("paused", nil) }
    if mistake == .pauseClosesStream, let running {
      cancelled.append(running.number)
      stop("disconnected")
    }
  }

  private mutating func reply(_ code: Int, _ body: JSONValue?) {
    switch code {
    case 200 where isObject(body) || mistake == .anyBodyIsReply: setMode(body)
    case 201..<300 where mistake == .anySuccessIsReply: setMode(body)
    case 401 where mistake != .unauthorizedIsRetried, 404 where mistake != .missingIsRetried: return stop("failed")
    case 403 where mistake == .forbiddenIsFinal: return stop("failed")
    default:
      if mistake == .anyAnswerIsReply { setMode(body) }
      return statusFailed(isAnswered: true)
    }
    guard isActive || mistake == .inactiveIsConnected else {
      if mistake == .inactiveTriesOn, connection == "reconnecting" { return breakOff(isCounted: false) }
      if mistake == .inactiveFails, connection == "reconnecting" { return stop("failed") }
      return stop(mistake == .inactiveIsFailure && connection != "reconnecting" ? "failed" : "disconnected")
    }
    if connection != "reconnecting" { connection = mistake == .requestIsConnection ? "connected" : "connecting" }
    if mistake == .replyIsConnection, connection == "reconnecting" { connection = "connected" }
    request("stream")
  }

  private func isObject(_ body: JSONValue?) -> Bool {
    body.map { $0.object != nil && !$0.isNested(deeperThan: 500) } ?? false
  }

  private mutating func setMode(_ body: JSONValue?) {
    let value = body?["mode"]
    mode = value?.string ?? (mistake == .modeIsKept ? mode : nil)
    if mistake == .modeIsConverted, let first = value?.elements?.first { mode = first.string }
    let clears =
      switch mistake {
      case .completeLeavesStatus: false
      case .replyClearsStatus: true
      case .otherModeClearsStatus: mode != "live"
      default: mode == "complete"
      }
    if clears { status = nil }
  }

  private mutating func statusFailed(isAnswered: Bool) {
    if connection == "reconnecting" { return breakOff(isCounted: mistake != .failedStatusIsNoAttempt) }
    switch mistake {
    case .failedStatusIsFinal: stop("failed")
    case .failedStatusIsRetried: breakOff()
    case .unansweredIsRetried where !isAnswered: breakOff()
    default: stop("disconnected")
    }
  }

  // MARK: - Requests

  mutating func stop(_ connection: String) {
    running = nil
    self.connection = connection
  }

  mutating func request(_ kind: String) {
    requestCount += 1
    running = Running(number: requestCount, isStream: kind == "stream")
    var request: JSONObject = [
      "request": .number(JSONNumber(requestCount)), "kind": .string(kind), "session": .string(session ?? ""),
    ]
    let lastEventID = parser.lastEventID
    if kind == "stream" || mistake == .statusSendsId,
      !lastEventID.isEmpty || mistake == .emptyIdIsSent, mistake != .idIsNotSent
    {
      request["lastEventId"] = .string(lastEventID)
    }
    requests.append(.object(request))
    if kind == "stream", mistake != .pieceCarriesOver {
      parser = EventStreamParser(lastEventID: mistake == .idIsForgotten ? "" : lastEventID)
      if mistake == .reconnectClears { events = [] }
    }
  }
}
