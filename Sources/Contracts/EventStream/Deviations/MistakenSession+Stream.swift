internal import CanonicalJSON
internal import EventStream

// S2, S4
extension MistakenSession {
  mutating func open(_ code: Int) {
    switch code {
    case 200:
      running?.isOpen = true
      connection = "connected"
      openingTime = now
      hasBrought = false
      if mistake == .openResets { waitCount = 0 }
      if mistake == .openResetsAttempts { breakCount = 0 }
    case 201..<300 where mistake == .anySuccessOpens && code != 204:
      running?.isOpen = true
      connection = "connected"
    case 204 where mistake != .noContentIsRetried: stop(mistake == .noContentFails ? "failed" : "disconnected")
    case 401 where mistake != .unauthorizedIsRetried, 404 where mistake != .missingIsRetried: stop("failed")
    case 403 where mistake == .forbiddenIsFinal: stop("failed")
    default: breakOff(isCounted: mistake != .failedStreamIsNoAttempt)
    }
  }

  mutating func receive(_ argument: JSONValue) {
    let bytes = StreamChunks(received: argument)?.chunks.flatMap(\.self) ?? []
    if mistake == .bytesReset, !bytes.isEmpty { hasBrought = true }
    let idBefore = parser.lastEventID
    var arrived: [ServerSentEvent] = []
    var isTooLong = false
    do throws(LineTooLong) { try parser.read(bytes, into: &arrived) } catch { isTooLong = true }
    serverRetry = parser.retry?.wholeMilliseconds ?? (mistake == .retryIsOfItsStream ? nil : serverRetry)
    for event in arrived { take(event) }
    guard isTooLong, let running else { return }
    switch mistake {
    case .longLineIsIgnored: break
    case .longLineIsFinal:
      cancelled.append(running.number)
      stop("failed")
    default:
      if mistake != .longLineIsNotCancelled { cancelled.append(running.number) }
      if mistake == .longLineLosesId { parser = EventStreamParser(lastEventID: idBefore) }
      streamEnded(isTooLong: true)
    }
  }

  private mutating func take(_ event: ServerSentEvent) {
    let workflow = WorkflowEvent(data: event.data)
    let isOfType =
      switch mistake {
      case .anyTypeCounts: true
      case .messageCounts: event.type == "workflow" || event.type == "message"
      case .typeInAnyCase: event.type.lowercased() == "workflow"
      default: event.type.hasSameBytes(as: "workflow")
      }
    let resets =
      switch mistake {
      case .onlyWorkflowResets: isOfType
      case .onlyDecodedResets: isOfType && workflow != nil
      default: true
      }
    if resets { hasBrought = true }
    guard isOfType else {
      if mistake == .otherTypesAreSkipped { skipped += 1 }
      return
    }
    if let shown = shown(event.data) {
      if mistake == .repeatedIsDropped, events.first == shown { return }
      events.insert(shown, at: mistake == .eventsAppend ? events.count : 0)
    } else {
      if mistake != .badEventIsUncounted { skipped += 1 }
      if mistake == .badEventBreaks { streamEnded(isTooLong: false) }
    }
  }

  private func shown(_ data: String) -> JSONValue? {
    var data = data
    if mistake == .notANumberIsNull { data = data.replacing("NaN", with: "null") }
    if mistake == .markIsDropped, data.unicodeScalars.first == "\u{FEFF}" { data.unicodeScalars.removeFirst() }
    let value = (try? JSONDocument(parsing: data))?.root.value
    let levels = mistake == .anyDepth ? JSONDocument.maximumDepth : mistake == .lessDepth ? 100 : 500
    guard var object = value?.object, value?.isNested(deeperThan: levels) == false else {
      return mistake == .badEventIsShown ? ["topic": .string(data), "ts": ""] : nil
    }
    if mistake == .numbersAreText, let number = object["ts"]?.number { object["ts"] = .string(number.canonicalText) }
    if mistake == .timestampIsOptional, object["ts"] == nil { object["ts"] = "" }
    if mistake == .topicIsOptional, object["topic"] == nil { object["topic"] = "" }
    guard let topic = object["topic"]?.string, object["ts"]?.string != nil else { return nil }
    if mistake == .emptyTextIsValid, topic.isEmpty { return nil }
    let payload = object["payload"]
    if mistake == .payloadIsObject, payload?.object == nil { object["payload"] = nil }
    if mistake == .nullPayloadIsNone, payload == .null { object["payload"] = nil }
    if mistake == .payloadIsAlways { object["payload"] = payload ?? .null }
    if mistake == .membersAreKept { return .object(object) }
    return .object(
      JSONObject(object.filter { ["topic", "ts", "payload"].contains($0.key) }.map { ($0.key, $0.value) }))
  }

  // MARK: - Trying again

