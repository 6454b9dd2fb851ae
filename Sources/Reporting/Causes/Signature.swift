internal import CanonicalJSON
internal import Conformance
internal import Foundation

/// A feature of a failure that other failures with the same cause share.
struct Signature: Hashable {
  let title: String
  /// For an element of an array: the array, and whether the element is missing or not expected.
  var array: String?
  /// The words to look for in the text of a rule, such as the name of the member that differs.
  var subjects: [String] = []

  static let order = "order of elements, or of the input"
  static let subjectsOfOrder = ["ordered", "arrival"]
}

/// The signatures of one failed case.
struct CaseSignatures {
  private(set) var specific: [Signature] = []
  /// The signatures that count only if the case has no specific ones.
  private(set) var generic: [Signature] = []
  /// The number of differences, counting at least one for each failure.
  private(set) var size = 0

  /// Collects the signatures of a failed case.
  ///
  /// - Parameters:
  ///   - verdict: The verdict on the case.
  ///   - prefix: The prefix of signatures that depend on the contract.
  ///   - kinds: The places in the operation's outputs that hold the kind of an element.
  ///   - fewTexts: The names of members that hold one of only a few texts.
  init(_ verdict: Report.Verdict, prefix: String, kinds: [PathPattern], fewTexts: Set<TextKey>) {
    var expectations: [Report.Difference] = []
    var isDescribed = false
    for failure in verdict.failures {
      switch failure.kind {
      case .noOutput, .misbehaved:
        specific.append(Signature(title: failure.faultTitle))
        isDescribed = true
      case .noGolden, .unusableGolden: generic.append(Signature(title: "no golden"))
      case .dependsOnOrder:
        specific.append(
          failure.message == nil
            ? Signature(title: "\(prefix)\(Signature.order)", subjects: Signature.subjectsOfOrder)
            : Signature(title: failure.faultTitle)
        )
        isDescribed = true
      case .differs:
        for difference in failure.differences.removingDuplicates {
          add(difference, prefix, kinds, fewTexts)
        }
        isDescribed = true
      case .violates: expectations += failure.differences.filter { $0.facet == nil }
      }
      size += max(1, failure.differences.count)
    }
    // If there is a golden, its differences include these.
    if !isDescribed {
      for difference in expectations {
        add(difference, prefix, kinds, fewTexts)
      }
    }
    if specific.isEmpty, generic.isEmpty {
      generic = [Signature(title: "\(prefix)doesn't match the expectation")]
    }
    // Bare differences are side effects of added, removed or moved elements, and of nothing else.
    if !(specific + generic).contains(where: {
      $0.title.hasPrefix("\(prefix)/") || $0.title == "\(prefix)\(Signature.order)"
    }
    ) {
      specific += generic
      generic = []
    }
    specific = specific.distinct(by: \.self)
    generic = generic.distinct(by: \.self).filter { !specific.contains($0) }
  }

