internal import CanonicalJSON
internal import SystemPackage

/// Edits a JSON file: appends elements to arrays and replaces members. All other bytes stay.
struct JSONInsertion {
  let root: JSONNode
  private let path: String
  /// The bytes of the file on disk, or `nil` if it doesn't exist yet.
  private let before: [UInt8]?
  private let bytes: [UInt8]
  /// The elements to append to each array, by the offset of the array in the file.
  private var additions: [Int: (array: JSONNode, elements: [JSONSketch])] = [:]

  /// The members to replace, with their new keys and values.
  private var replacements: [(member: JSONNode.Member, key: String, value: JSONSketch)] = []

  /// Reads the file to edit.
  ///
  /// - Parameters:
  ///   - path: The path of the file, relative to `folder`.
  ///   - folder: The folder that contains the file.
  ///   - beginning: The text of a new file, or `nil` if the file must exist.
  ///   - shownPath: The path to show in messages, or `nil` to show `path`.
  /// - Throws: A `ScaffoldError` if the file can't be read or isn't JSON.
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
      throw ScaffoldError("can't read \(shownPath ?? path): \(reason)")
    }
  }

  /// Appends an element to the array in a member of the root object.
  ///
  /// - Throws: A `ScaffoldError` if there is no such array.
  mutating func append(_ element: JSONSketch, to name: String) throws(ScaffoldError) {
    guard let array = root[name], array.kind == .array else {
      throw ScaffoldError("\(path) must have an array '\(name)'")
    }
    append(element, to: array)
  }

  /// Appends an element to an array, after those appended earlier.
  mutating func append(_ element: JSONSketch, to array: JSONNode) {
    let offset = array.sourceRange.lowerBound
    additions[offset, default: (array, [])].elements.append(element)
  }

  /// Replaces a member of an object, which gets another key and value in the same place.
  mutating func replace(_ member: JSONNode.Member, with key: String, _ value: JSONSketch) {
    replacements.append((member, key, value))
  }

  /// Returns the text that replaces a member, and the range of bytes that it replaces.
  private func replacement(
    of member: JSONNode.Member,
    with key: String,
    _ value: JSONSketch
  ) -> (range: Range<Int>, text: String) {
    let start = member.key.sourceRange.lowerBound
    let label = "\(JSONValue.string(key).canonicalText()): "
    let range = start..<member.value.sourceRange.upperBound

    guard let indentation = indentation(before: start) else {
      return (range, label + value.text(column: -Int(Int16.max)))
    }

    let text = value.text(
      indentation: indentation,
      unit: unit,
      column: indentation.utf8.count + label.utf8.count,
      lineEnd: lineEnd(before: start)
    )
    return (range, label + text)
  }

  /// Returns the text that appends elements to an array, and the range of bytes that it replaces.
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

  /// Returns the text that fills an empty array. If any element is a container, each gets its own
  /// line. Otherwise, all share one line.
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

  /// Returns the text of an element. A container gets one line per member or element.
  private func spread(_ element: JSONSketch, _ indentation: String, _ lineEnd: String) -> String {
    element.text(
      indentation: indentation,
      unit: unit,
      column: indentation.utf8.count,
      lineEnd: lineEnd,
      isSpread: element.isContainer
    )
  }

  /// The edit of the file that appends all elements and replaces the members.
  var edit: FileEdit {
    let changes =
      additions.values.map { insertion(of: $0.elements, into: $0.array) }
      + replacements.map { replacement(of: $0.member, with: $0.key, $0.value) }

    var result = bytes
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(change.range, with: Array(change.text.utf8))
    }

    return FileEdit(path, from: before, to: result)
  }

  // MARK: - Lines

  /// The indentation of one level, taken from the first member of the root, or two spaces.
  private var unit: String {
    let firstMember = root.members.first { _ in true }
    let unit = firstMember.flatMap { indentation(before: $0.key.sourceRange.lowerBound) } ?? ""
    return unit.isEmpty ? "  " : unit
  }

  /// Returns the white space before a position, or `nil` if other text precedes it on its line or
  /// it is on the first line.
  private func indentation(before position: Int) -> String? {
    let start = lineStart(of: position)
    let space = bytes[start..<position]
    guard start > 0, space.allSatisfy(Self.isSpace) else { return nil }
    return String(decoding: space, as: UTF8.self)
  }

  /// Returns whether a byte is a space or a tab.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the position of the first byte of the line that contains a position.
  private func lineStart(of position: Int) -> Int {
    (bytes[..<position].lastIndex(of: 0x0A) ?? -1) + 1
  }

  /// Returns the line ending before the line of a position, so that new lines get the same one.
  private func lineEnd(before position: Int) -> String {
    let end = lineStart(of: position) - 1
    return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }
}
