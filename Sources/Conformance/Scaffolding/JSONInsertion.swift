internal import CanonicalJSON

/// Puts elements at the end of arrays of a file and leaves every other byte as it is.
struct JSONInsertion {
  private let bytes: [UInt8]
  private let unit: String
  private var edits: [(range: Range<Int>, text: String)] = []

  /// - Parameter root: of the document that `bytes` hold.
  init(into bytes: [UInt8], root: JSONNode) {
    self.bytes = bytes
    let firstMember = root.members.first { _ in true }
    let unit = firstMember.flatMap { Self.indentation(before: $0.key.sourceRange.lowerBound, in: bytes) } ?? ""
    self.unit = unit.isEmpty ? "  " : unit
  }

  mutating func append(_ element: JSONSketch, to array: JSONNode) {
    let range = array.sourceRange
    guard let last = array.elements.reversed().first else { return fill(range, with: element) }
    let end = last.sourceRange.upperBound
    guard let indentation = Self.indentation(before: last.sourceRange.lowerBound, in: bytes) else {
      return edits.append((end..<end, ", " + element.text(column: -Int(Int16.max))))
    }
    let lineEnd = lineEnd(before: last.sourceRange.lowerBound)
    edits.append((end..<end, "," + lineEnd + indentation + spread(element, indentation, lineEnd)))
  }

  /// An array without an element: a container gets lines of its own, a word stays on the line.
  private mutating func fill(_ range: Range<Int>, with element: JSONSketch) {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    guard element.isContainer else { return edits.append((inside, element.text())) }
    let outer = Self.leadingSpace(ofLineWith: range.lowerBound, in: bytes)
    let lineEnd = lineEnd(before: range.lowerBound)
    edits.append((inside, lineEnd + outer + unit + spread(element, outer + unit, lineEnd) + lineEnd + outer))
  }

  private func spread(_ element: JSONSketch, _ indentation: String, _ lineEnd: String) -> String {
    element.text(
      indentation: indentation, unit: unit, column: indentation.utf8.count, lineEnd: lineEnd,
      isSpread: element.isContainer)
  }

  var result: [UInt8] {
    var result = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return result
  }

  // MARK: - Lines

  /// The white space before a position, where nothing else stands before it on its line.
  private static func indentation(before position: Int, in bytes: [UInt8]) -> String? {
    let start = lineStart(of: position, in: bytes)
    let space = bytes[start..<position]
    guard start > 0, space.allSatisfy(isSpace) else { return nil }
    return String(decoding: space, as: UTF8.self)
  }

  private static func leadingSpace(ofLineWith position: Int, in bytes: [UInt8]) -> String {
    String(decoding: bytes[lineStart(of: position, in: bytes)...].prefix(while: isSpace), as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func lineStart(of position: Int, in bytes: [UInt8]) -> Int {
    (bytes[..<position].lastIndex(of: 0x0A) ?? -1) + 1
  }

  private func lineEnd(before position: Int) -> String {
    let end = Self.lineStart(of: position, in: bytes) - 1
    return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }
}
