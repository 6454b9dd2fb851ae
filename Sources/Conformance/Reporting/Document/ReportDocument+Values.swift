internal import CanonicalJSON

// What every part of a report is made of.
extension ReportDocument {
  static let text = ReportForm<String>(write: ReportValue.text) { part throws(ReportFault) in
    guard let text = part.value.string else { throw part.fault("a string is due") }
    return text
  }

  static let integer = ReportForm<Int>(write: { .number(JSONNumber($0)) }) { part throws(ReportFault) in
    guard let number = part.value.number?.integer, let integer = Int(exactly: number), integer >= 0 else {
      throw part.fault("a whole number from 0 is due")
    }
    return integer
  }

  /// A value, or in its place the text that was cut from it.
  static let value = ReportForm<JSONValue>(write: ReportValue.value) { part throws(ReportFault) in
    if let value = part["value"] { return value.value }
    return .string(
      "\(try part.member("cut", text)) … cut at 64 KiB of \(try part.member("bytes", integer)) bytes")
  }

  static let nothing = ReportForm<Void>(write: { _ in [:] }, read: { _ in })

  /// One that was cut may end within an escape, and is taken for a single token then.
  static let pointer = text.converted({ (try? JSONPointer($0)) ?? JSONPointer(tokens: [$0]) }) { "\($0)" }

  static func word<Word: RawRepresentable<String> & SendableMetatype>(or fault: String) -> ReportForm<Word> {
    text.converted(or: fault, { Word(rawValue: $0) }, \.rawValue)
  }

  static let location = ReportForm<SourceLocation>.object(
    ReportPart(\.file, text.at("file")),
    // A file as a whole has none.
    ReportPart(
      \.position,
      ReportForm(write: { $0.map(position.write) ?? [:] }) { part throws(ReportFault) in
        part["line"] == nil ? nil : try position.read(part)
      })
  ) { SourceLocation(file: $0, position: $1) }

  private static let position = ReportForm<TextLocation>.object(
    ReportPart(\.line, integer.at("line")), ReportPart(\.column, integer.at("column"))
  ) { TextLocation(line: $0, column: $1) }
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
  @Sendable static func text(_ text: String) -> JSONValue {
    guard text.utf8.count > limit else { return .string(text) }
    return .string("\(text.prefix(bytes: limit)) … cut at 64 KiB of \(text.utf8.count) bytes")
  }

  /// The value as `value`, or the beginning of its canonical text as `cut`, with the number of `bytes` that it has.
  @Sendable static func value(_ value: JSONValue) -> JSONValue {
    let text = value.canonicalText()
    let isTooLong = text.utf8.count > limit || value.isNested(deeperThan: mostLevels)
    return isTooLong
      ? ["cut": .string(String(text.prefix(bytes: limit))), "bytes": .number(JSONNumber(text.utf8.count))]
      : ["value": value]
  }
}
