internal import CanonicalJSON
package import Conformance

extension Cause {
  /// What the failed cases have in common, on one line, with large values shortened.
  package var title: String {
    let prefix = contract.map { "\($0): " } ?? ""
    if cases.count == 1, let change = onlyChange { return prefix + change }
    if trait == .text(.lineEnds), let change = difference?.lineEndChange {
      return prefix + "line ends: \(change)"
    }
    if trait == .text(.whiteSpace), difference?.movesLineBreaks == true {
      return prefix + "white space only: line breaks"
    }
    return prefix + trait.title(failed: cases.count, example: difference?.changeText)
  }

  /// The rules as a phrase, such as `rule D2` or `see D2 or D9`, or `nil` if there are none.
  package var rulePhrase: String? {
    let names = ruleNames
    guard let last = names.last else { return nil }
    return names.count == 1
      ? "rule \(last)" : "see \(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The rules as phrases, one of which is a line: all of them or, if an id is long, each one.
  var rulePhrases: [String] {
    let names = ruleNames
    guard names.count > 1, names.contains(where: \.isLongName) else {
      return [rulePhrase].compactMap(\.self)
    }
    return names.enumerated().map { index, name in "\(index == 0 ? "see" : "or") \(name)" }
  }

  /// Whether the title has an id that is too long to share a line with it.
  var hasLongName: Bool {
    switch trait {
    case .row(let id, _), .rule(let id, _): id.text.isLongName
    default: false
    }
  }

  /// Returns the title, cut to a width unless it has a long id.
  func title(columns: Int) -> String {
    hasLongName ? printable(title) : printable(title).clipped(columns: columns)
  }

  /// Returns the title, followed by the rules if there are any: `TITLE, rule D2`.
  ///
  /// - Parameter columns: The maximum width. A long title is cut, so that the rules stay.
  package func titleWithRules(columns: Int = .max) -> String {
    let rules = rulePhrase.map { ", \($0)" } ?? ""
    return printable(title).clipped(columns: columns - rules.columns) + rules
  }

  /// The place and both values if only one case fails and a value of its output is another one.
  private var onlyChange: String? {
    guard let difference, let change = difference.changeText else { return nil }
    let root = difference.lineChange.map { "line \($0.number)" } ?? "the output"
    let place = difference.pointer.tokens.isEmpty ? root : "\(difference.pointer)"

    return switch trait {
    case .value(_, .replaced), .value(_, .differs), .value(_, .otherType), .textPart:
      printable("\(place): \(change)")
    default: nil
    }
  }
}

extension FailureTrait {
  /// Returns the title of a cause.
  ///
  /// - Parameters:
  ///   - failed: The number of failed cases.
  ///   - example: An expected and an actual value.
  fileprivate func title(failed: Int, example: String?) -> String {
    let suffix = example.map { ", e.g. \($0)" } ?? ""
    switch self {
    case .crash: return "crash"
    case .timeout: return "timeout"
    case .error(let message): return printable("error: \(message)")
    case .noGolden: return "no golden"
    case .value(let subject, let change): return change.title(of: subject, suffix)
    case .text(let fold): return fold.title
    case .textPart(let subject, let expected, let actual):
      return printable("\(subject.name): \(Self.change(expected, actual))")
    case .element(let array, let change, let kinds):
      let names = kinds.map(\.text).joined(separator: ", ")
      let list = kinds.isEmpty ? "" : " (\(names))"
      return printable("\(array) \(change.title)\(list)")
    case .elements(let array, let change): return printable("\(array) \(change.title)")
    case .order(let effect): return effect.title
    case .facet(let name): return printable("\(name) differs")
    case .expectation: return "doesn't match the expectation"
    case .row(let id, let checked):
      return printable("row \(id): \(figure(failed)) of \(figure(checked)) fail\(suffix)")
    case .rule(let id, let checked):
      return printable("rule \(id): \(figure(failed)) of \(figure(checked)) fail\(suffix)")
    case .other: return "other failures"
    }
  }