  mutating func closeStream() {
    if running?.isOpen ?? false { return streamEnded(isTooLong: false) }
    if mistake == .noAnswerIsFinal { return stop("disconnected") }
    breakOff(isCounted: mistake != .unansweredIsNoAttempt)
  }

  private mutating func streamEnded(isTooLong: Bool) {
    if mistake == .endIsFinal { return stop("disconnected") }
    let hasBrought = hasBrought && (!isTooLong || mistake == .eventBeforeLongLineWorks)
    let most = mistake == .halfAMinuteIsShort ? 60_000 : mistake == .moreThanHalfAMinute ? 30_001 : 30_000
    let hasStayed = now - openingTime >= most && mistake != .onlyEventsWork
    if hasBrought || hasStayed {
      if mistake != .eventLeavesWait { waitCount = 0 }
      if mistake != .eventLeavesAttempts { breakCount = 0 }
    }
    let isCounted =
      switch mistake {
      case .endIsNoAttempt: isTooLong
      case .longLineIsNoAttempt: !isTooLong
      case .endAfterEventIsNoAttempt: !hasBrought
      default: true
      }
    breakOff(isCounted: isCounted)
  }

  mutating func breakOff(isCounted: Bool = true) {
    if isCounted { breakCount += 1 }
    let most = mistake == .ninthIsLast ? 9 : mistake == .eleventhIsLast ? 11 : 10
    if isCounted, breakCount >= most {
      stop("failed")
      guard mistake == .lastWaits else { return }
    }
    running = nil
    if mistake != .lastWaits || connection != "failed" {
      connection = mistake == .reconnectingIsConnecting ? "connecting" : "reconnecting"
    }
    wait = nextWait()
    due = now + wait
  }

  private mutating func nextWait() -> Int {
    let asked = mistake == .retryIsIgnored ? nil : serverRetry
    let base = asked.flatMap(base) ?? 1_000
    let cap = max(mistake == .lowerCap ? 10_000 : 30_000, mistake == .capIsHard ? 0 : base)
    if mistake == .retryIsUsedOnce { serverRetry = nil }
    defer { waitCount += 1 }
    let count = min(waitCount, 20)
    switch mistake {
    case .waitIsConstant: return base
    case .waitGrowsByBase: return min(base * (count + 1), cap)
    case .waitTriples: return min((0..<count).reduce(base) { wait, _ in min(wait * 3, cap) }, cap)
    case .firstWaitIsDouble: return min(base << (count + 1), cap)
    case .noCap: return base << count
    default: return base >= cap ? cap : min(base << count, cap)
    }
  }

  /// Nil where the mistake is not to take the retry.
  private func base(_ retry: Int) -> Int? {
    switch mistake {
    case .retryHasNoLeast: min(retry, 60_000)
    case .retryHasNoMost: max(retry, 100)
    case .longRetryIsIgnored where retry > 60_000: nil
    default: min(max(retry, 100), 60_000)
    }
  }

  mutating func advance(_ duration: Int) {
    let end = now + duration
    while let due, mistake == .timerIsLate ? due < end : due <= end {
      now = due
      self.due = nil
      request(mistake == .statusIsNotAskedAgain ? "stream" : "status")
    }
    now = end
  }

  // MARK: - S6

  var state: JSONValue {
    let isConnected = connection == "connected"
    let count = events.count + (mistake == .badgeCountsSkipped ? skipped : 0)
    let countsBadge = mistake == .badgeIsOfConnection ? isConnected : isActive || mistake == .badgeAlwaysCounts
    let isEmpty = events.isEmpty && (!isActive || mistake == .noEventsWhenActive)
    let isLive =
      switch mistake {
      case .scratchpadIsOfConnection: isConnected
      case .scratchpadIsOfMode: mode == "live"
      default: isActive
      }
    let steers = mistake == .steeringIsOfConnection ? isConnected : isActive
    var state: JSONObject = [
      "connection": .string(connection),
      "requests": .array(requests),
      "cancelled": .array(cancelled.map { .number(JSONNumber($0)) }),
      "events": .array(events),
      "skipped": .number(JSONNumber(skipped)),
      "badge": .string(countsBadge ? "\(count)" : "ENDED"),
      "banner": .bool(mistake == .bannerIsOfConnection ? !isConnected : !isActive),
      "signal": .bool(mistake == .signalIsOfConnection ? isConnected : isActive),
      "steering": .bool(steers && !(mistake == .pausedHasNoSteering && status == "paused")),
      "noEvents": .bool(mistake == .noEventsWhenEnded ? !isActive : isEmpty),
      "scratchpad": .string(isLive ? "LIVE" : "HISTORICAL"),
    ]
    if let due { state["retryInMs"] = .number(JSONNumber(mistake == .waitIsNotCounted ? wait : due - now)) }
    if mistake == .waitIsShownAfter, due == nil, connection == "reconnecting" { state["retryInMs"] = 0 }
    return .object(state)
  }
}
