package import CanonicalJSON
package import Conformance

/// One way in which two answers to an input differ.
///
/// A smaller input shows the same disagreement only if its answers differ in the same way. Which
/// words and numbers differ doesn't matter, since a smaller input has others.
package struct DisagreementTrait: Hashable, Sendable {
  /// What two inputs that show the same trait have in common.
  package struct Kind: Hashable, Sendable {
    /// The place of the difference, with a wildcard for each index of an array.
    package let place: JSONPointer
    package let change: Change
  }

  /// The way in which the answers differ at the place.
  package enum Change: Hashable, Sendable {
    /// One of the two returned no output.
    ///
    /// - Parameters:
    ///   - side: 0 or 1.
    ///   - message: The message without quoted parts and numbers.
    case failure(side: Int, KnownFailure.Kind, code: JSONNumber?, message: String)
    case missing(JSONNode.Kind)
    case unexpected(JSONNode.Kind)
    case moved
    case otherKind(expected: JSONNode.Kind, actual: JSONNode.Kind)
    case bool(expected: Bool)
    case number(NumberChange)
    case text(TextChange)
  }

  /// The way in which a number differs from the expected one.
  package struct NumberChange: Hashable, Sendable {
    package let isGreater: Bool
    package let changesSign: Bool
    package let expectsInteger: Bool
    package let findsInteger: Bool
  }

  /// The position of an element in its array, counted from both ends.
  ///
  /// A reduction of the input removes elements either before or after the element that differs, so
  /// one of the two indices stays the same.
  package struct Position: Hashable, Sendable {
    package let index: Int
    package let indexFromEnd: Int
  }

  /// A kind with the indices of the elements on the path to it, which are capped.
  ///
  /// The indices distinguish the elements of a list with a fixed order, such as one result per
  /// instance.
  struct Indexed: Hashable, Sendable {
    let kind: Kind
    let indices: [Int]

    /// The largest index that is distinguished from those above it.
    private static let largestIndex = 8

    /// Caps the indices, so that the elements of a long list count as the same from there on.
    fileprivate init(_ trait: DisagreementTrait) {
      kind = trait.kind
      indices = trait.positions.map { min($0.index, Self.largestIndex) }
    }
  }

  package let kind: Kind
  /// The positions in the arrays on the path to the place, outermost first.
  package let positions: [Position]

  var indexed: Indexed { Indexed(self) }

  /// Returns whether a smaller input, which has this trait, still shows the other trait.
  package func continues(_ other: DisagreementTrait) -> Bool {
    guard kind == other.kind, positions.count == other.positions.count else { return false }

    return zip(positions, other.positions).allSatisfy { mine, others in
      mine.index == others.index || mine.indexFromEnd == others.indexFromEnd
    }
  }
}

// MARK: - Traits of differences

extension DisagreementTrait {
  /// Returns the traits of two outcomes, at least one of which is a failure.
  static func all(inFailuresOf outcomes: [Outcome]) -> [DisagreementTrait] {
    outcomes.enumerated().compactMap { side, outcome in
      outcome.failure.map { DisagreementTrait($0, side: side) }
    }
  }

  /// Returns the first traits of differences in their order, without duplicates.
  ///
  /// - Parameters:
  ///   - differences: The differences between the outputs.
  ///   - outputs: The values that were compared.
  ///   - labels: The values of enumerations in outputs.
  static func all(
    in differences: DifferenceList,
    between outputs: (expected: JSONValue, actual: JSONValue),
    labels: Set<TextKey>
  ) -> [DisagreementTrait] {
    var traits: [DisagreementTrait] = []
    var counts: [Kind: Int] = [:]

    for difference in differences {
      for trait in difference.traits(from: outputs.expected, to: outputs.actual, labels) {
        counts[trait.kind, default: 0] += 1
        if counts[trait.kind, default: 0] <= mostOfKind { traits.append(trait) }
      }
      if counts.count >= mostKinds { break }
    }

    return traits.distinct(by: \.self)
  }

