package import CanonicalJSON

/// The JSON report, version 1: a run as data, for other programs, for `diff` and for `merge`.
///
/// It is the wire's form of a run, apart from the types that the engine works with; tools/schemas/report.schema.json says
/// what is in it.
package struct ReportDocument: Sendable {
  static let version = 1
  /// Tells a report from any other JSON file.
  static let kind = "parity-report"

  package let json: JSONValue

  init(json: JSONValue) {
    self.json = json
  }

  /// The document of a run; the very one it was read from, where it was.
  package init(of run: RunReport) {
    self = run.document ?? ReportDocument(encoding: run)
  }

  /// Canonical JSON with a line for each member, and a line feed at the end.
  ///
  /// What a terminal or a CI engine would obey, or nobody would see, is an escape, which is the same to readers of JSON.
  package var text: String {
    printableJSON(json.canonicalText(.indented).withoutLogCommands { _ in "\\u0023" } + "\n")
  }
}

/// Text and values of a run, which may be of any size, as a report holds them.
enum ReportValue {
  /// The most bytes of one text.
  static let limit = 64 << 10
  /// The most differences and violations of one failure.
  static let mostItems = 1_000
  /// The levels of a value that is told as it is, so that the report around it stays within the reader's limit.
  private static let mostLevels = 400

  /// The text, or its beginning and a note.
  static func text(_ text: String) -> JSONValue {
    guard text.utf8.count > limit else { return .string(text) }
    return .string("\(beginning(of: text)) … cut at 64 KiB of \(text.utf8.count) bytes")
  }

  /// The value as `value`, or the beginning of its canonical text as `cut`, with the number of `bytes` that it has.
  static func value(_ value: JSONValue) -> JSONValue {
    let isShallow = value.isWithin(levels: mostLevels)
    let text = value.canonicalText()
    guard !isShallow || text.utf8.count > limit else { return ["value": value] }
    return ["cut": .string(beginning(of: text)), "bytes": .number(JSONNumber(text.utf8.count))]
  }

  /// The first bytes of a text, up to a whole scalar.
  static func beginning(of text: String) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }
}

extension JSONValue {
  fileprivate func isWithin(levels: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array(let elements): levels > 0 && elements.allSatisfy { $0.isWithin(levels: levels - 1) }
    case .object(let members): levels > 0 && members.allSatisfy { $0.value.isWithin(levels: levels - 1) }
    }
  }

  /// An object of the members that have a value.
  static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
  }

  static func integer(_ number: some BinaryInteger) -> JSONValue { .number(JSONNumber(Int(number))) }

  /// Texts of names and ids, which are short.
  static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(ReportValue.text)) }
}
