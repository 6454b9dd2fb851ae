internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// Lines of a recording as the input of a case, with private data replaced.
struct RecordedInput {
  private let file: InputFile
  private let payloads: [(line: Int, payload: (sketch: JSONSketch, isObject: Bool))]
  /// The report on what was taken and what was replaced, one item per line.
  let report: [String]

  /// Reads payloads and replaces private data in them.
  ///
  /// - Throws: A failure if the selected lines have no payload.
  init(_ path: String, lines wanted: LineRange?) throws(CommandFailure) {
    file = InputFile(path: path)
    var redaction = Redaction()
    let recorded = try file.excerpt(wanted, of: "payload") { root in
      (sketch: JSONSketch(root) { redaction.redact($0) }, isObject: root.kind == .object)
    }
    payloads = recorded.payloads
    report = [recorded.summary] + redaction.lines
  }

  /// Returns the payloads as a member of a case.
  func member(of contract: Contract) throws(CommandFailure) -> (member: String, value: JSONSketch) {
    guard let recording = contract.support?.recording else {
      throw CommandFailure(.usage, "\(contract.id) doesn't accept recorded payloads")
    }

    if let other = payloads.first(where: { !$0.payload.isObject }) {
      throw file.invalidPayload(at: other.line)
    }
    return (recording.member, .array(payloads.map(\.payload.sketch)))
  }
}

extension Redaction {
  /// The report on what was replaced, and what can't be, one item per line.
  var lines: [String] {
    let replaced = replacements.map { replacement in
      "replaced \(replacement.kind.noun) \(replacement.excerpt) with \(replacement.placeholder), "
        + "\(counted(replacement.count, "time"))"
    }
    let advice = """
      review the input before you publish it, because names in prose and secrets in unknown \
      formats aren't replaced
      """
    return replaced + [advice]
  }
}

extension Redaction.Kind {
  fileprivate var noun: String {
    switch self {
    case .secret: "a secret"
    case .address: "the e-mail address"
    case .home: "the home folder of"
    }
  }
}

/// A range of lines such as `10-20`, `10-` or `7`. It counts from 1 and includes the last line.
struct LineRange: CustomStringConvertible {
  let numbers: ClosedRange<Int>
  let description: String

  /// Parses the value of an option.
  ///
  /// - Throws: A `ValidationError` if the value isn't a range of lines.
  init(parsing argument: String) throws {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count <= 2, let first = Int(ends[0]), first >= 1,
      let last = ends[ends.count - 1].isEmpty ? .max : Int(ends[ends.count - 1]), last >= first
    else {
      throw ValidationError("must be a line number or a range of lines, such as 7, 10-20 or 10-")
    }

    numbers = first...last
    description = argument
  }
}
