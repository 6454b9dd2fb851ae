internal import CanonicalJSON
internal import Conformance

/// JUnit XML for Jenkins and GitLab, as described by tools/schemas/junit.xsd.
struct JUnitReport {
  private let entries: [ReportEntry]
  /// The time that the run took, or `nil` if it isn't known.
  private let duration: Duration?

  /// - Parameter record: The run to report.
  init(_ record: RunRecord) {
    entries = record.entries
    duration = record.provenance?.duration
  }

  /// The document, which ends with a line feed. Equal runs have equal bytes.
  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="parity"\(counts(entries))\(time(duration))>
    \(entries.grouped(by: \.group).map(suite).joined())</testsuites>

    """
  }

  /// Returns the test suite for the entries of one contract, or for those that belong to none.
  private func suite(_ entries: [ReportEntry]) -> String {
    let durations = entries.compactMap(\.duration)
    let sum = durations.isEmpty ? nil : durations.reduce(.zero, +)
    return """
        <testsuite name="\(xmlEscaped(entries[0].group))"\(counts(entries))\(time(sum))>
      \(entries.map(testCase).joined())  </testsuite>

      """
  }

  /// Returns the attribute with a time in seconds, with a space before it, or an empty string if
  /// the time isn't known.
  private func time(_ duration: Duration?) -> String {
    guard let duration else { return "" }
    let (seconds, microseconds) = duration.wholeMicroseconds.quotientAndRemainder(
      dividingBy: 1_000_000
    )
    let fraction = "\(1_000_000 + microseconds)".dropFirst()
    return " time=\"\(seconds).\(fraction)\""
  }

  /// Returns the attributes with the counts, each after a space. Known failures and cases that
  /// weren't checked count as skipped.
  private func counts(_ entries: [ReportEntry]) -> String {
    let failures = entries.count { $0.outcome == .failed }
    let errors = entries.count { $0.outcome == .broken }
    let skipped = entries.count { !$0.isRed && ![.passed, .notice, .warning].contains($0.outcome) }
    return " tests=\"\(entries.count)\" failures=\"\(failures)\""
      + " errors=\"\(errors)\" skipped=\"\(skipped)\""
  }

  /// Returns the element for an entry, which is empty for a case that passed.
  private func testCase(_ entry: ReportEntry) -> String {
    let names = "classname=\"\(xmlEscaped(entry.group))\" name=\"\(xmlEscaped(entry.name))\""
    var attributes = names
    if let location = entry.location {
      attributes += " file=\"\(xmlEscaped(printable(location.file)))\""
      if let line = location.position?.line { attributes += " line=\"\(line)\"" }
    }
    attributes += time(entry.duration)

    guard let content = content(entry) else { return "    <testcase \(attributes)/>\n" }
    return "    <testcase \(attributes)>\(content)</testcase>\n"
  }

  /// Returns the element's content, or `nil` for a case that passed.
  private func content(_ entry: ReportEntry) -> String? {
    let details = ([entry.summary] + entry.details).map(line).joined(separator: "\n")
    let summary = xmlEscaped(entry.summary)
    let input = entry.input.map { "<system-out>\(line($0))</system-out>" } ?? ""

    return switch entry.outcome {
    case .passed: nil
    case .notice, .warning: "<system-out>\(details)</system-out>"
    case .failed: "<failure message=\"\(summary)\">\(details)</failure>\(input)"
    case .broken: "<error message=\"\(summary)\">\(details)</error>\(input)"
    case .known(let reason), .notChecked(let reason):
      "<skipped message=\"\(xmlEscaped(reason))\"/>"
    }
  }

  /// Returns the text as a separate line that no CI engine mistakes for a command if the report is
  /// printed to a log.
  private func line(_ text: String) -> String {
    guard text.drop(while: { $0 == " " }).utf8.starts(with: "::".utf8),
      let colon = text.firstIndex(of: ":")
    else {
      return xmlEscaped(text)
    }
    return "\(text[..<colon])&#58;\(xmlEscaped(String(text[colon...].unicodeScalars.dropFirst())))"
  }
}
