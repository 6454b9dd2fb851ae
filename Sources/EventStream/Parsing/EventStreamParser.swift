/// A parser for a stream of server-sent events, as the HTML standard defines them, that reads bytes
/// in pieces of any size.
///
/// The events depend only on the bytes, never on how they were split (V2). Parsing takes time
/// linear in the number of bytes. Between two pieces, the parser keeps only the unfinished line and
/// the unfinished event. The length of a line is limited (V3).
///
/// ```swift
/// var parser = EventStreamParser()
/// var events: [ServerSentEvent] = []
/// try parser.read(Array("data: 1\n\n".utf8), into: &events)
/// print(events[0].data)  // 1
/// ```
public struct EventStreamParser: Sendable {
  /// The default limit for the length of a line, in bytes.
  public static let defaultLineLimit = 1_048_576

  /// The last event id as of the last blank line, or an empty string if there was none.
  public private(set) var lastEventID: String
  /// The reconnection time that the stream requested last, or `nil` if it requested none.
  public private(set) var retry: Duration?

  private var reader: LineReader
  private var hasFailed = false

  // The buffers of the HTML standard, in bytes. Malformed UTF-8 is repaired only when a whole event
  // is there.
  private var data: [UInt8] = []
  private var type: [UInt8] = []
  private var id: String

  /// Creates a parser that starts at the first byte of a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: The last event id of the previous stream, if this stream continues it.
  ///   - lineLimit: The maximum length of a line in bytes, without its line ending.
  public init(lastEventID: String = "", lineLimit: Int = Self.defaultLineLimit) {
    self.lastEventID = lastEventID
    id = lastEventID
    reader = LineReader(limit: lineLimit)
  }

  /// Reads the next bytes, and appends the events that they complete.
  ///
  /// An event that is unfinished when the stream ends is dropped, so the parser needs no
  /// end-of-stream call.
  ///
  /// - Parameters:
  ///   - bytes: The next piece of the stream, which can end anywhere.
  ///   - events: The array to append to.
  /// - Throws: `LineTooLong` as soon as a line exceeds the limit, after appending the events before
  ///   that line. A parser that has thrown reads nothing more and throws again.
  public mutating func read(
    _ bytes: [UInt8],
    into events: inout [ServerSentEvent]
  ) throws(LineTooLong) {
    guard !hasFailed else { throw LineTooLong(limit: reader.limit) }

    var index = 0
    do throws(LineTooLong) {
      while let line = try reader.nextLine(in: bytes, from: &index) {
        if let event = take(line) { events.append(event) }
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  // V1
  /// Processes a whole line, and returns the event if the line completes one.
  private mutating func take(_ line: ArraySlice<UInt8>) -> ServerSentEvent? {
    guard !line.isEmpty else { return dispatch() }

    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    // A line that begins with a colon is a comment: a field without a name, which no rule defines.
    let name = line[..<(colon ?? line.endIndex)]
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }

    // Comparing the lengths first is enough for nearly every other name.
    switch name.count {
    case 4 where name.elementsEqual("data".utf8):
      data += value
      data.append(UInt8(ascii: "\n"))
    case 5 where name.elementsEqual("event".utf8):
      type = Array(value)
    case 2 where name.elementsEqual("id".utf8):
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case 5 where name.elementsEqual("retry".utf8):
      retry = milliseconds(value).map(Duration.milliseconds) ?? retry
    default: break
    }

    return nil
  }

  // V1
  /// Handles a blank line: updates the last event id, and returns the event if there is any data.
  private mutating func dispatch() -> ServerSentEvent? {
    lastEventID = id
    defer {
      data.removeAll()
      type.removeAll()
    }
    // The last `data` field ends with an LF even if the field is empty.
    guard data.popLast() != nil else { return nil }

    return ServerSentEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
      data: String(decoding: data, as: UTF8.self),
      lastEventID: lastEventID
    )
  }

  // V1
  /// Returns the number that ASCII digits represent, or `nil` if it isn't less than 2^53, which
  /// every platform can hold exactly.
  private func milliseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
    // `Int64` would accept a sign.
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int64(String(decoding: digits, as: UTF8.self)), number < 1 << 53
    else { return nil }
    return number
  }
}
