internal import CanonicalJSON
internal import Foundation

/// A trait of a failure, in the contract that it depends on.
struct LocalTrait: Hashable {
  /// The contract, or `nil` if the trait doesn't depend on it or all failures are of one contract.
  let contract: String?
  let trait: FailureTrait
}

/// The traits of one failed case.
struct EvidenceTraits {
  private(set) var specific: [FailureTrait] = []
  /// The traits that count only if the case has no specific ones.
  private(set) var generic: [FailureTrait] = []
  /// The first difference with each trait.
  private(set) var differences: [FailureTrait: Difference] = [:]
  /// The number of differences, counting at least one for each failure.
  private(set) var size = 0

  /// What the traits of a case depend on in addition to its failures.
  struct Context {
    let patterns: ErrorPatterns
    /// The names of members that hold one of only a few texts.
    let fewTexts: Set<TextKey>
    let shape: OutputShape
  }

  /// Collects the traits of a failed case.
  init(_ evidence: FailureEvidence, in context: Context) {
    var isDescribed = false
    for failure in evidence.failures {
      if let trait = failure.trait(context.patterns) {
        specific.append(trait)
        isDescribed = true
      } else if [.noGolden, .unusableGolden].contains(failure.kind) {
        generic.append(.noGolden)
      }
      size += max(1, failure.differenceCount)
    }

    for difference in evidence.outputDifferences.removingDuplicates {
      add(difference, evidence.kinds, context)
      isDescribed = true
    }
    if !isDescribed { addFacets(evidence, context) }

    if specific.isEmpty, generic.isEmpty { generic = [.expectation] }
    // Generic differences are side effects of added, removed or moved elements, and of nothing
    // else.
    if !(specific + generic).contains(where: \.isStructural) {
      specific += generic
      generic = []
    }
    specific = specific.distinct(by: \.self)
    generic = generic.distinct(by: \.self).filter { !specific.contains($0) }
  }

  /// The first difference of the traits that were removed.
  private(set) var removed: Difference?

  /// Removes the traits that say nothing about the mistake.
  mutating func remove(where isRemoved: (FailureTrait) -> Bool) {
    if removed == nil { removed = all.filter(isRemoved).compactMap { differences[$0] }.first }
    specific.removeAll(where: isRemoved)
    generic.removeAll(where: isRemoved)
  }

  /// Adds a trait with the difference that shows it, unless an earlier difference shows it too.
  private mutating func add(
    _ trait: FailureTrait,
    of difference: Difference,
    isGeneric: Bool = false
  ) {
    if isGeneric {
      generic.append(trait)
    } else {
      specific.append(trait)
    }

    if differences[trait] == nil { differences[trait] = difference }
  }

  /// Adds the traits of a difference of the output.
  private mutating func add(_ difference: Difference, _ kinds: [PathPattern], _ context: Context) {
    let pointer = difference.pointer

    switch difference.change {
    case .moved:
      add(.order(.elements), of: difference)
    case .missing(let value):
      addPart(.missing, value, of: difference, kinds)
    case .unexpected(let value):
      addPart(.unexpected, value, of: difference, kinds)
    case .changed(.string(let expected), .string(let actual)):
      addText(expected, actual, of: difference, context)
    case .changed(let expected, let actual) where expected.kind != actual.kind:
      add(.value(pointer.subject, .otherType), of: difference)

    case .changed(.bool(let expected), .bool(let actual)):
      let change = FailureTrait.ValueChange.replaced(
        expected: .bool(expected),
        actual: .bool(actual)
      )
      add(.value(pointer.subject, change), of: difference)

    case .changed:
      add(.value(pointer.subject, .differs), of: difference, isGeneric: true)
    }
  }

  /// Adds the trait of a member or element that is missing or not expected.
  private mutating func addPart(
    _ change: FailureTrait.ElementChange,
    _ value: JSONValue,
    of difference: Difference,
    _ kinds: [PathPattern]
  ) {
    let pointer = difference.pointer
    guard pointer.tokens.last?.mayBeIndex == true else {
      let change: FailureTrait.ValueChange = change == .missing ? .missing : .unexpected
      return add(.value(pointer.subject, change), of: difference)
    }

    let array = pointer.withWildcards
    let found = kinds.compactMap { $0.relative(to: array.tokens) }
      .flatMap { $0.values(in: value) }
      .map { TextKey($0.string ?? $0.canonicalText()) }
      .distinct(by: \.self)
    add(.element(of: array, change, kinds: found), of: difference, isGeneric: found.isEmpty)
  }

