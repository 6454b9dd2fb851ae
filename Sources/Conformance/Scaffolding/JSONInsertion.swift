internal import CanonicalJSON
internal import SystemPackage

/// Puts elements at the end of arrays of a file and leaves every other byte as it is.
struct JSONInsertion {
  let root: JSONNode
  private let path: String
  /// Nil: there is no file yet.
  private let before: [UInt8]?
  private let bytes: [UInt8]
  private var insertions: [(range: Range<Int>, text: String)] = []

  /// - Parameter beginning: of a file that is made where there is none; nil: there has to be one.
  init(into path: String, under folder: FilePath, orInto beginning: String? = nil) throws(ScaffoldError) {
    self.path = path
    let file = folder.pushing(FilePath(path))
    do {
      if let beginning, FileSystem.entry(at: file) == nil {
        before = nil
        bytes = Array(beginning.utf8)
      } else {
        bytes = try FileSystem.read(file, limit: SourceFile.sizeLimit)
        before = bytes
      }
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw ScaffoldError("\(path) can't be read: \(error)")
    }
  }

  /// Appends elements to the outermost array of that name.
  mutating func append(_ elements: [JSONSketch], to name: String) throws(ScaffoldError) {
    guard let array = root[name], array.kind == .array else { throw ScaffoldError("\(path) has no array '\(name)'") }
    append(elements, to: array)
  }

  /// Appends elements to an array, which takes them only once.
  mutating func append(_ elements: [JSONSketch], to array: JSONNode) {
    guard !elements.isEmpty else { return }
    let range = array.sourceRange
    guard let last = array.elements.reversed().first else { return fill(range, with: elements) }

    let end = last.sourceRange.upperBound
    guard let indentation = indentation(before: last.sourceRange.lowerBound) else {
      let text = elements.map { ", " + $0.text(column: -Int(Int16.max)) }.joined()
      return insertions.append((end..<end, text))
    }

    let lineEnd = lineEnd(before: last.sourceRange.lowerBound)
    let lines = elements.map { "," + lineEnd + indentation + spread($0, indentation, lineEnd) }
    insertions.append((end..<end, lines.joined()))
  }

  /// Fills an empty array: containers get lines of their own, words stay on the line.
  private mutating func fill(_ range: Range<Int>, with elements: [JSONSketch]) {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    guard elements.contains(where: \.isContainer) else {
      return insertions.append((inside, elements.map { $0.text() }.joined(separator: ", ")))
    }

    let line = bytes[lineStart(of: range.lowerBound)...]
    let outer = String(decoding: line.prefix(while: Self.isSpace), as: UTF8.self)
    let lineEnd = lineEnd(before: range.lowerBound)
    let lines = elements.map { lineEnd + outer + unit + spread($0, outer + unit, lineEnd) }
    insertions.append((inside, lines.joined(separator: ",") + lineEnd + outer))
  }

  private func spread(_ element: JSONSketch, _ indentation: String, _ lineEnd: String) -> String {
    element.text(
      indentation: indentation, unit: unit, column: indentation.utf8.count, lineEnd: lineEnd,
      isSpread: element.isContainer)
  }

  var edit: FileEdit {
    var result = bytes
    for insertion in insertions.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(insertion.range, with: Array(insertion.text.utf8))
    }
    return FileEdit(path, from: before, to: result)
  }

  // MARK: - Lines

  /// What a level is indented by.
  private var unit: String {
    let firstMember = root.members.first { _ in true }
    let unit = firstMember.flatMap { indentation(before: $0.key.sourceRange.lowerBound) } ?? ""
    return unit.isEmpty ? "  " : unit
  }

  /// The white space before a position, where nothing else stands before it on its line.
  private func indentation(before position: Int) -> String? {
    let start = lineStart(of: position)
    let space = bytes[start..<position]
    guard start > 0, space.allSatisfy(Self.isSpace) else { return nil }
    return String(decoding: space, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func lineStart(of position: Int) -> Int { (bytes[..<position].lastIndex(of: 0x0A) ?? -1) + 1 }

  private func lineEnd(before position: Int) -> String {
    let end = lineStart(of: position) - 1
    return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }
}
