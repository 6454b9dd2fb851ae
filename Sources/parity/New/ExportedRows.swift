internal import CanonicalJSON
internal import Conformance

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
    let exported = try file.payloads(where: { wanted?.numbers.contains($0) ?? true }, \.value)
    guard let first = exported.first?.line, let last = exported.last?.line else {
      throw CommandFailure(
        .usage,
        "\(file.name) has no rows\(wanted.map { " in the lines \($0)" } ?? "")"
      )
    }

    var redaction = Redaction()
    var sketches: [JSONSketch] = []
    for (line, value) in exported {
      do throws(InputRefusal) {
        let row = try export.row(value, key)
        let members = row.members.map { ($0.key, JSONSketch.value($0.value)) }
        sketches.append(.object(members + [("content", row.content.sketch(redacting: &redaction))]))
      } catch {
        let place = error.pointer.tokens.isEmpty ? "" : "\(error.pointer) "
        throw CommandFailure(
          .unusableData,
          "\(file.name):\(line):1: \(place)\(error.message)",
          "if the row is encrypted, name its key with --key"
        )
      }
    }
    rows = .array(sketches)
    target = export.target
    report =
      ["\(counted(exported.count, "row")) from \(file.name), lines \(first) to \(last)"]
      + redaction.lines
  }

  /// The rows as a member of a case.
  var member: (member: String, value: JSONSketch) { ("input", .object([(target, rows)])) }
}

extension String {
  /// Returns the content of a row as a case writes it: an object as `$json`, and other text as it
  /// is.
  fileprivate func sketch(redacting redaction: inout Redaction) -> JSONSketch {
    guard let root = try? JSONDocument(parsing: Array(utf8)).root, root.kind == .object else {
      return .text(redaction.redact(self))
    }
    return .object([("$json", JSONSketch(root) { redaction.redact($0) })])
  }
}
