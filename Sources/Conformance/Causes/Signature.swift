internal import CanonicalJSON
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
  ///   - result: The result of the case.
  ///   - prefix: The prefix of signatures that depend on the contract.
  ///   - kinds: The places in the operation's outputs that hold the kind of an element.
  ///   - fewTexts: The names of members that hold one of only a few texts.
  init(_ result: CaseResult, prefix: String, kinds: [PathPattern], fewTexts: Set<TextKey>) {
    var expectations: [Difference] = []
    var isDescribed = false
    for failure in result.failures {
      switch failure {
      case .noOutput(let fault), .misbehaved(let fault):
        specific.append(Signature(title: fault.signature))
        isDescribed = true
      case .noGolden, .unusableGolden: generic.append(Signature(title: "no golden"))
      case .dependsOnOrder(let dependence):
        let order = Signature(
          title: "\(prefix)\(Signature.order)",
          subjects: Signature.subjectsOfOrder
        )
        specific.append(dependence.failure.map { Signature(title: $0.signature) } ?? order)
        isDescribed = true
      case .differs(let differences):
        for difference in Array(differences).removingDuplicates {
          add(difference, prefix, kinds, fewTexts)
        }
        isDescribed = true
      case .violates(let violations):
        expectations += violations.filter { $0.facet == nil }.flatMap(\.differences)
      }
      size += max(1, failure.differenceCount)
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
    _ difference: Difference,
    _ prefix: String,
    _ kinds: [PathPattern],
    _ fewTexts: Set<TextKey>
  ) {
    let tokens = difference.pointer.tokens
    let path = JSONPointer(tokens: tokens).withWildcards.tokens
    let name = tokens.last { !$0.mayBeIndex } ?? "output"
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
    case .missing(let value), .unexpected(let value):
      let isMissing = if case .missing = difference.change { true } else { false }
      let what = isMissing ? "missing" : "not expected"
      guard tokens.last?.mayBeIndex == true else { return sign("\(name) \(what)") }
      let array = "\(JSONPointer(tokens: path)) \(what)"
      let found = kinds.compactMap { $0.relative(to: path) }.flatMap { $0.values(in: value) }
      let list = found.distinct(by: \.self).map { $0.string ?? $0.canonicalText() }.joined(
        separator: ", "
      )
      if list.isEmpty {
        sign(array, isBare: true)
      } else {
        sign("\(array) (\(list))", array: array)
      }
    case .changed(.bool(let before), .bool(let after)): sign("\(name): \(before) → \(after)")
    case .changed(.string(let before), .string(let after)):
      let folds = TextFold.allCases.filter { $0.makesEqual(before, after) }
      let isShort = max(before.utf8.count, after.utf8.count) <= 64
      let texts = [before, after].map { JSONValue.string($0).canonicalText() }
      if !folds.isEmpty {
        for fold in folds { sign(fold.rawValue) }
      } else if isShort, fewTexts.contains(TextKey(name)) {
        sign("\(name): \(texts[0]) → \(texts[1])")
      } else {
        sign("\(name) differs", isBare: true)
      }
    case .changed(let expected, let actual) where expected.kind != actual.kind:
      sign("\(name) has the wrong type")
    case .changed: sign("\(name) differs", isBare: true)
    }
  }
}

extension [Difference] {
  /// The differences without those that repeat a deeper one, with the same expected and actual
  /// value. An output may contain the same value twice.
  fileprivate var removingDuplicates: [Difference] {
    func isChange(_ difference: Difference) -> Bool {
      if case .changed = difference.change {
        true
      } else {
        false
      }
    }
    let deepest = Dictionary(
      filter(isChange).map { ($0.change, $0.pointer.tokens.count) },
      uniquingKeysWith: Swift.max
    )
    return filter { difference in
      !isChange(difference)
        || difference.pointer.tokens.count >= deepest[difference.change] ?? 0
    }
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

extension ImplementationFailure {
  /// The message without the parts that vary from case to case.
  fileprivate var signature: String {
    switch kind {
    case .crash: return "crash"
    case .timeout: return "timeout"
    case .differs, .error, .order: break
    }
    var text = message.replacing(#/^answered with error -?\d+: /#, with: "")
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