  /// Returns how a part of a text changed. An empty part is one that is missing or not expected.
  private static func change(_ expected: TextKey, _ actual: TextKey) -> String {
    let before = JSONValue.string(expected.text).canonicalText()
    let after = JSONValue.string(actual.text).canonicalText()
    if actual.text.isEmpty { return "\(before) missing" }
    return expected.text.isEmpty ? "\(after) not expected" : "\(before) → \(after)"
  }
}

extension FailureTrait.Subject {
  /// The subject as it begins a title.
  fileprivate var name: String {
    switch self {
    case .output: "output"
    case .member(let name): name.text
    }
  }
}

extension FailureTrait.ValueChange {
  /// Returns what happened to a subject.
  ///
  /// - Parameter example: The end of the title, with an example.
  fileprivate func title(of subject: FailureTrait.Subject, _ example: String) -> String {
    switch self {
    case .missing: return printable("\(subject.name) missing")
    case .unexpected: return printable("\(subject.name) not expected")
    case .otherType: return printable("\(subject.name) has the wrong type\(example)")
    case .replaced(let expected, let actual):
      let change = "\(expected.canonicalText()) → \(actual.canonicalText())"
      return printable("\(subject.name): \(change)")
    case .differs: return printable("\(subject.name) differs\(example)")
    }
  }
}

extension FailureTrait.TextFold {
  fileprivate var title: String {
    switch self {
    case .lineEnds: "line ends"
    case .whiteSpace: "white space only"
    case .letterCase: "letter case only"
    case .normalization: "normalization only (Unicode)"
    }
  }
}

extension LineEnds {
  /// The kinds of line ends in the text, joined by "and".
  fileprivate var kindNames: String {
    Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " and ")
  }
}

extension FailureTrait.ElementChange {
  fileprivate var title: String {
    switch self {
    case .missing: "missing"
    case .unexpected: "not expected"
    }
  }
}

extension FailureTrait.OrderEffect {
  fileprivate var title: String {
    switch self {
    case .elements: "order of elements, or of the input"
    case .staleUpdate: "stale update: an older version replaces a newer one"
    case .input: "order of the input"
    }
  }
}

extension Difference {
  /// How the line ends of two texts differ, or `nil` if each text has the same kinds of them.
  fileprivate var lineEndChange: String? {
    guard case .changed(.string(let expected), .string(let actual)) = change else { return nil }

    let before = LineEnds(of: expected)
    let after = LineEnds(of: actual)
    if before.kinds != after.kinds, !before.kinds.isEmpty, !after.kinds.isEmpty {
      return "\(before.kindNames) → \(after.kindNames)"
    }
    guard before.finalCount != after.finalCount else { return nil }
    if after.finalCount == 0 { return "newline at the end missing" }
    if before.finalCount == 0 { return "newline at the end not expected" }
    return "\(before.finalCount) at the end → \(after.finalCount)"
  }

  /// The expected and the actual value of a change, shortened, or `nil` for another difference.
  fileprivate var changeText: String? {
    guard case .changed(var expected, var actual) = change else { return nil }
    if let lines = lineChange {
      expected = .string(lines.expected)
      actual = .string(lines.actual)
    }

    let before = Array(expected.canonicalText().unicodeScalars)
    let after = Array(actual.canonicalText().unicodeScalars)
    let equal = zip(before, after).prefix { $0 == $1 }.count
    return "\(Self.excerpt(before, around: equal)) → \(Self.excerpt(after, around: equal))"
  }

  /// Whether two outputs that are texts have line breaks at other places, if other white space is
  /// left out.
  fileprivate var movesLineBreaks: Bool {
    guard pointer.tokens.isEmpty,
      case .changed(.string(let expected), .string(let actual)) = change
    else { return false }

    let scalars = [expected, actual].map { text in
      text.unicodeScalars.filter { $0 == "\n" || !$0.properties.isWhitespace }
    }
    return !scalars[0].elementsEqual(scalars[1])
  }

  /// The number of the first line in which two texts with several lines differ, and that line of
  /// each text, or `nil` for other values.
  fileprivate var lineChange: (number: Int, expected: String, actual: String)? {
    guard case .changed(.string(let expected), .string(let actual)) = change else { return nil }

    let lineFeed = UInt8(ascii: "\n")
    guard expected.utf8.contains(lineFeed) || actual.utf8.contains(lineFeed) else { return nil }

    let difference = TextDifference(expected: expected, actual: actual)
    let equal = difference.expected.before.utf8
    let start = equal.lastIndex(of: lineFeed).map { equal.index(after: $0) } ?? equal.startIndex
    let lines = [difference.expected, difference.actual].map { side in
      let rest = String(side.part + side.after).utf8.prefix { $0 != lineFeed }
      return String(Substring(equal[start...])) + String(Substring(rest))
    }
    guard !lines[0].hasSameBytes(as: lines[1]) else { return nil }
    return (equal.count { $0 == lineFeed } + 1, lines[0], lines[1])
  }

  /// Returns a text, or its part around an index if it is too long for a title.
  private static func excerpt(_ scalars: [Unicode.Scalar], around index: Int) -> String {
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: part)
      return String(view)
    }
    guard scalars.count > scalarLimit else { return text(scalars[...]) }

    let start = max(0, min(index - scalarLimit / 2, scalars.count - scalarLimit))
    let end = start + scalarLimit
    return (start > 0 ? "…" : "") + text(scalars[start..<end]) + (end < scalars.count ? "…" : "")
  }

  /// The most scalars of a value in a title.
  private static var scalarLimit: Int { 40 }
}
