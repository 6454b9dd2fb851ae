package import CanonicalJSON
package import Conformance

/// A place in an operation's inputs that an implementation could misread in a plausible way without
/// any case failing.
package struct BlindSpot: Sendable {
  package let operation: String
  /// A JSON Pointer in which `*` matches any element and `$json` leads into the JSON of a string.
  package let place: JSONPointer
  package let distortion: Distortion
  /// Whether some input changes when it is misread this way. Otherwise, no case has the kind of
  /// value that would reveal the mistake.
  package let isTried: Bool
}

/// A misreading that a search couldn't check, because the reference returned no output for misread
/// inputs.
///
/// The search assumes that an implementation with the mistake returns what the reference returns
/// for the misread input. If the reference refuses that input, nothing is known about the cases.
package struct UncheckedMisreading: Sendable {
  package let operation: String
  package let place: JSONPointer
  package let distortion: Distortion
  /// Whether some input changes when it is misread this way. Otherwise, the reference refused the
  /// inputs that Parity changed so that they have a value of the necessary kind.
  package let isTried: Bool
}

/// The results of a search for the blind spots of a suite.
package struct BlindSpotFindings: Sendable {
  package let suite: Suite
  /// The blind spots, grouped by operation and sorted by place and distortion, or `nil` if there is
  /// no reference to find them with.
  package let results: BlindSpotSearch.Results?

  /// Creates the findings of a suite.
  ///
  /// - Parameters:
  ///   - suite: The suite that was searched.
  ///   - results: The results, or `nil` if there is no reference to find blind spots with.
  package init(suite: Suite, results: BlindSpotSearch.Results?) {
    self.suite = suite
    self.results = results
  }
}

/// Finds blind spots by sending the reference the inputs of cases as a careless implementation
/// would read them.
package struct BlindSpotSearch: Sendable {
  private let cases: [(testCase: Case, tree: InputTree)]
  private let reference: @Sendable (Case) -> (any Implementation)?

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - cases: The cases whose inputs are distorted.
  ///   - reference: Returns the reference implementation for a case, or `nil` if none is available.
  package init(_ cases: [Case], reference: @escaping @Sendable (Case) -> (any Implementation)?) {
    self.cases = cases.map { ($0, InputTree($0.input)) }
    self.reference = reference
  }

  /// The results of a search, each list grouped by operation and sorted by place and distortion.
  package struct Results: Sendable {
    package fileprivate(set) var spots: [BlindSpot] = []
    package fileprivate(set) var unchecked: [UncheckedMisreading] = []
    /// The number of misreadings that were tried, without those in members that no output needs.
    package fileprivate(set) var misreadings = 0
  }

  /// Runs the reference and returns the results.
  ///
  /// If a member can be dropped without any effect, that is its only blind spot: other distortions
  /// of the member and of the values in it are not reported.
  package func results() async -> Results {
    var results = Results()
    for group in cases.grouped(by: \.testCase.operation.name) {
      let outcomes = await group.mapConcurrently { testCase, _ in
        await answer(to: testCase, testCase.input)
      }
      let entries = zip(group, outcomes).map {
        Entry(testCase: $0.testCase, tree: $0.tree, output: $1)
      }

      let tries = Places(of: group.map(\.tree)).tries
      let verdicts = await verdicts(on: tries, of: entries)
      for (attempt, verdict) in zip(tries, verdicts) {
        guard let verdict else { continue }
        results.add(verdict, on: attempt, operation: entries[0].testCase.operation.name)
      }
    }
    return results
  }

  /// Returns the verdict on each misreading, or `nil` for one that isn't reported, because a member
  /// that it concerns can be dropped without any effect.
  private func verdicts(on tries: [Places.Try], of entries: [Entry]) async -> [Verdict?] {
    let drops = tries.filter { $0.distortion == .dropped }
    let verdictsOnDrops = await drops.mapConcurrently { await verdict(on: $0, of: entries) }
    let dropped = Dictionary(uniqueKeysWithValues: zip(drops.map(\.place), verdictsOnDrops))
    let unread = dropped.filter(\.value.isBlind).keys

    return await tries.mapConcurrently { attempt -> Verdict? in
      let isWithin = unread.hasPrefix(of: attempt.place.tokens.dropLast())
      if isWithin { return nil }
      if attempt.distortion == .dropped { return dropped[attempt.place] }
      return unread.contains(attempt.place) ? nil : await verdict(on: attempt, of: entries)
    }
  }

  /// What a search finds out about a misreading.
  fileprivate enum Verdict: Sendable {
    /// The reference's output changes for some case, so the case catches the misreading.
    case caught
    /// No case has a value that would reveal the misreading, and it makes no difference.
    case harmless
    case blind(isTried: Bool)
    case unchecked(isTried: Bool)

    var isBlind: Bool {
      if case .blind = self {
        true
      } else {
        false
      }
    }
  }

  /// Sends the reference each input that the misreading changes, until an output reveals it.
  ///
  /// - Parameters:
  ///   - attempt: The misreading, and the cases that have a value at its place.
  ///   - entries: The cases of the operation, which the indices of the attempt refer to.
  private func verdict(on attempt: Places.Try, of entries: [Entry]) async -> Verdict {
    let place = attempt.place
    let distortion = attempt.distortion
    let entries = attempt.inputs.map { entries[$0] }
    var isTried = false
    var isRefused = false

    for entry in entries {
      guard let input = distortion.applied(to: entry.tree, at: place.tokens[...])?.value else {
        continue
      }
      isTried = true

      // A refusal shows nothing, but the misreading may change the output of another case.
      guard let expected = entry.output, let output = await answer(to: entry.testCase, input) else {
        isRefused = true
        continue
      }
      if output != expected { return .caught }
    }

    guard isTried else { return await verdictWithoutInput(on: distortion, at: place, entries) }
    return isRefused ? .unchecked(isTried: true) : .blind(isTried: true)
  }

  /// A case that was sent to the reference as it is.
  private struct Entry {
    let testCase: Case
    let tree: InputTree
    /// The reference's output for the case, or `nil` if it has none.
    let output: Output?
  }

  /// Returns the verdict on a misreading that changes no case's input.
  ///
  /// The inputs of the cases are changed so that the distortion has an effect. If the reference
  /// distinguishes one of them from its distorted form, a case with such an input is missing.
  private func verdictWithoutInput(
    on distortion: Distortion,
    at place: JSONPointer,
    _ entries: [Entry]
  ) async -> Verdict {
    let tokens = place.tokens[...]
    var tries = 0
    var answered = 0

    for entry in entries where tries < Self.mostTries {
      guard let triggeringInput = distortion.triggeringInput(in: entry.tree, at: tokens),
        let lossyRead = distortion.applied(to: triggeringInput, at: tokens)
      else { continue }

      tries += 1
      guard let output = await answer(to: entry.testCase, triggeringInput.value) else { continue }
      answered += 1
      if await answer(to: entry.testCase, lossyRead.value) != output {
        return .blind(isTried: false)
      }
    }

    return tries > 0 && answered == 0 ? .unchecked(isTried: false) : .harmless
  }

  /// The most inputs to try. Inputs that have the same place tend to be alike, so more would add
  /// little.
  private static let mostTries = 20

  /// Returns the reference's output for an input, or `nil` if there is none.
  private func answer(to testCase: Case, _ input: JSONValue) async -> Output? {
    await reference(testCase)?.outcome(of: testCase.request(with: input)).output
  }
}

