internal import Conformance

/// The end of what a program wrote to its standard error.
struct OutputTail: Sendable {
  private var bytes: [UInt8] = []

  /// What is kept; a program may write without end.
  private static let byteLimit = 8 << 10
  private static let lineLimit = 10

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: new.suffix(Self.byteLimit)))
    if bytes.count > 2 * Self.byteLimit { bytes.removeFirst(bytes.count - Self.byteLimit) }
  }

  /// The last lines, each cut to a length that can be read.
  var lines: [String] {
    bytes.suffix(Self.byteLimit).split(separator: UInt8(ascii: "\n")).suffix(Self.lineLimit).map { excerpt(of: $0) }
  }
}

/// What a program says of itself, cut to a length that can be told as often as it is said.
func boundedText(_ text: String) -> String {
  let kept = text.unicodeScalars.prefix(2000)
  return kept.endIndex == text.endIndex ? text : "\(String(kept))… (\(text.utf8.count) bytes in all)"
}

/// The beginning of some bytes that ought to be a text.
func excerpt(of bytes: some Collection<UInt8>, limit: Int = 200) -> String {
  printable(String(decoding: bytes.prefix(limit), as: UTF8.self)) + (bytes.count > limit ? "…" : "")
}
