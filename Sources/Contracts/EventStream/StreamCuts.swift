package import CanonicalJSON
package import Conformance

/// The ways in which the bytes of a stream may be cut into pieces (rule V2).
package struct StreamCuts: ScheduleSpace {
  package struct Schedule: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Where pieces end and begin, in order; two that are equal have an empty piece between them.
    var cuts: [Int]

    package var pieceCount: Int { cuts.count + 1 }
    var joined: Self { Self(bytes: bytes, cuts: []) }
    var pieces: [[UInt8]] { zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) } }

    /// Without those bytes; the cuts stay as many.
    fileprivate func removing(_ range: Range<Int>) -> Self {
      var bytes = bytes
      bytes.removeSubrange(range)
      return Self(bytes: bytes, cuts: cuts.map { $0 - range.clamped(to: 0..<$0).count })
    }

    /// The bytes are mostly the same ones, and may be a million.
    package func hash(into hasher: inout Hasher) { hasher.combine(cuts) }
  }

  /// The stream of the case.
  private let bytes: [UInt8]
  /// Where a cut is most likely to do harm: inside of what belongs together, and right beside it.
  private let seams: [Int]

  /// Nil where there are no bytes.
  package init?(_ stream: StreamChunks) {
    bytes = stream.chunks.flatMap(\.self)
    guard !bytes.isEmpty else { return nil }
    seams = Self.seams(in: bytes)
  }

  /// Beside every end of a line, and before every byte that continues a UTF-8 sequence.
  private static func seams(in bytes: [UInt8]) -> [Int] {
    var seams: [Int] = []
    var before: UInt8 = 0
    var index = 0
    // A loop, since there are streams of a million bytes.
    for after in bytes {
      if index > 0, before.endsLine || after.endsLine || after & 0xC0 == 0x80 {
        seams.append(index)
      }
      before = after
      index += 1
    }
    return seams
  }

  var whole: Schedule { schedule(cuts: []) }

  // MARK: - Going through all

  /// Whole, in two, in three, and byte by byte; nil for streams of more bytes than that can be done
  /// with.
  package var count: Int? {
    guard bytes.count <= Self.mostNumbered else { return nil }
    let cuts = bytes.count - 1
    return 1 + cuts + cuts * (cuts - 1) / 2 + (cuts > 2 ? 1 : 0)
  }

  private static let mostNumbered = 4_096

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

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    guard bytes.count <= Self.mostNumbered else {
      return schedule(cuts: longCuts(using: &generator))
    }
    if generator.number(below: 8) == 0 { return schedule(cuts: Array(1..<bytes.count)) }
    let cuts = (0...generator.number(below: min(bytes.count, 12))).map { _ in
      seams.isEmpty || generator.number(below: 3) == 0
        // The ends too, which makes a piece empty.
        ? generator.number(below: bytes.count + 1) : seams[generator.number(below: seams.count)]
    }
    return schedule(cuts: cuts.sorted())
  }

  /// A stream of a million bytes is alike nearly everywhere, and takes long: it has few cuts, so
  /// that few are different.
  private func longCuts(using generator: inout SplitMix64) -> [Int] {
    let places = [1, seams.first, bytes.count / 2, seams.last].compactMap(\.self)
    return (0...generator.number(below: 2)).map { _ in places[generator.number(below: places.count)]
    }.sorted()
  }

  private func schedule(cuts: [Int]) -> Schedule { Schedule(bytes: bytes, cuts: cuts) }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue { StreamChunks.input(of: schedule.pieces) }

  package func baseline(of schedule: Schedule) -> JSONValue { input(of: schedule.joined) }

  // MARK: - Simpler ones

  /// With one cut alone, without one, or without a part of the bytes.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let cuts = schedule.cuts
    let alone = cuts.count > 2 ? cuts.map { [$0] } : []
    let others = cuts.indices.map { index in Array(cuts[..<index] + cuts[(index + 1)...]) }
    return (alone + others).map { Schedule(bytes: schedule.bytes, cuts: $0) } + shortened(schedule)
  }

  /// Without half of the bytes, a quarter, and so on down to one.
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

  private static let mostShortened = 1_000
  /// Of all of them together.
  private static let mostShortenedBytes = 1 << 25

  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.pieces.map { piece in
      let count = piece.count == 1 ? "1 byte " : "\(piece.count) bytes"
      return "\(count)  \(Self.text(of: piece))"
    }
  }

  /// The piece as a JSON string, with what is no UTF-8 by itself in hex.
  private static func text(of piece: [UInt8]) -> String {
    guard piece.count <= mostShown else {
      return
        "\(text(of: Array(piece.prefix(mostShown / 2)))) … \(text(of: Array(piece.suffix(mostShown / 2))))"
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

  private static let mostShown = 80
}

extension UInt8 {
  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}
