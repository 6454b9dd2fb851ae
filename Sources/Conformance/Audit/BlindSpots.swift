package import CanonicalJSON

/// A place of an operation's inputs that somebody may read in a careless way, and no case's output tells.
package struct BlindSpot: Sendable {
  package let operation: String
  /// A JSON Pointer in which `*` stands for any element, and `$json` leads into the JSON of a text.
  package let place: JSONPointer
  package let distortion: Distortion
  /// Whether an input differs when it is read so; otherwise no case has what it takes.
  package let isTried: Bool
}

/// Finds blind spots: asks the reference about the inputs of cases as careless readers would take them.
package struct BlindSpotSearch: Sendable {
  private let cases: [(testCase: Case, tree: InputTree)]
  private let reference: @Sendable (Case) -> (any Implementation)?

  /// - Parameter reference: who answers a case; nil: nobody at hand.
  package init(_ cases: [Case], reference: @escaping @Sendable (Case) -> (any Implementation)?) {
    self.cases = cases.map { ($0, InputTree($0.input)) }
    self.reference = reference
  }

  /// In order of operation, place and distortion.
  package func blindSpots() async -> [BlindSpot] {
    var spots: [BlindSpot] = []
    for group in cases.grouped(by: \.testCase.operation.name) {
      var places = Places()
      for (_, tree) in group { places.add(tree, at: []) }
      let outcomes = await group.mapConcurrently { testCase, _ in await answer(to: testCase, testCase.input) }
      let asked = Array(zip(group, outcomes))
      spots += await places.tried.mapConcurrently { place, distortion -> BlindSpot? in
        var isTried = false
        for (entry, outcome) in asked {
          let input = distortion.applied(to: entry.tree, at: place.tokens[...]).value
          guard input != entry.testCase.input else { continue }
          isTried = true
          if await answer(to: entry.testCase, input) != outcome { return nil }
        }
        if !isTried, await !makesDifference(distortion, at: place, group) { return nil }
        return BlindSpot(
          operation: group[0].testCase.operation.name, place: place, distortion: distortion, isTried: isTried)
      }.compactMap(\.self)
    }
    return spots
  }

  /// Whether the reference tells some input from what a careless reader takes it for, though no case has such an input.
  private func makesDifference(
    _ distortion: Distortion, at place: JSONPointer, _ group: [(testCase: Case, tree: InputTree)]
  ) async -> Bool {
    var tries = 0
    for (testCase, tree) in group where tries < Self.mostTries {
      let tokens = place.tokens[...]
      let provoked = distortion.provoked(in: tree, at: tokens)
      let (input, taken) = (provoked.value, distortion.applied(to: provoked, at: tokens).value)
      guard input != taken else { continue }
      tries += 1
      guard let outcome = await answer(to: testCase, input), outcome.output != nil else { continue }
      if await answer(to: testCase, taken) != outcome { return true }
    }
    return false
  }

  /// Cases that show the place are alike.
  private static let mostTries = 50

  private func answer(to testCase: Case, _ input: JSONValue) async -> Outcome? {
    await reference(testCase)?.judgedOutcome(of: testCase, with: input)
  }
}

/// The places of inputs, and what of them can be taken for something else.
private struct Places {
  private var distortions: [JSONPointer: Set<Distortion>] = [:]

  mutating func add(_ tree: InputTree, at place: [String]) {
    for (token, part) in tree.parts {
      let here = place + [token]
      let isMember = if case .object = tree { true } else { false }
      let concerned = Distortion.allCases.filter { $0.concerns(part, isMember: isMember) }
      distortions[JSONPointer(tokens: here), default: []].formUnion(concerned)
      add(part, at: here)
    }
  }

  var tried: [(JSONPointer, Distortion)] {
    distortions.map { (TextKey("\($0)"), $0, $1) }.sorted { $0.0 < $1.0 }.flatMap { _, place, found in
      Distortion.allCases.filter(found.contains).map { (place, $0) }
    }
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