  private mutating func add(
    _ difference: Report.Difference,
    _ prefix: String,
    _ kinds: [PathPattern],
    _ fewTexts: Set<TextKey>
  ) {
    let tokens = (try? JSONPointer(difference.pointer))?.tokens ?? []
    let path = JSONPointer(tokens: tokens).withWildcards.tokens
    let name = tokens.last { !$0.mayBeIndex } ?? "output"
    let expected = difference.expected?.jsonValue
    let actual = difference.actual?.jsonValue
    func sign(_ title: String, array: String? = nil, isBare: Bool = false) {
      let isMember = title.hasPrefix("\(name) ") || title.hasPrefix("\(name):")
      let subjects = isMember ? [name] : title == Signature.order ? Signature.subjectsOfOrder : []
      let signature = Signature(
        title: prefix + title,
        array: array.map { prefix + $0 },
        subjects: subjects
      )
      if isBare {
        generic.append(signature)
      } else {
        specific.append(signature)
      }
    }
    switch difference.change {
    case .moved: sign(Signature.order)
    case .missing, .unexpected:
      let what = difference.change == .missing ? "missing" : "not expected"
      guard tokens.last?.mayBeIndex == true else { return sign("\(name) \(what)") }
      let array = "\(JSONPointer(tokens: path)) \(what)"
      let found = (expected ?? actual).map { value in
        kinds.compactMap { $0.relative(to: path) }.flatMap { $0.values(in: value) }.distinct(
          by: \.self
        )
      }
      let list = (found ?? []).map { $0.string ?? $0.canonicalText() }.joined(separator: ", ")
      if list.isEmpty {
        sign(array, isBare: true)
      } else {
        sign("\(array) (\(list))", array: array)
      }
    case .changed:
      switch (expected, actual) {
      case (.bool(let before)?, .bool(let after)?): sign("\(name): \(before) → \(after)")
      case (.string(let before)?, .string(let after)?):
        let folds = TextFold.allCases.filter { $0.makesEqual(before, after) }
        let isShort = max(before.utf8.count, after.utf8.count) <= 64
        if !folds.isEmpty {
          for fold in folds { sign(fold.rawValue) }
        } else if isShort, fewTexts.contains(TextKey(name)) {
          sign(
            "\(name): \(JSONValue.string(before).canonicalText()) → \(JSONValue.string(after).canonicalText())"
          )
        } else {
          sign("\(name) differs", isBare: true)
        }
      case (let expected?, let actual?) where expected.kind != actual.kind:
        sign("\(name) has the wrong type")
      default: sign("\(name) differs", isBare: true)
      }
    }
  }
}

extension [Report.Difference] {
  /// The differences without those that repeat a deeper one, with the same expected and actual
  /// value. An output may contain the same value twice.
  fileprivate var removingDuplicates: [Report.Difference] {
    func change(_ difference: Report.Difference) -> [String?] {
      [difference.expected, difference.actual]
    }
    func depth(_ difference: Report.Difference) -> Int {
      difference.pointer.utf8.count { $0 == UInt8(ascii: "/") }
    }
    let deepest = Dictionary(
      filter { $0.change == .changed }.map { (change($0), depth($0)) },
      uniquingKeysWith: Swift.max
    )
    return filter { $0.change != .changed || depth($0) >= deepest[change($0)] ?? 0 }
  }
}

/// A way in which texts may differ and still mean the same.
private enum TextFold: String, CaseIterable {
  case whiteSpace = "white space only"
  case letterCase = "letter case only"
  case normalization = "normalization only (Unicode)"

  func makesEqual(_ first: String, _ second: String) -> Bool {
    folded(first).hasSameBytes(as: folded(second))
  }

  private func folded(_ text: String) -> String {
    switch self {
    case .whiteSpace:
      String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    case .letterCase: text.lowercased()
    case .normalization: text.precomposedStringWithCanonicalMapping
    }
  }
}

extension Report.Failure {
  /// The error message of the implementation, without the parts that vary from case to case.
  fileprivate var faultTitle: String {
    switch fault {
    case .crash: return "crash"
    case .timeout: return "timeout"
    default: break
    }
    var text = (message ?? title).replacing(#/^answered with error -?\d+: /#, with: "")
    // Cut from the first mark to the last, because the quoted text may contain marks of its own.
    for (start, end) in ["\"\"", "''", "``", "“”", "‘’", "«»"].map({
      ($0.first ?? "\"", $0.last ?? "\"")
    }) {
      guard let first = text.firstIndex(of: start), let last = text.lastIndex(of: end), first < last
      else { continue }
      text = "\(text[...first])…\(text[last...])"
    }
    text = text.replacing(#/[0-9]+/#, with: "#").replacing(#/\s+/#, with: " ")
    return "error: \(text.prefix(200))"
  }
}

extension String {
  /// The parsed value, or `nil` if the text was cut and so isn't valid JSON.
  var jsonValue: JSONValue? { try? JSONDocument(parsing: self).root.value }
}
