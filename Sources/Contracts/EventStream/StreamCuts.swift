package import CanonicalJSON
package import Conformance

/// The ways to cut the bytes of a stream into pieces (rule V2).
package struct StreamCuts: ScheduleSpace {
  /// A stream of bytes with the offsets at which it is cut.
  package struct Schedule: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The offsets between pieces, in order. Two equal offsets have an empty piece between them.
    var cuts: [Int]

    package var pieceCount: Int { cuts.count + 1 }
    /// The same bytes in one piece.
    var joined: Self { Self(bytes: bytes, cuts: []) }
    /// The bytes between the cuts. Their number is `pieceCount`, and some can be empty.
    var pieces: [ArraySlice<UInt8>] {
      zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
    }

    /// Returns the schedule without the bytes of a range. The number of cuts stays the same.
    fileprivate func removing(_ range: Range<Int>) -> Self {
      var bytes = bytes
      bytes.removeSubrange(range)
      return Self(bytes: bytes, cuts: cuts.map { $0 - range.clamped(to: 0..<$0).count })
    }

    /// Hashes only the cuts, because the bytes are mostly the same and there may be a million of
    /// them.
    package func hash(into hasher: inout Hasher) { hasher.combine(cuts) }
  }

  /// The bytes of the case.
  private let bytes: [UInt8]
  /// The offsets at which a cut is most likely to break an implementation: inside a unit or right
  /// next to one. Of a long stream, only the first and the last.
  private let seams: [Int]

  /// Creates the space, or returns `nil` if the stream is empty.
  package init?(_ stream: StreamChunks) {
    bytes = stream.chunks.flatMap(\.self)
    guard !bytes.isEmpty else { return nil }
    seams = bytes.withUnsafeBufferPointer { bytes in
      let places = 1..<bytes.count
      guard bytes.count > Self.mostNumbered else { return places.filter(bytes.hasSeam) }

      // Plain loops, because a long stream may have a million bytes without a seam.
      var first = 1
      while first < bytes.count, !bytes.hasSeam(at: first) { first += 1 }
      guard first < bytes.count else { return [] }
      var last = bytes.count - 1
      while !bytes.hasSeam(at: last) { last -= 1 }
      return [first, last]
    }
  }

  var whole: Schedule { schedule(cuts: []) }

  // MARK: - Enumeration

  /// The number of schedules: whole, in two pieces, in three, and byte by byte. `nil` if the stream
  /// is longer than `mostNumbered`.
  package var count: Int? {
    guard bytes.count <= Self.mostNumbered else { return nil }
    let cuts = bytes.count - 1
    return 1 + cuts + cuts * (cuts - 1) / 2 + (cuts > 2 ? 1 : 0)
  }

  /// The maximum number of bytes in a stream whose cuts are enumerated.
  private static let mostNumbered = 4_096

  /// Returns the schedule with a number. Number 0 is the whole stream. The next numbers have one
  /// cut, then two, in increasing order. The last one has all cuts.
  package func schedule(number: Int) -> Schedule {
    let cuts = bytes.count - 1
    guard number > 0 else { return whole }
    guard number > cuts else { return schedule(cuts: [number]) }

    var rest = number - 1 - cuts
    for first in 1..<max(cuts, 1) {
      let seconds = cuts - first
      guard rest >= seconds else { return schedule(cuts: [first, first + 1 + rest]) }
      rest -= seconds
    }

    return schedule(cuts: Array(1..<bytes.count))
  }

  /// Returns random cuts.
  ///
  /// One schedule in eight cuts the stream into single bytes. The others have 1 to 12 cuts, most of
  /// them at seams. A stream longer than `mostNumbered` has fewer.
  package func schedule(using generator: inout SplitMix64) -> Schedule {
    guard bytes.count <= Self.mostNumbered else {
      return schedule(cuts: longCuts(using: &generator))
    }
    if generator.number(below: 8) == 0 { return schedule(cuts: Array(1..<bytes.count)) }

    let cuts = (0...generator.number(below: min(bytes.count, 12))).map { _ in
      seams.isEmpty || generator.number(below: 3) == 0
        // Include both ends, which creates an empty piece.
        ? generator.number(below: bytes.count + 1) : seams[generator.number(below: seams.count)]
    }
    return schedule(cuts: cuts.sorted())
  }

  /// Returns few cuts for a long stream. Such a stream is uniform nearly everywhere and slow to
  /// process, so few different cuts are worth trying.
  private func longCuts(using generator: inout SplitMix64) -> [Int] {
    let places = [1, seams.first, bytes.count / 2, seams.last].compactMap(\.self)
    return (0...generator.number(below: 2))
      .map { _ in places[generator.number(below: places.count)] }
      .sorted()
  }

  /// Returns the bytes of the case, cut at the given offsets.
  private func schedule(cuts: [Int]) -> Schedule { Schedule(bytes: bytes, cuts: cuts) }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue { StreamChunks.input(of: schedule.pieces) }

  package func baseline(of schedule: Schedule) -> JSONValue { input(of: schedule.joined) }

  // MARK: - Simplification

  /// Returns schedules with only one cut, without one of the cuts, or without a part of the bytes.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let cuts = schedule.cuts
    let alone = cuts.count > 2 ? cuts.map { [$0] } : []
    let others = cuts.indices.map { index in Array(cuts[..<index] + cuts[(index + 1)...]) }
    return (alone + others).map { Schedule(bytes: schedule.bytes, cuts: $0) } + shortened(schedule)
  }

  /// Returns schedules without each half of the bytes, each quarter, and so on down to one byte.
  private func shortened(_ schedule: Schedule) -> [Schedule] {
    let count = schedule.bytes.count
    var shorter: [Schedule] = []
    var length = count / 2
    let most = min(Self.mostShortened, Self.mostShortenedBytes / max(count, 1))

    while length > 0, shorter.count < most {
      for start in stride(from: 0, to: count, by: length) {
        shorter.append(schedule.removing(start..<min(start + length, count)))
      }
      length /= 2
    }

    return shorter
  }

  /// The approximate maximum number of shortened schedules. The last length that is tried may
  /// exceed it.
  private static let mostShortened = 1_000
  /// The maximum number of bytes in all shortened schedules together.
  private static let mostShortenedBytes = 1 << 25

  /// Returns one line for each piece: its length and its text.
  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.pieces.map { piece in
      let count = piece.count == 1 ? "1 byte " : "\(piece.count) bytes"
      return "\(count)  \(Self.text(of: piece))"
    }
  }

  /// Returns the piece as a JSON string. If it isn't valid UTF-8, bytes that aren't printable ASCII
  /// are in hexadecimal.
  private static func text(of piece: ArraySlice<UInt8>) -> String {
    guard piece.count <= mostShown else {
      let start = text(of: piece.prefix(mostShown / 2))
      let end = text(of: piece.suffix(mostShown / 2))
      return "\(start) … \(end)"
    }

    if let text = String(validating: piece, as: UTF8.self) {
      return JSONValue.string(text).canonicalText()
    }

    return piece.map { byte in
      switch byte {
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\r"): "\\r"
      case 0x20..<0x7F: String(Unicode.Scalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// The maximum number of bytes of a piece to show. Of a longer one, the start and the end are
  /// shown.
  private static let mostShown = 80
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether an offset is before or after a line end, or before a continuation byte of
  /// UTF-8.
  fileprivate func hasSeam(at offset: Int) -> Bool {
    self[offset - 1].endsLine || self[offset].endsLine || self[offset] & 0xC0 == 0x80
  }
}

extension UInt8 {
  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}
