/// Cuts a whole stream into lines, as the rules say but for one mistake.
struct MistakenLines {
  struct Line {
    var bytes: [UInt8]
    /// 0 where the stream ends before the line does.
    var endingLength = 0
    /// Of a byte order mark that stood before the line.
    var markLength = 0
    var startsPiece = false
    /// Whether it has no ending, but the mistake is to take its piece's end for one.
    var endsItsPiece = false

    var isFinished: Bool { endingLength > 0 }

    func cut(to length: Int) -> Line {
      var line = self
      line.bytes = Array(bytes.prefix(length))
      return line
    }
  }

  private(set) var lines: [Line] = []
  private let mistake: ParsingMistake?

  init(_ chunks: [[UInt8]], mistake: ParsingMistake?) {
    self.mistake = mistake
    var chunks = chunks
    switch mistake {
    case .emptyPieceEnds: chunks = Array(chunks.prefix { !$0.isEmpty })
    case .everyPieceHasMark: chunks = chunks.map { Array($0.starts(with: Self.mark) ? $0.dropFirst(3) : $0[...]) }
    case .piecesAreDecodedAlone: chunks = chunks.map { Array(String(decoding: $0, as: UTF8.self).utf8) }
    default: break
    }
    switch mistake {
    case .pieceEndsLine, .pieceEndsEvent, .splitPairIsTwoEndings:
      for chunk in chunks { append(chunk) }
    default: append(chunks.reduce(into: []) { $0 += $1 })
    }
    if mistake == .returnWaits, chunks.last?.last == UInt8(ascii: "\r"), let last = lines.popLast() {
      lines.append(Line(bytes: last.bytes))
    }
    dropMark(isWhole: chunks.first { !$0.isEmpty }.map { $0.count >= Self.mark.count } ?? false)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func dropMark(isWhole: Bool) {
    switch mistake {
    case .markIsKept: return
    case .markNeedsOnePiece where !isWhole: return
    case .everyMarkIsDropped:
      for index in lines.indices where lines[index].bytes.count < 1_000 {
        let text = String(decoding: lines[index].bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FEFF}" }
        lines[index].bytes = Array(String(text).utf8)
      }
    case .twoMarksAreDropped: while dropFirstMark() {}
    default: _ = dropFirstMark()
    }
  }

  private mutating func dropFirstMark() -> Bool {
    guard let first = lines.first, first.bytes.starts(with: Self.mark) else { return false }
    lines[0].bytes.removeFirst(Self.mark.count)
    lines[0].markLength = Self.mark.count
    return true
  }

  private mutating func append(_ bytes: [UInt8]) {
    // What the piece before left unfinished goes on here, unless that is the mistake.
    let open = lines.last.map { !$0.isFinished } ?? false
    var line = open && mistake != .pieceEndsLine ? lines.removeLast() : Line(bytes: [])
    if open, mistake == .pieceEndsLine { lines[lines.count - 1].endsItsPiece = true }
    if mistake == .pieceEndsEvent, !lines.isEmpty || open { line.startsPiece = true }
    var rest = bytes[...]
    // Long lines are looked through, not copied byte by byte: there are many mistakes to try on them.
    while let index = Self.possibleEnding(in: bytes, from: rest.startIndex) {
      let length = endingLength(in: bytes, at: index)
      line.bytes += length > 0 ? rest[..<index] : rest[...index]
      rest = rest[(index + max(length, 1))...]
      guard length > 0 else { continue }
      line.endingLength = length
      lines.append(line)
      line = Line(bytes: [])
    }
    line.bytes += rest
    if !line.bytes.isEmpty || line.startsPiece { lines.append(line) }
  }

  /// Where a byte is that begins an ending, if only by some mistake.
  private static func possibleEnding(in bytes: [UInt8], from start: Int) -> Int? {
    let end = bytes.count
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte < 0x0E || byte == 0xC2 || byte == 0xE2 { return index }
      index += 1
    }
    return nil
  }

  private func endingLength(in bytes: [UInt8], at index: Int) -> Int {
    let isFollowedByLineFeed = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
    switch bytes[index] {
    case UInt8(ascii: "\n"): return 1
    case UInt8(ascii: "\r"):
      switch mistake {
      case .carriageReturnIsText: return isFollowedByLineFeed ? 2 : 0
      case .onlyLineFeedEnds: return isFollowedByLineFeed ? 0 : 1
      case .pairIsTwoEndings: return 1
      default: return isFollowedByLineFeed ? 2 : 1
      }
    case 0x0B, 0x0C: return mistake == .otherEndings ? 1 : 0
    case 0xC2: return mistake == .otherEndings && bytes[index...].starts(with: [0xC2, 0x85]) ? 2 : 0
    case 0xE2: return mistake == .otherEndings && bytes[index...].starts(with: [0xE2, 0x80, 0xA8]) ? 3 : 0
    default: return 0
    }
  }
}

extension MistakenLines.Line {
  func text(_ mistake: ParsingMistake?) -> String {
    switch mistake {
    case .badBytesAreDropped:
      return String(String.UnicodeScalarView(repaired.filter { $0 != "\u{FFFD}" }))
    case .everyBadByteIsReplaced:
      var text = String.UnicodeScalarView()
      var rest = bytes[...]
      while !rest.isEmpty {
        let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil } ?? 1
        text.append(contentsOf: String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars)
        rest = rest.dropFirst(length)
      }
      return String(text)
    case .badRunIsReplacedOnce:
      let scalars = repaired
      let kept = scalars.indices.filter { index in
        index == 0 || scalars[index] != "\u{FFFD}" || scalars[index - 1] != "\u{FFFD}"
      }
      return String(String.UnicodeScalarView(kept.map { scalars[$0] }))
    case .bytesAreLatin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  private var repaired: [Unicode.Scalar] { Array(String(decoding: bytes, as: UTF8.self).unicodeScalars) }
}
