package import CanonicalJSON
package import Conformance

/// The ways in which the bytes of a stream may be cut into pieces (rule V2).
package struct StreamCuts: ScheduleSpace {
  package struct Schedule: Hashable, Sendable {
    /// Some may be empty.
    var pieces: [[UInt8]]

    /// All of them.
    package var bytes: [UInt8] { pieces.reduce(into: []) { $0 += $1 } }
    package var pieceCount: Int { pieces.count }
  }

  /// The stream of the case.
  private let bytes: [UInt8]
  /// Where a cut is most likely to do harm: inside of what belongs together, and right beside it.
  private let seams: [Int]

  /// Nil where the input holds no bytes.
  package init?(_ input: JSONValue) {
    guard let chunks = StreamChunks(input)?.chunks else { return nil }
    bytes = chunks.reduce(into: []) { $0 += $1 }
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
      if index > 0, before.endsLine || after.endsLine || after & 0xC0 == 0x80 { seams.append(index) }
      before = after
      index += 1
    }
    return seams
  }

  // MARK: - Going through all

  /// Whole, in two, in three, and byte by byte; nil for streams of more bytes than that can be done with.
  package var count: Int? {
    guard bytes.count <= Self.mostNumbered else { return nil }
    let cuts = bytes.count - 1
    return 1 + cuts + cuts * (cuts - 1) / 2 + (cuts > 2 ? 1 : 0)
  }

  private static let mostNumbered = 10_000
  /// A stream of more bytes is not cut byte by byte.
  private static let mostPieces = 4_096

  package func schedule(number: Int) -> Schedule {
    let cuts = bytes.count - 1
    guard number > 0 else { return schedule(cuts: []) }
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
    if bytes.count <= Self.mostPieces, generator.number(below: 8) == 0 {
      return schedule(cuts: Array(1..<bytes.count))
    }
    let cuts = (0...generator.number(below: min(bytes.count, 12))).map { _ in
      seams.isEmpty || generator.number(below: 3) == 0
        // The ends too, which makes a piece empty.
        ? generator.number(below: bytes.count + 1) : seams[generator.number(below: seams.count)]
    }
    return schedule(cuts: cuts.sorted())
  }

  /// - Parameter cuts: where pieces end and begin, in order.
  private func schedule(cuts: [Int]) -> Schedule {
    Schedule(pieces: zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) })
  }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue { StreamChunks.input(of: schedule.pieces) }

  package func baseline(of schedule: Schedule) -> JSONValue {
    StreamChunks.input(of: [schedule.bytes])
  }
}

extension UInt8 {
  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}
