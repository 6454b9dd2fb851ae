internal import CanonicalJSON
internal import Conformance

/// JUnit XML for Jenkins and GitLab, as described by tools/schemas/junit.xsd.
struct JUnitReport {
  let entries: [ReportEntry]

  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="parity"\(counts(entries))>
    \(entries.grouped(by: \.group).map(suite).joined())</testsuites>

    """
  }

  /// Returns the test suite for the entries of one contract, or for those that belong to none.
  private func suite(_ entries: [ReportEntry]) -> String {
    """
      <testsuite name="\(xml(entries[0].group))"\(counts(entries))>
    \(entries.map(testCase).joined())  </testsuite>

    """
  }

  private func counts(_ entries: [ReportEntry]) -> String {
    let failures = entries.count { $0.outcome == .failed }
    let errors = entries.count { $0.outcome == .broken }
    let skipped = entries.count { !$0.isRed && ![.passed, .notice, .warning].contains($0.outcome) }
    return
      " tests=\"\(entries.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
  }

  private func testCase(_ entry: ReportEntry) -> String {
    var attributes = "classname=\"\(xml(entry.group))\" name=\"\(xml(entry.name))\""
    if let location = entry.location {
      attributes += " file=\"\(xml(printable(location.file)))\""
      if let line = location.position?.line { attributes += " line=\"\(line)\"" }
    }
    guard let content = content(entry) else { return "    <testcase \(attributes)/>\n" }
    return "    <testcase \(attributes)>\(content)</testcase>\n"
  }

  private func content(_ entry: ReportEntry) -> String? {
    let details = ([entry.summary] + entry.details).map(line).joined(separator: "\n")
    return switch entry.outcome {
    case .passed: nil
    case .notice, .warning: "<system-out>\(details)</system-out>"
    case .failed: "<failure message=\"\(xml(entry.summary))\">\(details)</failure>"
    case .broken: "<error message=\"\(xml(entry.summary))\">\(details)</error>"
    case .known(let reason), .notChecked(let reason): "<skipped message=\"\(xml(reason))\"/>"
    }
  }

  /// Returns the text as a separate line that no CI engine mistakes for a command if the report is
  /// printed to a log.
  private func line(_ text: String) -> String {
    guard text.drop(while: { $0 == " " }).utf8.starts(with: "::".utf8),
      let colon = text.firstIndex(of: ":")
    else {
      return xml(text)
    }
    return "\(text[..<colon])&#58;\(xml(String(text[colon...].unicodeScalars.dropFirst())))"
  }

  /// Returns the text escaped for XML. The text is already printable, so XML 1.0 allows every
  /// scalar.
  private func xml(_ text: String) -> String {
    let entities: [Unicode.Scalar: String] = [
      "&": "&amp;",
      "<": "&lt;",
      ">": "&gt;",
      "\"": "&quot;",
      "'": "&apos;",
    ]
    return text.replacing { entities[$0] }.withoutLogCommands { "&#\($0.value);" }
  }
}
