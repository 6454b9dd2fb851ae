internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// Rows that an app has exported as the input of a case, with private data replaced.
struct ExportedRows {
  private let rows: JSONSketch
  /// The name of the member of the input that holds the rows.
  private let target: String
  /// The report on what was taken and what was replaced, one item per line.
  let report: [String]

  /// Reads rows, one JSON object per line, and decrypts those that are encrypted.
  ///
  /// - Parameters:
  ///   - wanted: The lines to read, or `nil` for all.
  ///   - key: The key of the encrypted rows.
  /// - Throws: A failure if the contract has no rows, or if a row can't be read.
  init(
    _ path: String,
    lines wanted: LineRange?,
    key: String?,
    of contract: Contract
  ) throws(CommandFailure) {
    guard let export = contract.support?.rowExport else {
      throw CommandFailure(.usage, "\(contract.id) doesn't accept exported rows")
    }

    let file = InputFile(path: path)
    let exported = try file.excerpt(wanted, of: "row", \.value)

    var redaction = Redaction()
    var sketches: [JSONSketch] = []
    for (line, value) in exported.payloads {
      do throws(RowExportError) {
        sketches.append(try export.row(value, key).sketch(redacting: &redaction))
      } catch {
        throw CommandFailure(error, at: "\(file.name):\(line):1")
      }
    }

    rows = .array(sketches)
    target = export.target
    report = [exported.summary] + redaction.lines
  }

  /// The rows as a member of a case.
  var member: (member: String, value: JSONSketch) { ("input", .object([(target, rows)])) }
}

extension CommandFailure {
  /// Creates a failure for a row that can't be used, with advice if another key may help.
  ///
  /// - Parameter place: The file, line and column of the row.
  fileprivate init(_ error: RowExportError, at place: String) {
    switch error {
    case .invalid(let reason):
      self.init(.unusableData, "\(place): \(reason)")
    case .missingKey:
      self.init(.unusableData, "\(place): the row is encrypted", "give its key with --key")
    case .unusableKey:
      self.init(
        .unusableData,
        "\(place): the row is encrypted, and the key isn't the base64 or base64url of 32 bytes",
        "check the value of --key"
      )
    case .undecryptable(let reason):
      self.init(
        .unusableData,
        "\(place): the row can't be decrypted: \(reason)",
        "check that the key belongs to this session"
      )
    }
  }
}

extension RowExport.Row {
  /// Returns the row as a case writes it, with private data replaced.
  fileprivate func sketch(redacting redaction: inout Redaction) -> JSONSketch {
    var items: [(key: String, value: JSONSketch)] = []
    for (key, value) in members {
      items.append((key, value.string.map { .text(redaction.redact($0)) } ?? .value(value)))
    }
    return .object(items + [("content", content.sketch(redacting: &redaction))])
  }
}

extension String {
  /// Returns the content of a row as a case writes it: `$json` for an object without anomalies,
  /// such as repeated keys, and the text itself otherwise.
  fileprivate func sketch(redacting redaction: inout Redaction) -> JSONSketch {
    guard let document = try? JSONDocument(parsing: Array(utf8)), document.root.kind == .object,
      document.anomalies().isEmpty
    else {
      return .text(redaction.redact(self))
    }

    return .object([("$json", JSONSketch(document.root) { redaction.redact($0) })])
  }
}