  /// The number of kinds after which no more differences are read.
  private static let mostKinds = 64
  /// The most traits of one kind.
  private static let mostOfKind = 8
}

extension DisagreementTrait {
  /// Creates the trait of a failure. `side` is the index of the implementation, 0 or 1.
  fileprivate init(_ failure: ImplementationFailure, side: Int) {
    let message = failure.message.withoutQuotedPartsAndNumbers
    let place = failure.pointer.map(\.withWildcards) ?? JSONPointer()
    let change = Change.failure(side: side, failure.kind, code: failure.code, message: message)
    self.init(kind: Kind(place: place, change: change), positions: [])
  }
}

extension Difference {
  /// Returns the traits of the difference, all at the same place.
  ///
  /// - Parameters:
  ///   - expected: The whole expected output.
  ///   - actual: The whole actual output.
  ///   - labels: The values of enumerations in outputs.
  fileprivate func traits(
    from expected: JSONValue,
    to actual: JSONValue,
    _ labels: Set<TextKey>
  ) -> [DisagreementTrait] {
    let place = pointer.withWildcards
    // An unexpected value has no place in the expected output.
    let whole =
      if case .unexpected = change {
        actual
      } else {
        expected
      }

    let positions = pointer.positions(in: whole)
    return changes(labels).map { change in
      DisagreementTrait(kind: .init(place: place, change: change), positions: positions)
    }
  }

  /// Returns what changed at the place. Only a changed text can have several changes.
  private func changes(_ labels: Set<TextKey>) -> [DisagreementTrait.Change] {
    switch change {
    case .missing(let value): [.missing(value.kind)]
    case .unexpected(let value): [.unexpected(value.kind)]
    case .moved: [.moved]
    case .changed(.bool(let expected), .bool): [.bool(expected: expected)]
    case .changed(.number(let expected), .number(let actual)):
      [.number(.init(from: expected, to: actual))]
    case .changed(.string(let expected), .string(let actual)):
      TextChange.all(from: expected, to: actual, labels: labels).map { .text($0) }
    case .changed(let expected, let actual):
      [.otherKind(expected: expected.kind, actual: actual.kind)]
    }
  }
}

extension DisagreementTrait.NumberChange {
  /// Compares the numbers as doubles, so the traits of numbers beyond 2⁵³ are approximate.
  fileprivate init(from expected: JSONNumber, to actual: JSONNumber) {
    let before = expected.double
    let after = actual.double
    self.init(
      isGreater: after > before,
      changesSign: (after < 0) != (before < 0),
      expectsInteger: before.rounded() == before,
      findsInteger: after.rounded() == after
    )
  }
}

extension JSONPointer {
  /// Returns the positions in the arrays that the pointer leads through.
  fileprivate func positions(in root: JSONValue) -> [DisagreementTrait.Position] {
    var positions: [DisagreementTrait.Position] = []
    var value: JSONValue? = root

    for token in tokens {
      if let elements = value?.elements, let index = Int(token) {
        let indexFromEnd = elements.count - index
        positions.append(.init(index: index, indexFromEnd: indexFromEnd))
        value = elements.indices.contains(index) ? elements[index] : nil
      } else {
        value = value?[token]
      }
    }

    return positions
  }
}

extension String {
  /// The ASCII characters of the first 400 scalars of a message, without digits and quoted parts,
  /// which depend on the input.
  fileprivate var withoutQuotedPartsAndNumbers: String {
    var kept = ""
    var quote: Unicode.Scalar?

    for scalar in unicodeScalars.prefix(400) {
      if let open = quote {
        if scalar == open { quote = nil }
      } else if ["'", "\"", "`"].contains(scalar) {
        quote = scalar
      } else if scalar.isASCII, !("0"..."9").contains(scalar) {
        kept.unicodeScalars.append(scalar)
      }
    }

    return kept
  }
}
