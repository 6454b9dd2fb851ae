import EventStream
import TestRandomness
import Testing

struct EventStreamParserTests {
  // MARK: - V1

  @Test func `malformed bytes are repaired as the Encoding Standard says`() {
    // One byte of each kind that the standard's decoder distinguishes.
    let kinds: [UInt8] = [
      0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1,
      0xF4, 0xF5, 0xFF,
    ]
    for first in kinds {
      for second in kinds {
        for third in kinds {
          for fourth in [0x41, 0x80] as [UInt8] {
            let bytes = [first, second, third, fourth]
            let parsed = ParsedStream([Array("data:|".utf8) + bytes + Array("\n\n".utf8)])
            let expected = ServerSentEvent(data: "|" + StandardDecoder.text(of: bytes))
            guard parsed.events != [expected] else { continue }
            Issue.record("\(bytes) became \(parsed.events), and \(expected) is due")
          }
        }
      }
    }
  }

  @Test func `an event is there as soon as its blank line is`() throws {
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    try parser.read(Array("data: a\r\n\r".utf8), into: &events)
    #expect(
      events == [ServerSentEvent(data: "a")],
      "the LF of the blank line may be long in coming"
    )
    try parser.read(Array("\ndata: b\n\n".utf8), into: &events)
    #expect(events == [ServerSentEvent(data: "a"), ServerSentEvent(data: "b")])
  }

  @Test func `a stream goes on with the id of the one before`() throws {
    var parser = EventStreamParser(lastEventID: "7")
    var events: [ServerSentEvent] = []
    try parser.read(Array(": hello\n\ndata: a\n\n".utf8), into: &events)
    #expect(events == [ServerSentEvent(data: "a", lastEventID: "7")])
    #expect(parser.lastEventID == "7")
  }

  // MARK: - V2

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `every cut into two and into three pieces, and byte by byte, gives the same`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(generator.stream().prefix(60))
    let whole = ParsedStream([bytes])
    #expect(ParsedStream(bytes.map { [$0] }) == whole, "\(bytes) byte by byte")
    for first in bytes.indices {
      for second in bytes.indices[first...] {
        let pieces = [
          Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...]),
        ]
        guard ParsedStream(pieces) != whole else { continue }
        Issue.record("\(bytes) cut at \(first) and \(second)")
      }
    }
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `any cut of any stream gives the same, at any limit`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.stream()
    let limit = generator.number(in: 0...40)
    let pieces = generator.cut(bytes)
    #expect(
      ParsedStream(pieces, lineLimit: limit) == ParsedStream([bytes], lineLimit: limit),
      "\(pieces), limit \(limit)"
    )
  }

  // MARK: - V3

  @Test(arguments: [
    ["data: abc\n\n"], ["data: ab", "c\n\n"], ["data: abc"], ["data: abc\r", "\n\r\n"],
  ])
  func `a line of the limit is read, and one byte more is an error`(pieces: [String]) {
    let pieces = pieces.map { Array($0.utf8) }
    #expect(!ParsedStream(pieces, lineLimit: 9).isTooLong)
    #expect(ParsedStream(pieces, lineLimit: 8).isTooLong)
  }

  @Test func `the events before a line that is too long are given, and nothing after it`() throws {
    var parser = EventStreamParser(lineLimit: 8)
    var events: [ServerSentEvent] = []
    #expect(throws: EventStreamParser.LineTooLong(limit: 8)) {
      try parser.read(Array("data: a\n\ndata: abc\n\ndata: b\n\n".utf8), into: &events)
    }
    #expect(throws: EventStreamParser.LineTooLong(limit: 8)) {
      try parser.read(Array("\n\ndata: c\n\n".utf8), into: &events)
    }
    #expect(events == [ServerSentEvent(data: "a")])
  }

  @Test func `a long line in many small pieces is one event`() throws {
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    try parser.read(Array("data: ".utf8), into: &events)
    for _ in 0..<160_000 { try parser.read(Array("abcd".utf8), into: &events) }
    try parser.read(Array("\n\n".utf8), into: &events)
    #expect(events.map(\.data.utf8.count) == [640_000])
  }
}