  /// Adds the traits of two texts. Line ends are a trait of their own if an output is one text.
  private mutating func addText(
    _ expected: String,
    _ actual: String,
    of difference: Difference,
    _ context: Context
  ) {
    let isWholeText = difference.lines != nil || context.shape == .text
    let differsInLineEnds = LineEnds(of: expected).differ(from: LineEnds(of: actual))

    if FailureTrait.TextFold.lineEnds.makesEqual(expected, actual) {
      add(.text(.lineEnds), of: difference)
    } else if isWholeText, differsInLineEnds {
      // The text differs in something else too, which the line ends would hide.
      add(.text(.lineEnds), of: difference)
      addContent(expected.withFoldedLineEnds, actual.withFoldedLineEnds, of: difference, context)
    } else {
      addContent(expected, actual, of: difference, context)
    }
  }

  /// Adds the traits of two texts that differ in more than their line ends.
  private mutating func addContent(
    _ expected: String,
    _ actual: String,
    of difference: Difference,
    _ context: Context
  ) {
    let subject = difference.pointer.subject
    let folds = FailureTrait.TextFold.allCases.filter { $0.makesEqual(expected, actual) }
    let isShort = max(expected.utf8.count, actual.utf8.count) <= 64

    if !folds.isEmpty {
      for fold in folds { add(.text(fold), of: difference) }
    } else if isShort, context.fewTexts.contains(subject.key) {
      let change = FailureTrait.ValueChange.replaced(
        expected: .string(expected),
        actual: .string(actual)
      )
      add(.value(subject, change), of: difference)
    } else if context.shape == .text {
      for part in TextParts.changes(from: expected, to: actual) {
        let trait = FailureTrait.textPart(subject, expected: part.expected, actual: part.actual)
        add(trait, of: difference)
      }
      add(.value(subject, .differs), of: difference, isGeneric: true)
    } else {
      add(.value(subject, .differs), of: difference, isGeneric: true)
    }
  }

  /// Adds the traits of broken facets, which matter only if nothing else describes the failure.
  private mutating func addFacets(_ evidence: FailureEvidence, _ context: Context) {
    let output = evidence.output?.value
    for violation in evidence.violations {
      guard let name = violation.facet else { continue }

      if let difference = violation.onlyChange(at: evidence.kinds, in: output) {
        add(difference, [], context)
      } else {
        specific.append(.facet(TextKey(name)))
      }
    }
  }
}

// MARK: - Differences of evidence

extension FailureEvidence {
  /// The violations of all failures, in order.
  fileprivate var violations: [Violation] {
    failures.flatMap { failure -> [Violation] in
      guard case .violates(let violations) = failure else { return [] }
      return violations
    }
  }

  /// The differences between the output and what was expected of it: those from the expectation,
  /// then those from the golden.
  ///
  /// The place of an expected value is an index of the output. If an element of the array is
  /// missing or not expected, the values at all later places differ, which is only a side effect.
  fileprivate var outputDifferences: [Difference] {
    let fromGolden = failures.flatMap { failure -> [Difference] in
      guard case .differs(let differences) = failure else { return [] }
      return Array(differences)
    }

    let shifted = fromGolden.filter(\.shiftsElements).map { difference in
      JSONPointer(tokens: Array(difference.pointer.tokens.dropLast()))
    }

    let fromExpectation = violations.flatMap { violation -> [Difference] in
      guard case .value(let place) = violation.subject else { return [] }
      let isShifted = shifted.contains { array in
        place.tokens.count > array.tokens.count && place.isWithin(array)
      }
      return isShifted ? [] : Array(violation.differences)
    }
    return (fromExpectation + fromGolden).distinct(by: \.self)
  }
}

extension Difference {
  /// Whether other elements of the array have another index because of the difference.
  fileprivate var shiftsElements: Bool {
    guard pointer.tokens.last?.mayBeIndex == true else { return false }
    return switch change {
    case .missing, .unexpected, .moved: true
    case .changed: false
    }
  }
}