extension BlindSpotSearch.Results {
  /// Counts a misreading, and adds it to the lists if no case catches it.
  fileprivate mutating func add(
    _ verdict: BlindSpotSearch.Verdict,
    on attempt: Places.Try,
    operation: String
  ) {
    misreadings += 1

    let place = attempt.place
    let distortion = attempt.distortion
    switch verdict {
    case .caught, .harmless:
      break
    case .blind(let isTried):
      spots.append(
        .init(operation: operation, place: place, distortion: distortion, isTried: isTried)
      )
    case .unchecked(let isTried):
      unchecked.append(
        .init(operation: operation, place: place, distortion: distortion, isTried: isTried)
      )
    }
  }
}

/// The places in a group of inputs, with the distortions that apply to each and the inputs that
/// have it.
private struct Places {
  private var distortions: [JSONPointer: Set<Distortion>] = [:]
  /// The indices of the inputs that have a value at the place.
  private var inputs: [JSONPointer: [Int]] = [:]
  /// The indices of the inputs that have an object at the place.
  private var objects: [JSONPointer: [Int]] = [:]

  /// Finds the places at all levels of some inputs. A place is known by the tokens that lead to it,
  /// so all elements of an array share one.
  init(of trees: [InputTree]) {
    for (index, tree) in trees.enumerated() { add(tree, at: JSONPointer(tokens: []), of: index) }
  }

  /// Adds the places below a part of the input with an index.
  private mutating func add(_ tree: InputTree, at place: JSONPointer, of index: Int) {
    let isObject =
      if case .object = tree.form {
        true
      } else {
        false
      }
    if isObject { objects[place, default: []].appendUnlessLast(index) }

    for (token, part) in tree.parts {
      let here = place.appending(token)
      distortions[here, default: []].formUnion(
        Distortion.allCases.filter { $0.concerns(part, isMember: isObject) }
      )
      inputs[here, default: []].appendUnlessLast(index)
      add(part, at: here, of: index)
    }
  }

  /// A misreading to try, with the indices of the inputs to try it on.
  typealias Try = (place: JSONPointer, distortion: Distortion, inputs: [Int])

  /// The distortions to try, sorted by place, with the indices of the inputs to try them on.
  var tries: [Try] {
    let sorted = distortions.map { (TextKey("\($0)"), $0, $1) }.sorted { $0.0 < $1.0 }
    return sorted.flatMap { _, place, found in
      Distortion.allCases.filter(found.contains).map { distortion -> Try in
        // The objects that lack the member don't have the place itself.
        let parent = JSONPointer(tokens: place.tokens.dropLast())
        let concerned = distortion == .nullForAbsent ? objects[parent] : inputs[place]
        return (place, distortion, concerned ?? [])
      }
    }
  }
}

extension Dictionary<JSONPointer, BlindSpotSearch.Verdict>.Keys {
  /// Returns whether the tokens, or any number of the first of them, are a key.
  fileprivate func hasPrefix(of tokens: ArraySlice<String>) -> Bool {
    (0...tokens.count).contains { contains(JSONPointer(tokens: Array(tokens.prefix($0)))) }
  }
}

extension [Int] {
  /// Appends an index unless it is the last one. This keeps an ascending list without duplicates.
  fileprivate mutating func appendUnlessLast(_ index: Int) {
    if last != index { append(index) }
  }
}

extension Array where Element: Sendable {
  /// Returns the results in the order of the elements. At most 16 elements are transformed at a
  /// time.
  fileprivate func mapConcurrently<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var results: [(Int, Result)] = []
      for (index, element) in enumerated() {
        if index >= 16, let result = await group.next() { results.append(result) }
        group.addTask { (index, await transform(element)) }
      }

      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
