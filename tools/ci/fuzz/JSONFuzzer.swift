import CanonicalJSON
import Glibc
import SessionDetail

/// What libFuzzer calls with each input: `tools/ci/fuzz-json.sh` builds and runs it. A property
/// that does not hold ends it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let reading = Reading(of: bytes)
  if case .accepted(let document) = reading { check(document, of: bytes) }
  checkAsString(bytes, reading)
  checkRows(bytes)
  Sample.shared.add(bytes, reading)
  return 0
}

/// What the reader makes of bytes.
enum Reading {
  case accepted(JSONDocument)
  case rejected(JSONSyntaxError)

  init(of bytes: [UInt8]) {
    do throws(JSONSyntaxError) {
      self = .accepted(try JSONDocument(parsing: bytes))
    } catch {
      require((0...bytes.count).contains(error.offset), "an error has its place in the text")
      self = .rejected(error)
    }
  }
}

func require(_ holds: Bool, _ property: String) {
  guard !holds else { return }
  let line = Array("BROKEN: \(property)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  abort()
}

// MARK: - One document

private func check(_ document: JSONDocument, of bytes: [UInt8]) {
  let value = document.root.value
  for layout in [JSONValue.Layout.compact, .indented] {
    let text = value.canonicalUTF8(layout)
    guard let again = try? JSONDocument(parsing: text).root.value else {
      return require(false, "what the writer writes is read")
    }
    require(again == value, "what the writer writes is the same value")
    require(again.canonicalUTF8(layout) == text, "the canonical text stays as it is")
  }
  _ = document.anomalies().map(\.message)
  check(document.root, is: value, in: bytes)
}

/// The value by way of nodes is the one that is made at once.
private func check(_ node: JSONNode, is value: JSONValue, in bytes: [UInt8]) {
  let range = node.sourceRange
  require(
    range.lowerBound >= 0 && range.upperBound <= bytes.count && !range.isEmpty,
    "a value lies in the text"
  )
  if bytes.count < 256 {
    require(
      (try? JSONDocument(parsing: Array(bytes[range])).root.value) == value,
      "a value's own text is read as the value"
    )
  }
  require(node.location.line > 0 && node.location.column > 0, "a value has a line and a column")
  switch value {
  case .null: require(node.kind == .null, "null is null")
  case .bool(let bool): require(node.bool == bool, "a boolean is itself")
  case .number(let number):
    require(node.number == number, "a number is itself")
    require(number.double.isFinite, "a number is finite")
  case .string(let text):
    require(
      node.isString(text) && node.string.map { JSONValue.string($0) } == value,
      "a string is itself"
    )
  case .array(let elements):
    let nodes = Array(node.elements)
    require(
      nodes.count == elements.count && node.elements.count == nodes.count,
      "an array has its elements"
    )
    for (node, element) in zip(nodes, elements) { check(node, is: element, in: bytes) }
  case .object(let object):
    var last: [TextKey: JSONNode] = [:]
    for member in node.members { last[TextKey(member.key.string ?? "")] = member.value }
    require(last.count == object.count, "an object has each key once")
    for member in object {
      guard let found = node[member.key], let known = last[TextKey(member.key)] else {
        return require(false, "a key is found by its text")
      }
      require(found.sourceRange == known.sourceRange, "of a repeated key the last wins")
      check(found, is: member.value, in: bytes)
    }
  }
}

/// Text that is a string already is read like its bytes.
private func checkAsString(_ bytes: [UInt8], _ reading: Reading) {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    if case .accepted = reading { require(false, "what is read is UTF-8") }
    return
  }
  switch (Result { () throws(JSONSyntaxError) in try JSONDocument(parsing: text) }, reading) {
  case (.success(let document), .accepted(let other)):
    require(document.root.value == other.root.value, "a string is read like its bytes")
  // Bytes may look like another encoding, a string may not.
  case (.failure, .rejected): break
  default: require(false, "a string is read exactly when its bytes are")
  }
}

// MARK: - Rows

/// Each line is the content of a row; a timeline that follows them is the one of all.
private func checkRows(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 15)
  let rows = lines.enumerated().map { index, line in
    SessionRow(
      id: "row-\(index % 7)",
      sequenceNumber: Int64(index),
      content: String(decoding: line, as: UTF8.self)
    )
  }
  let timeline = SessionTimeline(rows: rows)
  var live = LiveSessionTimeline()
  for row in rows { live.update(row) }
  require(
    timeline.entries == live.entries && timeline.rowCount == live.rowCount,
    "a timeline follows its rows"
  )
  require(
    (try? JSONDocument(parsing: timeline.json.canonicalUTF8())) != nil,
    "a timeline is written as JSON"
  )
}

// MARK: - What the second reader is asked about

/// Every so many inputs, with what came of them, for `tools/ci/fuzz/compare.mjs`.
final class Sample {
  nonisolated(unsafe) static let shared = Sample()

  private let file = getenv("FUZZ_SAMPLE").flatMap { fopen($0, "a") }
  private let interval = getenv("FUZZ_INTERVAL").flatMap { Int(String(cString: $0)) } ?? 1
  private var count = 0

  func add(_ bytes: [UInt8], _ reading: Reading) {
    count += 1
    guard let file, count % interval == 0 else { return }
    let verdict: JSONValue =
      switch reading {
      case .accepted(let document): ["accepted": .string(document.root.value.canonicalText())]
      case .rejected(let error): ["rejected": .string(error.reason.name)]
      }
    fputs("[\"\(bytes.map(Self.hexadecimal).joined())\",\(verdict.canonicalText())]\n", file)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}

extension JSONSyntaxError.Reason {
  /// Those that other readers do not share have a name.
  fileprivate var name: String {
    switch self {
    case .nestingTooDeep: "nestingTooDeep"
    case .numberOutOfRange: "numberOutOfRange"
    default: "no JSON"
    }
  }
}
