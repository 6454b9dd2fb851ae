package import CanonicalJSON

/// A place of an operation's inputs that somebody may read in a careless way, and no case's output
/// tells.
package struct BlindSpot: Sendable {
  package let operation: String
  /// A JSON Pointer in which `*` stands for any element, and `$json` leads into the JSON of a text.
  package let place: JSONPointer
  package let distortion: Distortion
  /// Whether an input differs when it is read so; otherwise no case has what it takes.
  package let isTried: Bool
}

/// Finds blind spots: asks the reference about the inputs of cases as careless readers would take
/// them.
package struct BlindSpotSearch: Sendable {
  private let cases: [(testCase: Case, tree: InputTree)]
  private let reference: @Sendable (Case) -> (any Implementation)?

  /// - Parameter reference: who answers a case; nil: nobody at hand.
  package init(_ cases: [Case], reference: @escaping @Sendable (Case) -> (any Implementation)?) {
    self.cases = cases.map { ($0, InputTree($0.input)) }
    self.reference = reference
  }

  /// In order of operation, place and distortion. Where a member may be dropped, that alone is told
  /// of it and of what is in it.
  package func blindSpots() async -> [BlindSpot] {
    var spots: [BlindSpot] = []
    for group in cases.grouped(by: \.testCase.operation.name) {
      let outcomes = await group.mapConcurrently { testCase, _ in
        await answer(to: testCase, testCase.input)
      }
      let asked = zip(group, outcomes).map {
        Asked(testCase: $0.testCase, tree: $0.tree, outcome: $1)
      }
      let tries = Places(of: group.map(\.tree)).tries
      let dropped = await tries.filter { $0.distortion == .dropped }.mapConcurrently {
        await spot($0, of: asked)
      }
      let unread = Dictionary(
        uniqueKeysWithValues: dropped.compactMap(\.self).map { ($0.place, $0) }
      )
      spots += await tries.mapConcurrently { attempt in
        let isWithin = unread.keys.hasPrefix(of: attempt.place.tokens.dropLast())
        if attempt.distortion == .dropped { return isWithin ? nil : unread[attempt.place] }
        return isWithin || unread[attempt.place] != nil ? nil : await spot(attempt, of: asked)
      }.compactMap(\.self)
    }
    return spots
  }

  private func spot(_ attempt: Places.Try, of asked: [Asked]) async -> BlindSpot? {
    let place = attempt.place
    let distortion = attempt.distortion
    let asked = attempt.inputs.map { asked[$0] }
    var isTried = false
    for entry in asked {
      guard let input = distortion.applied(to: entry.tree, at: place.tokens[...])?.value else {
        continue
      }
      isTried = true
      if await answer(to: entry.testCase, input) != entry.outcome { return nil }
    }
    guard let operation = asked.first?.testCase.operation.name else { return nil }
    if !isTried, await !makesDifference(distortion, at: place, asked) { return nil }
    return BlindSpot(operation: operation, place: place, distortion: distortion, isTried: isTried)
  }

  private struct Asked {
    let testCase: Case
    let tree: InputTree
    let outcome: Outcome?
  }

  /// Whether the reference tells some input from what a careless reader takes it for, though no
  /// case has such an input.
  private func makesDifference(
    _ distortion: Distortion,
    at place: JSONPointer,
    _ asked: [Asked]
  ) async -> Bool {
    var tries = 0
    for entry in asked where tries < Self.mostTries {
      let tokens = place.tokens[...]
      guard let provoked = distortion.provoked(in: entry.tree, at: tokens),
        let taken = distortion.applied(to: provoked, at: tokens)
      else { continue }
      tries += 1
      guard let outcome = await answer(to: entry.testCase, provoked.value), outcome.output != nil
      else { continue }
      if await answer(to: entry.testCase, taken.value) != outcome { return true }
    }
    return false
  }

  /// Cases that show the place are alike.
  private static let mostTries = 20

  private func answer(to testCase: Case, _ input: JSONValue) async -> Outcome? {
    await reference(testCase)?.judgedOutcome(of: testCase, with: input)
  }
}

/// The places of inputs, what of them can be taken for something else, and the inputs that have
/// them.
private struct Places {
  private var distortions: [JSONPointer: Set<Distortion>] = [:]
  /// The inputs that have a place, and those that have an object there.
  private var inputs: [JSONPointer: [Int]] = [:]
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

  /// What is to be tried where, and the inputs that show it.
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
  /// In the order of the elements; as many at once as a program has a window for.
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
