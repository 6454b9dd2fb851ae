/// Reads a stream of server-sent events, as the HTML standard defines them, from bytes that come in
/// any pieces.
///
/// The events depend on the bytes alone, never on how they were cut (V2). Reading takes time linear
/// in the bytes. What is kept between two pieces is the line and the event that are not finished
/// yet; a line has a limit (V3).
public struct EventStreamParser: Sendable {
  /// How many bytes a line may have where nothing else is said.
  public static let defaultLineLimit = 1_048_576

  /// The id that the stream had come to at its last blank line; empty where there was none.
  public private(set) var lastEventID: String
  /// How long the stream asks to wait before it is requested again; nil where it never did.
  public private(set) var retry: Duration?

  private var reader: LineReader
  private var hasFailed = false

  // The buffers of the standard, in bytes: what is malformed is repaired once a whole event is
  // there.
  private var data: [UInt8] = []
  private var type: [UInt8] = []
  private var id: String

  /// Makes a parser for a stream from its first byte.
  ///
  /// - Parameters:
  ///   - lastEventID: what the stream before came to, where this one continues it.
  ///   - lineLimit: in bytes, without the line's ending.
  public init(lastEventID: String = "", lineLimit: Int = Self.defaultLineLimit) {
    self.lastEventID = lastEventID
    id = lastEventID
    reader = LineReader(limit: lineLimit)
  }

  /// Reads the next bytes, and appends the events that they complete.
  ///
  /// An event that the stream's end leaves unfinished is none, so that nothing has to be said of
  /// the end.
  /// - Throws: as soon as a line is over the limit, once the events before that line are appended;
  ///   a parser that has thrown reads nothing more.
  public mutating func read(
    _ bytes: [UInt8],
    into events: inout [ServerSentEvent]
  ) throws(LineTooLong) {
    guard !hasFailed else { throw LineTooLong(limit: reader.limit) }
    var index = 0
    do throws(LineTooLong) {
      while try reader.readLine(in: bytes, from: &index) {
        if let event = take(reader.line) { events.append(event) }
        reader.startNextLine()
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  // V1
  /// Takes in a whole line; gives the event that it ends, if it ends one.
  private mutating func take(_ line: [UInt8]) -> ServerSentEvent? {
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    // A line that begins with a colon is a field without a name, which nobody knows: a comment.
    let name = line[..<(colon ?? line.endIndex)]
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if name.elementsEqual("data".utf8) {
      data += value
      data.append(UInt8(ascii: "\n"))
    } else if name.elementsEqual("event".utf8) {
      type = Array(value)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    } else if name.elementsEqual("retry".utf8) {
      retry = milliseconds(value).map(Duration.milliseconds) ?? retry
    }
    return nil
  }

  // V1
  private mutating func dispatch() -> ServerSentEvent? {
    lastEventID = id
    defer {
      data.removeAll()
      type.removeAll()
    }
    // The LF behind the last `data` field is there even where that field is empty.
    guard data.popLast() != nil else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
      data: String(decoding: data, as: UTF8.self),
      lastEventID: lastEventID
    )
  }

  // V1
  /// The number that ASCII digits write, if it is one that every platform can hold.
  private func milliseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
    // `Int64` would take a sign.
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int64(String(decoding: digits, as: UTF8.self)), number < 1 << 53
    else { return nil }
    return number
  }
}
