internal import Conformance
internal import SystemPackage

/// A source file that takes a few lines more.
struct SourceText {
  let path: String
  private(set) var text: String
  private let original: [UInt8]

  var edit: FileEdit { FileEdit(path, from: original, to: Array(text.utf8)) }

  init(_ path: String, under root: FilePath) throws(ScaffoldError) {
    self.path = path
    do {
      original = try FileSystem.read(root.pushing(FilePath(path)), limit: SourceFile.sizeLimit)
      text = String(decoding: original, as: UTF8.self)
    } catch {
      throw ScaffoldError("\(path) can't be read (\(error.reason)); a contract begins in a clone of the package")
    }
  }

  /// Puts a line before the first of some lines: one that equals `line` and comes after a line which ends with `earlier`.
  func inserting(_ new: String, beforeLine line: String, after earlier: String) throws(ScaffoldError) -> SourceText {
    let lines = lines
    guard let start = lines.firstIndex(where: { $0.hasSuffix(earlier) }),
      let place = lines[start...].firstIndex(of: line)
    else { throw missing(earlier) }
    return replacing(lines[..<place] + [new] + lines[place...])
  }

  /// Puts a line before the one that equals `line` and is followed by `next`.
  func inserting(_ new: String, beforeLine line: String, before next: String) throws(ScaffoldError) -> SourceText {
    let lines = lines
    guard let place = lines.indices.dropLast().first(where: { lines[$0] == line && lines[$0 + 1] == next }) else {
      throw missing(next)
    }
    return replacing(lines[..<place] + [new] + lines[place...])
  }

  /// Puts an element at the end of the first list that follows some text.
  func appending(
    _ element: String, toListAfter opening: String, after earlier: String = ""
  ) throws(ScaffoldError) -> SourceText {
    let start = earlier.isEmpty ? text.startIndex : text.firstRange(of: earlier)?.upperBound
    guard let start, let list = text[start...].firstRange(of: opening),
      let end = text[list.upperBound...].firstIndex(of: "]")
    else { throw missing(opening) }
    let elements = text[list.upperBound..<end]
    let last = elements.lastIndex { !$0.isWhitespace }.map { elements.index(after: $0) } ?? list.upperBound
    let isFirst = last == list.upperBound
    let hasComma = !isFirst && elements[elements.index(before: last)] == ","
    var copy = self
    copy.text = text[..<last] + (isFirst ? "" : hasComma ? " " : ", ") + element + (hasComma ? "," : "") + text[last...]
    return copy
  }

  private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  private func replacing(_ lines: some Sequence<String>) -> SourceText {
    var copy = self
    copy.text = lines.joined(separator: "\n")
    return copy
  }

  private func missing(_ anchor: String) -> ScaffoldError {
    ScaffoldError("\(path) has no '\(anchor)' where a contract could be named, so nothing was written")
  }
}
