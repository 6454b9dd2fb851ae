internal import CanonicalJSON
internal import EventStream

/// Reads a whole stream at once, as the rules say but for one mistake; without one, exactly as they say.
///
/// It shares nothing with the reference library, so that each tells of errors in the other.
struct MistakenParser {
  private let mistake: ParsingMistake?
  private let limit = EventStreamParser.defaultLineLimit

  private var events: [JSONValue] = []
  private var data: [String] = []
  /// Nil: none was given, which is not the same to every mistake.
  private var type: String?
  private var id = ""
  private var lastEventID = ""
  private var pendingRetry: Int64?
  private var retry: Int64?
  private var isSpoilt = false

  init(_ mistake: ParsingMistake?) {
    self.mistake = mistake
  }

  /// The output for a stream that comes in these pieces.
  static func output(of chunks: [[UInt8]], mistake: ParsingMistake?) -> JSONValue {
    var parser = MistakenParser(mistake)
    let lines = MistakenLines(chunks, mistake: mistake)
    var length = 0
    for line in lines.lines {
      switch parser.check(line, length: &length) {
      case .some(true): continue
      case .some(false): return mistake == .eventsBeforeAreKept ? parser.json : .lineTooLong
      case nil: parser.take(line.cut(to: mistake == .longLineIsCut ? parser.limit : .max))
      }
    }
    return parser.json
  }

  // MARK: - V3

  /// Nil where the line is to be read, else whether it is skipped.
  private func check(_ line: MistakenLines.Line, length: inout Int) -> Bool? {
    // Whatever is counted amiss, a line has no more characters than bytes.
    let size: Int
    switch mistake {
    case .limitIsShorter: size = line.bytes.count + 1
    case .limitCountsEnding: size = line.bytes.count + line.endingLength
    case .limitCountsScalars where line.bytes.count > limit: size = line.text(mistake).unicodeScalars.count
    case .limitCountsMark: size = line.bytes.count + line.markLength
    case .limitCountsAll:
      length = line.bytes.isEmpty ? 0 : length + line.bytes.count
      size = length
    case .unfinishedHasNoLimit: size = line.isFinished ? line.bytes.count : 0
    case .commentHasNoLimit: size = line.bytes.first == UInt8(ascii: ":") ? 0 : line.bytes.count
    default: size = line.bytes.count
    }
    let isTooLong = size > limit && mistake != .noLimit && mistake != .longLineIsCut
    if isTooLong { return mistake == .longLineIsSkipped }
    return line.isFinished || mistake == .lastLineIsTaken || line.endsItsPiece ? nil : true
  }

  // MARK: - V1

  private var json: JSONValue {
    var parser = self
    if mistake == .unfinishedEvent { parser.dispatch() }
    var output: JSONObject = ["events": .array(parser.events), "lastEventId": .string(parser.lastEventID)]
    output["retry"] = retry.map { .number(JSONNumber(Int($0))) }
    return .object(output)
  }

  private mutating func take(_ line: MistakenLines.Line) {
    if mistake == .pieceEndsEvent, line.startsPiece { data = [] }
    guard !line.bytes.isEmpty else { return dispatch() }
    if line.bytes.first == UInt8(ascii: ":") {
      if mistake == .commentIsData { data.append(String(decoding: line.bytes.dropFirst(), as: UTF8.self)) }
      if mistake == .commentEndsEvent { dispatch() }
      return
    }
    let scalars = Array(line.text(mistake).unicodeScalars)
    let colon = mistake == .lastColonParts ? scalars.lastIndex(of: ":") : scalars.firstIndex(of: ":")
    if colon == nil, mistake == .colonIsNeeded { return }
    let name = String(String.UnicodeScalarView(scalars[..<(colon ?? scalars.endIndex)]))
    take(field: name, colon.map { value(Array(scalars[($0 + 1)...])) } ?? "")
  }

  private func value(_ scalars: [Unicode.Scalar]) -> String {
    var value = scalars[...]
    switch mistake {
    case .spaceIsKept: break
    case .everySpaceIsDropped: value = value.drop { $0 == " " }
    case .tabIsDropped where value.first == "\t": value = value.dropFirst()
    default: if value.first == " " { value = value.dropFirst() }
    }
    if mistake == .everyColonParts { value = value.prefix { $0 != ":" } }
    if mistake == .valueIsTrimmed { while value.last?.properties.isWhitespace ?? false { value.removeLast() } }
    return String(String.UnicodeScalarView(value))
  }

  private mutating func take(field name: String, _ value: String) {
    switch known(name) {
    case "data": take(data: value)
    case "event": if mistake != .firstTypeWins || type == nil { type = value }
    case "id":
      if value.unicodeScalars.contains("\0") {
        if mistake == .idWithNulIsTaken { id = value }
        if mistake == .idWithNulClears { id = "" }
      } else if !value.isEmpty || mistake != .emptyIdIsIgnored {
        id = value
        if mistake == .idCountsAtOnce { lastEventID = id }
      }
    case "retry":
      let number = MistakenRetry(mistake).milliseconds(value)
      if mistake == .firstRetryWins, retry != nil { return }
      pendingRetry = number ?? (mistake == .badRetryClears ? nil : pendingRetry)
      if mistake != .retryNeedsBlank { retry = pendingRetry }
    default: if mistake == .unknownEndsEvent { isSpoilt = true }
    }
  }

  private func known(_ name: String) -> String {
    switch mistake {
    case .namesInAnyCase: name.lowercased()
    case .namesAreTrimmed: String(name.split(separator: " ").first ?? "")
    case .namesByPrefix: name.hasPrefix("data") ? "data" : name
    default: ["data", "event", "id", "retry"].first { $0.hasSameBytes(as: name) } ?? ""
    }
  }

  private mutating func take(data value: String) {
    switch mistake {
    case .lastDataWins: data = [value]
    case .firstDataWins: if data.isEmpty { data = [value] }
    case .emptyDataIsNone: if !value.isEmpty { data.append(value) }
    default: data.append(value)
    }
  }

  private mutating func dispatch() {
    retry = pendingRetry
    if mistake != .idNeedsData || !data.isEmpty { lastEventID = id }
    let isEvent = !data.isEmpty || (mistake == .eventWithoutData && type != nil)
    if isEvent, !isSpoilt {
      var lines = data
      if mistake == .emptyLinesAreDropped { while lines.count > 1, lines.last?.isEmpty ?? false { lines.removeLast() } }
      if mistake == .lineFeedIsKept { lines.append("") }
      let joined = lines.joined(separator: mistake == .dataIsNotJoined ? "" : "\n")
      events.append(["event": .string(shownType), "data": .string(joined), "id": .string(lastEventID)])
    }
    let typeStays = mistake == .typeSticks || (mistake == .typeSurvivesBlank && data.isEmpty)
    if !typeStays { type = nil }
    if mistake == .idIsItsEvents { id = "" }
    data = []
    isSpoilt = false
  }

  private var shownType: String {
    if let type, !type.isEmpty { return type }
    return mistake == .noDefaultType || (mistake == .emptyTypeIsEmpty && type != nil) ? "" : "message"
  }
}