extension [Difference] {
  /// The differences without those that repeat a deeper one, with the same expected and actual
  /// value. An output may contain the same value twice.
  fileprivate var removingDuplicates: [Difference] {
    var deepest: [Difference.Change: Int] = [:]
    for difference in self where difference.isChange {
      deepest[difference.change] = Swift.max(
        deepest[difference.change] ?? 0,
        difference.pointer.tokens.count
      )
    }

    return filter { difference in
      !difference.isChange || difference.pointer.tokens.count >= deepest[difference.change] ?? 0
    }
  }
}

extension Difference {
  /// Whether the place has both an expected and an actual value.
  fileprivate var isChange: Bool {
    if case .changed = change {
      true
    } else {
      false
    }
  }
}

extension Violation {
  /// Returns the change of the only value that a facet lacks into the only one that it has instead,
  /// or `nil` if there are others.
  ///
  /// - Parameters:
  ///   - kinds: The places of the values that facets list.
  ///   - output: The output.
  fileprivate func onlyChange(at kinds: [PathPattern], in output: JSONValue?) -> Difference? {
    guard let expected = expected?.elements, let actual = actual?.elements, let output,
      let path = kinds.first(where: { $0.values(in: output).distinct(by: \.self) == actual })
    else { return nil }

    let lost = expected.filter { !actual.contains($0) }
    let added = actual.filter { !expected.contains($0) }
    let pointer = JSONPointer(tokens: path.tokens)
    return switch (lost.count, added.count) {
    case (1, 1): Difference(at: pointer, .changed(expected: lost[0], actual: added[0]))
    case (1, 0): Difference(at: pointer, .missing(lost[0]))
    case (0, 1): Difference(at: pointer, .unexpected(added[0]))
    default: nil
    }
  }
}

extension Verdict.Failure {
  /// Returns the trait of a failure, or `nil` if its differences have the traits or it has none.
  fileprivate func trait(_ patterns: ErrorPatterns) -> FailureTrait? {
    switch self {
    case .noOutput(let failure), .misbehaved(let failure):
      failure.trait(patterns)
    case .dependsOnOrder(let dependence):
      dependence.failure?.trait(patterns) ?? FailureTrait.order(dependence.effect)
    case .violates, .differs, .noGolden, .unusableGolden:
      nil
    }
  }
}

extension OrderDependence {
  /// What the order of the input changes in the output.
  fileprivate var effect: FailureTrait.OrderEffect {
    let onlyMoves = differences.allSatisfy { difference in
      if case .moved = difference.change {
        true
      } else {
        false
      }
    }

    if isStaleUpdate, !onlyMoves { return .staleUpdate }
    return clauses.isEmpty ? .elements : .input
  }
}

extension ImplementationFailure {
  /// Returns the trait of a failure without an output.
  fileprivate func trait(_ patterns: ErrorPatterns) -> FailureTrait {
    switch kind {
    case .crash: .crash
    case .timeout: .timeout
    case .error, .differs, .order: .error(message: patterns.pattern(of: messageOfError))
    }
  }

  /// The message without the words that every error has.
  var messageOfError: String {
    message.replacing(#/^answered with error -?\d+: /#, with: "")
  }
}

// MARK: - Places and texts

extension JSONPointer {
  /// The innermost member that the pointer leads to or through.
  fileprivate var subject: FailureTrait.Subject {
    tokens.last { !$0.mayBeIndex && $0 != PathPattern.wildcard }
      .map { .member(TextKey($0)) } ?? .output
  }
}

extension FailureTrait.Subject {
  /// The name under which `TextCounts` counts the texts.
  fileprivate var key: TextKey {
    switch self {
    case .output: "output"
    case .member(let name): name
    }
  }
}

extension FailureTrait {
  /// Whether elements were added, removed or moved, so that other differences may be side effects.
  var isStructural: Bool {
    switch self {
    case .element, .elements, .order: true
    default: false
    }
  }
}

extension FailureTrait.TextFold {
  /// Returns whether two texts are equal if they are compared in this way.
  func makesEqual(_ first: String, _ second: String) -> Bool {
    folded(first).hasSameBytes(as: folded(second))
  }

  /// Returns a text without what this way of comparing ignores.
  private func folded(_ text: String) -> String {
    switch self {
    case .lineEnds: text.withFoldedLineEnds
    case .whiteSpace:
      String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    case .letterCase: text.lowercased()
    case .normalization: text.precomposedStringWithCanonicalMapping
    }
  }
}
