import EventStream
import TestRandomness

extension SeededGenerator {
  /// Returns a stream of random parts, well-formed or not.
  mutating func stream() -> [UInt8] {
    let parts: [[UInt8]] = [
      Array("data".utf8), Array("event".utf8), Array("id".utf8), Array("retry".utf8),
      Array("data: ".utf8),
      Array(":".utf8), Array(" ".utf8), Array("12".utf8), Array("a".utf8), Array("é😀".utf8), [0],
      [0xFF], [0xE2, 0x82],
      [0xEF, 0xBB, 0xBF], Array("\n".utf8), Array("\r".utf8), Array("\r\n".utf8),
      Array("\n\n".utf8),
      Array("\r\r".utf8), Array("\r\n\r\n".utf8),
      Array("event: workflow\ndata: {\"topic\":\"a\",\"ts\":\"1\"}\n\n".utf8),
    ]
    return (0...number(in: 0...24)).flatMap { _ in pick(parts) }
  }

  /// Cuts the bytes into pieces, some of them empty.
  mutating func cut(_ bytes: [UInt8]) -> [[UInt8]] {
    let cuts = (0...number(in: 0...6)).map { _ in number(in: 0...bytes.count) }.sorted()
    return zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }
}

/// The result of parsing a stream.
struct ParsedStream: Equatable {
  var events: [ServerSentEvent] = []
  var lastEventID = ""
  var retry: Duration?
  var isTooLong = false

  init(_ pieces: [[UInt8]], lineLimit: Int = EventStreamParser.defaultLineLimit) {
    var parser = EventStreamParser(lineLimit: lineLimit)
    do throws(EventStreamParser.LineTooLong) {
      for piece in pieces { try parser.read(piece, into: &events) }
    } catch {
      isTooLong = true
    }
    lastEventID = parser.lastEventID
    retry = parser.retry
  }
}
