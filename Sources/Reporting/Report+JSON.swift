internal import CanonicalJSON
internal import Conformance
internal import Foundation

/// The reason why a file isn't a valid report, with the place in the file.
package struct ReportFault: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

extension Report {
  /// Reads a JSON report.
  ///
  /// - Throws: `ReportFault` if the file isn't a report of this version.
  package init(parsing bytes: [UInt8]) throws(ReportFault) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONDocument(parsing: bytes).root.value
    } catch {
      throw ReportFault(
        "line \(error.location.line), column \(error.location.column): \(error.message)"
      )
    }
    guard json["kind"]?.string == Self.kind else {
      throw ReportFault("not a JSON report from Parity; to write one, use --report json=PATH")
    }
    guard json["version"] == .number(JSONNumber(Self.version)) else {
      let problem =
        json["version"].map { "unsupported report version \($0.canonicalText())" }
        ?? "the report has no version"
      throw ReportFault("\(problem); this version of Parity reads report version \(Self.version)")
    }
    do {
      self = try JSONDecoder().decode(Report.self, from: Data(json.canonicalUTF8()))
    } catch let error as DecodingError {
      throw ReportFault(error)
    } catch {
      throw ReportFault("\(error)")
    }
    try requireSense()
  }

  /// The report as canonical JSON with one line per member and a line feed at the end.
  ///
  /// Characters that are invisible or that a terminal or CI engine would interpret are escaped,
  /// which makes no difference to JSON readers.
  package var text: String {
    printableJSON(json.canonicalText(.indented).withoutLogCommands { _ in "\\u0023" } + "\n")
  }

  /// Checks what the types don't enforce: verdicts and causes refer to existing cases, each case of
  /// a shard has a position, and the shard's index is in range.
  private func requireSense() throws(ReportFault) {
    if let shard, shard.shard == nil { throw ReportFault("at /shard: no such shard") }
    for (index, suite) in suites.enumerated()
    where suite.positions?.count ?? suite.cases.count != suite.cases.count {
      throw ReportFault("at /suites/\(index)/positions: each case must have a position")
    }
    let names = Set(suites.flatMap { suite in suite.cases.map { TextKey(suite.name(of: $0)) } })
    for (index, verdict) in verdicts.enumerated() {
      guard names.contains(TextKey(verdict.testCase)) else {
        throw ReportFault("at /verdicts/\(index)/case: no case is named '\(verdict.testCase)'")
      }
      if verdict.isFailed, verdict.failures.isEmpty {
        throw ReportFault("at /verdicts/\(index): a failed verdict must have a failure")
      }
    }
    for (index, cause) in causes.enumerated() {
      guard
        let name = (cause.cases + [cause.example]).first(where: { !names.contains(TextKey($0)) })
      else { continue }
      throw ReportFault("at /causes/\(index): no case is named '\(name)'")
    }
  }
}

extension Encodable {
  var json: JSONValue {
    // A report contains only strings, integers and Booleans, so neither call can fail.
    let text = (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
    return (try? JSONDocument(parsing: text))?.root.value ?? .null
  }
}

extension ReportFault {
  fileprivate init(_ error: DecodingError) {
    let (context, message): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context):
        (context, "missing member '\(key.stringValue)'")
      case .typeMismatch(let type, let context): (context, "must be \(Self.name(of: type))")
      case .valueNotFound(let type, let context):
        (context, "must be \(Self.name(of: type)), not null")
      case .dataCorrupted(let context): (context, "invalid value")
      @unknown default:
        (.init(codingPath: [], debugDescription: ""), "invalid value")
      }
    let path = JSONPointer(
      tokens: context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    )
    self.init("at \(path.tokens.isEmpty ? "the root" : "\(path)"): \(message)")
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int.Type, is Int32.Type: "an integer"
    case is Bool.Type: "true or false"
    case is any Collection.Type: "an array"
    default: "an object"
    }
  }
}

extension StyledLine: Codable {
  /// Reads an array of spans.
  package init(from decoder: any Decoder) throws { self.init(try [Span](from: decoder)) }
  package func encode(to encoder: any Encoder) throws { try spans.encode(to: encoder) }
}

extension StyledLine.Span: Codable {
  /// Reads a string, or an array of a string and its style.
  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text)
    } else {
      var values = try decoder.unkeyedContainer()
      self.init(try values.decode(String.self), try values.decode(Style.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    if style == .plain {
      var value = encoder.singleValueContainer()
      try value.encode(text)
    } else {
      var values = encoder.unkeyedContainer()
      try values.encode(text)
      try values.encode(style)
    }
  }
}

extension Style: Codable {}
