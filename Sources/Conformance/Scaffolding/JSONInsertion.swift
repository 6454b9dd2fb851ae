internal import CanonicalJSON
internal import SystemPackage

/// Puts elements at the end of arrays of a file and leaves every other byte as it is.
struct JSONInsertion {
  let root: JSONNode
  private let path: String
  /// Nil: there is no file yet.
  private let before: [UInt8]?
  private let bytes: [UInt8]
  /// The new elements of each array, by the offset of the array.
  private var additions: [Int: (array: JSONNode, elements: [JSONSketch])] = [:]

  /// - Parameters:
  ///   - beginning: the text of a new file; `nil` if the file has to be there.
  ///   - shownPath: the path that messages show; `nil` for `path`.
  init(
    into path: String,
    under folder: FilePath,
    orInto beginning: String? = nil,
    shownAs shownPath: String? = nil
  ) throws(ScaffoldError) {
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
      let reason = (error as? FileError)?.reason ?? "\(error)"
      throw ScaffoldError("\(shownPath ?? path) can't be read: \(reason)")
    }
  }

  /// At the end of the outermost array of that name.
  mutating func append(_ element: JSONSketch, to name: String) throws(ScaffoldError) {
    guard let array = root[name], array.kind == .array else {
      throw ScaffoldError("\(path) has no array '\(name)'")
    }
    append(element, to: array)
  }

  /// Adds an element after those of the array and those that were appended before.
  mutating func append(_ element: JSONSketch, to array: JSONNode) {
    let offset = array.sourceRange.lowerBound
    additions[offset, default: (array, [])].elements.append(element)
  }

  /// The text that adds elements to an array, and the bytes that it replaces.
  private func insertion(
    of elements: [JSONSketch],
    into array: JSONNode
  ) -> (range: Range<Int>, text: String) {
    guard let last = array.elements.reversed().first else { return filling(array, with: elements) }
    let end = last.sourceRange.upperBound..<last.sourceRange.upperBound

    guard let indentation = indentation(before: last.sourceRange.lowerBound) else {
      let texts = elements.map { ", " + $0.text(column: -Int(Int16.max)) }
      return (end, texts.joined())
    }
    let lineEnd = lineEnd(before: last.sourceRange.lowerBound)
    let texts = elements.map { "," + lineEnd + indentation + spread($0, indentation, lineEnd) }
    return (end, texts.joined())
  }

  /// The elements of an array that has none: containers get lines of their own, words share one.
  private func filling(
    _ array: JSONNode,
    with elements: [JSONSketch]
  ) -> (range: Range<Int>, text: String) {
    let range = array.sourceRange
    let inside = range.lowerBound + 1..<range.upperBound - 1
    guard elements.contains(where: \.isContainer) else {
      return (inside, elements.map { $0.text() }.joined(separator: ", "))
    }

    let line = bytes[lineStart(of: range.lowerBound)...]
    let outer = String(decoding: line.prefix(while: Self.isSpace), as: UTF8.self)
    let inner = outer + unit
    let lineEnd = lineEnd(before: range.lowerBound)
    let texts = elements.map { lineEnd + inner + spread($0, inner, lineEnd) }
    return (inside, texts.joined(separator: ",") + lineEnd + outer)
  }

  private func spread(_ element: JSONSketch, _ indentation: String, _ lineEnd: String) -> String {
    element.text(
      indentation: indentation,
      unit: unit,
      column: indentation.utf8.count,
      lineEnd: lineEnd,
      isSpread: element.isContainer
    )
  }

  var edit: FileEdit {
    let insertions = additions.values.map { insertion(of: $0.elements, into: $0.array) }
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

  private func lineStart(of position: Int) -> Int {
    (bytes[..<position].lastIndex(of: 0x0A) ?? -1) + 1
  }

  private func lineEnd(before position: Int) -> String {
    let end = lineStart(of: position) - 1
    return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }
}
