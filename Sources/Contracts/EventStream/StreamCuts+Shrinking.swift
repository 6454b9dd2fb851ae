internal import CanonicalJSON

extension StreamCuts {
  /// With fewer cuts, or without a part of the bytes.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    joined(schedule) + shortened(schedule)
  }

  /// All but one cut taken away, and each.
  private func joined(_ schedule: Schedule) -> [Schedule] {
    let cuts = schedule.cuts
    let one = cuts.count > 2 ? cuts.map { [$0] } : []
    let others = cuts.indices.map { index in Array(cuts[..<index] + cuts[(index + 1)...]) }
    return (one + others).map { Schedule(bytes: schedule.bytes, cuts: $0) }
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
      return "\(text(of: Array(piece.prefix(mostShown / 2)))) … \(text(of: Array(piece.suffix(mostShown / 2))))"
    }
    if let text = String(validating: piece, as: UTF8.self) { return JSONValue.string(text).canonicalText() }
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

extension StreamCuts.Schedule {
  /// Without those bytes; the cuts stay as many.
  fileprivate func removing(_ range: Range<Int>) -> Self {
    var bytes = bytes
    bytes.removeSubrange(range)
    return Self(bytes: bytes, cuts: cuts.map { $0 - range.clamped(to: 0..<$0).count })
  }
}
