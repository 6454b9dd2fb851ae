package import CanonicalJSON

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

/// The blind spots of a suite.
package struct BlindSpotFindings: Sendable {
  package let suite: Suite
  /// The blind spots, grouped by operation and sorted by place and distortion.
  package let spots: [BlindSpot]

  package init(suite: Suite, spots: [BlindSpot]) {
    self.suite = suite
    self.spots = spots
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

  /// Returns the blind spots, grouped by operation and sorted by place and distortion.
  ///
  /// If a member can be dropped without any effect, that is its only blind spot: other distortions
  /// of the member and of the values in it are not reported.
  package func blindSpots() async -> [BlindSpot] {
    var spots: [BlindSpot] = []
    for group in cases.grouped(by: \.testCase.operation.name) {
      let outcomes = await group.mapConcurrently { testCase, _ in
        await answer(to: testCase, testCase.input)
      }
      let entries = zip(group, outcomes).map {
        Entry(testCase: $0.testCase, tree: $0.tree, outcome: $1)
      }
      let tries = Places(of: group.map(\.tree)).tries
      let dropped = await tries.filter { $0.distortion == .dropped }.mapConcurrently {
        await spot($0, of: entries)
      }
      let unread = Dictionary(
        uniqueKeysWithValues: dropped.compactMap(\.self).map { ($0.place, $0) }
      )
      spots += await tries.mapConcurrently { attempt in
        let isWithin = unread.keys.hasPrefix(of: attempt.place.tokens.dropLast())
        if attempt.distortion == .dropped { return isWithin ? nil : unread[attempt.place] }
        return isWithin || unread[attempt.place] != nil ? nil : await spot(attempt, of: entries)
      }.compactMap(\.self)
    }
    return spots
  }

  /// Returns the blind spot of one attempt, or `nil` if the reference's output changes or no input
  /// can show a difference.
  private func spot(_ attempt: Places.Try, of entries: [Entry]) async -> BlindSpot? {
    let place = attempt.place
    let distortion = attempt.distortion
    let entries = attempt.inputs.map { entries[$0] }
    var isTried = false
    for entry in entries {
      guard let input = distortion.applied(to: entry.tree, at: place.tokens[...])?.value else {
        continue
      }
      isTried = true
      if await answer(to: entry.testCase, input) != entry.outcome { return nil }
    }
    guard let operation = entries.first?.testCase.operation.name else { return nil }
    if !isTried, await !makesDifference(distortion, at: place, entries) { return nil }
    return BlindSpot(operation: operation, place: place, distortion: distortion, isTried: isTried)
  }

  private struct Entry {
    let testCase: Case
    let tree: InputTree
    let outcome: Outcome?
  }

  /// Returns whether the reference distinguishes some input from its distorted form, although no
  /// case has such an input.
  ///
  /// The inputs of the cases are changed so that the distortion has an effect.
  private func makesDifference(
    _ distortion: Distortion,
    at place: JSONPointer,
    _ entries: [Entry]
  ) async -> Bool {
    var tries = 0
    for entry in entries where tries < Self.mostTries {
      let tokens = place.tokens[...]
      guard let triggeringInput = distortion.triggeringInput(in: entry.tree, at: tokens),
        let lossyRead = distortion.applied(to: triggeringInput, at: tokens)
      else { continue }
      tries += 1
      guard let outcome = await answer(to: entry.testCase, triggeringInput.value),
        outcome.output != nil
      else { continue }
      if await answer(to: entry.testCase, lossyRead.value) != outcome { return true }
    }
    return false
  }

  /// The most inputs to try. Inputs that have the same place tend to be alike, so more would add
  /// little.
  private static let mostTries = 20

  private func answer(to testCase: Case, _ input: JSONValue) async -> Outcome? {
    await reference(testCase)?.outcome(of: testCase.request(with: input))
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

  init(of trees: [InputTree]) {
    for (index, tree) in trees.enumerated() { add(tree, at: JSONPointer(tokens: []), of: index) }
  }

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

  typealias Try = (place: JSONPointer, distortion: Distortion, inputs: [Int])

  /// The distortions to try, sorted by place, with the indices of the inputs to try them on.
  var tries: [Try] {
    distortions.map { (TextKey("\($0)"), $0, $1) }.sorted { $0.0 < $1.0 }
      .flatMap { _, place, found in
        Distortion.allCases.filter(found.contains).map { distortion in
          let parent = JSONPointer(tokens: place.tokens.dropLast())
          return (
            place, distortion,
            (distortion == .nullForAbsent ? objects[parent] : inputs[place]) ?? []
          )
        }
      }
  }
}

extension Dictionary<JSONPointer, BlindSpot>.Keys {
  fileprivate func hasPrefix(of tokens: ArraySlice<String>) -> Bool {
    (0...tokens.count).contains { contains(JSONPointer(tokens: Array(tokens.prefix($0)))) }
  }
}

extension [Int] {
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
