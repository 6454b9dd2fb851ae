internal import CanonicalJSON
internal import Conformance

/// The size of the cuts to try in a text. Large cuts come first, because each try is a call of the
/// implementations.
enum ShrinkingLevel: CaseIterable {
  /// The whole text, and whole elements of markup.
  case wholes
  /// Attributes of markup, and runs of at least an eighth of the text.
  case parts
  /// Runs of at least a sixty-fourth of the text, which are single scalars of a short one.
  case scalars
}

extension InputTree {
  /// Returns simpler trees to try instead of this one. Those that leave out the most come first.
  ///
  /// They are created one at a time, because those of a long list take a lot of memory.
  func reductions(at level: ShrinkingLevel) -> any Sequence<InputTree> {
    switch form {
    case .leaf(.number(let number)):
      Self.simpler(number).map { InputTree.leaf(.number($0)) }
    case .leaf(.bool(true)): [InputTree.leaf(false)]
    case .leaf: [InputTree]()
    case .text(let text): Self.shorter(text, level).map { InputTree.text($0) }
    case .json(let tree, .some): [InputTree.text(""), .json(tree, written: nil)]
    case .json: [InputTree.text("")]
    case .array(let elements): Self.listsWithoutParts(of: elements).map { InputTree.array($0) }
    case .object(let members): Self.listsWithoutParts(of: members).map { InputTree.object($0) }
    }
  }

  /// Returns numbers with fewer digits, and the number itself in canonical form if it was written
  /// otherwise, such as `1.50`.
  private static func simpler(_ number: JSONNumber) -> [JSONNumber] {
    let tenth = number.integer.map { JSONNumber(Int($0 / 10)) }
    let isSpelled = number.writtenText != number.canonicalText
    let canonical = isSpelled ? number.canonical : nil
    return [JSONNumber(0), JSONNumber(1), tenth, canonical].compactMap(\.self)
  }

  /// Returns an empty list, the list without each half, without each quarter, and so on down to
  /// parts of the smallest size.
  private static func listsWithoutParts<Element>(
    of list: [Element],
    downTo smallest: Int = 1
  ) -> LazyMapSequence<[Range<Int>], [Element]> {
    var leftOut: [Range<Int>] = list.isEmpty ? [] : [list.indices]
    var size = list.count / 2
    while size >= smallest {
      for start in stride(from: 0, to: list.count, by: size) {
        leftOut.append(start..<min(start + size, list.count))
      }
      size /= 2
    }

    return leftOut.lazy.map { range in
      Array(list[..<range.lowerBound] + list[range.upperBound...])
    }
  }

  /// Returns shorter texts: without its elements of markup, without their attributes, or with small
  /// cuts, depending on the level.
  private static func shorter(_ text: String, _ level: ShrinkingLevel) -> [String] {
    let markup = Markup(text)

    switch level {
    case .wholes:
      let largestFirst = markup.elements.sorted { $0.range.count > $1.range.count }
      return [""] + largestFirst.map { markup.replacing($0.range, with: "") }
    case .parts:
      let attributes = markup.elements.flatMap { element in
        element.attributes.map { markup.replacing($0, with: "") }
      }
      return attributes + cuts(of: text, parts: 8)
    case .scalars: return cuts(of: text, parts: 64)
    }
  }

  /// Returns the text without each of `count` parts, and without larger parts.
  private static func cuts(of text: String, parts count: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return listsWithoutParts(of: scalars, downTo: max(1, scalars.count / count)).map {
      String(String.UnicodeScalarView($0))
    }
  }
}

/// An input with the divergence that it shows.
package struct Reproduction: Sendable {
  /// The input, or the payloads that are converted to it.
  package let tree: InputTree
  package let divergence: Divergence
  /// The trait of the divergence that a smaller input has to continue.
  package let trait: DisagreementTrait

  package init(tree: InputTree, divergence: Divergence, trait: DisagreementTrait) {
    self.tree = tree
    self.divergence = divergence
    self.trait = trait
  }
}

/// Shrinks an input while it still shows the same trait of its divergence.
package struct InputShrinking {
  /// Sends a smaller input to the implementations. Returns it with its divergence, or `nil` if it
  /// doesn't continue the trait of the earlier one.
  private let reproduce: (InputTree, _ earlier: Reproduction) async -> Reproduction?
  /// The number of tries left.
  package private(set) var remaining: Int
  private let deadline: ContinuousClock.Instant?
  /// Whether the deadline passed before the run was complete.
  package private(set) var isOverdue = false

  /// Creates a shrinking run.
  ///
  /// - Parameters:
  ///   - tries: The most inputs to try. A long or failing input counts as more than one.
  ///   - deadline: The time after which no more inputs are tried, or `nil` if there is none.
  ///   - reproduce: Sends a smaller input to the implementations. Returns it with its divergence,
  ///     or `nil` if it doesn't continue the trait of the earlier one.
  package init(
    tries: Int,
    until deadline: ContinuousClock.Instant?,
    reproduce: @escaping (InputTree, _ earlier: Reproduction) async -> Reproduction?
  ) {
    remaining = tries
    self.deadline = deadline
    self.reproduce = reproduce
  }

  /// Returns whether no more inputs are tried.
  private mutating func isOver() -> Bool {
    if remaining <= 0 || Task.isCancelled { return true }
    if let deadline, ContinuousClock.now >= deadline { isOverdue = true }
    return isOverdue
  }

  /// Shrinks an input until nothing smaller shows the trait, or no tries or time are left.
  ///
  /// - Returns: The smallest input found, with its divergence.
  package mutating func shrink(_ original: Reproduction) async -> Reproduction {
    var smallest = Candidate(reproduction: original, size: original.tree.size)
    await leaveOutPlaces(of: &smallest)

    for level in ShrinkingLevel.allCases {
      var isSmaller = true
      while isSmaller, !isOver() {
        isSmaller = await shrinkParts(of: &smallest, level)
      }
    }
    return smallest.reproduction
  }

  /// Tries to simplify each part, outer parts first, and each of them until nothing simpler shows
  /// the divergence.
  ///
  /// - Returns: Whether any part is simpler now.
  private mutating func shrinkParts(
    of smallest: inout Candidate,
    _ level: ShrinkingLevel
  ) async -> Bool {
    var isSmaller = false
    var number = 0
    while number < smallest.tree.nodeCount, let node = smallest.tree.node(number)?.node {
      let isChanged = await takeFirst(
        of: &smallest,
        node.reductions(at: level)
      ) { tree, reduction in
        tree.replacingNode(number) { _ in reduction }
      }

      if isChanged {
        isSmaller = true
      } else {
        number += 1
      }
    }
    return isSmaller
  }

  /// The smallest input so far, with its size in bytes so that it is computed only once.
  private struct Candidate {
    let reproduction: Reproduction
    let size: Int

    var tree: InputTree { reproduction.tree }
  }

  /// Tries to remove all values at a place at once.
  ///
  /// If the length of a long list matters, its elements can't be removed, and this is the only way
  /// to make all of them smaller.
  private mutating func leaveOutPlaces(of smallest: inout Candidate) async {
    var places: [[String]] = []
    var seen: Set<JSONPointer> = []
    smallest.tree.forEachNode { _, place in
      if place.last != InputTree.elementToken, seen.insert(JSONPointer(tokens: place)).inserted {
        places.append(place)
      }
    }

    for place in places {
      _ = await takeFirst(of: &smallest, [place]) { tree, place in
        tree.changing(at: place[...]) { _ in nil } ?? tree
      }
    }
  }

  /// Applies the first change that makes the tree smaller and keeps the trait.
  ///
  /// - Returns: Whether there is such a change.
  private mutating func takeFirst<Change>(
    of smallest: inout Candidate,
    _ changes: any Sequence<Change>,
    apply: (InputTree, Change) -> InputTree
  ) async -> Bool {
    for change in changes {
      if isOver() { break }
      let candidate = apply(smallest.tree, change)
      let size = candidate.size
      guard size < smallest.size else { continue }

      remaining -= 1 + size / Self.bytesOfTry
      guard let reproduction = await reproduce(candidate, smallest.reproduction) else { continue }

      // A program that hangs or has to be restarted costs far more than one that answers.
      if reproduction.divergence.isCostly { remaining -= Self.costOfFailure }

      smallest = Candidate(reproduction: reproduction, size: size)
      return true
    }
    return false
  }

  /// The size in bytes for which a long input costs one more try.
  private static let bytesOfTry = 4 << 10
  /// The number of tries that a crash or timeout counts as, in addition to those for the size.
  private static let costOfFailure = 100
}

extension InputTree {
  /// The size in bytes, as sent to an implementation.
  package var size: Int { value.writtenUTF8().count }
}

extension InputTree {
  /// The structure of the tree, whatever its values are: its places, and the names of markup
  /// elements and attributes in its texts.
  var shape: Set<String> {
    var shape: Set<String> = []
    forEachNode { node, place in
      let pointer = "\(JSONPointer(tokens: place))"
      shape.insert(pointer)
      guard case .text(let text) = node.form else { return }

      let markup = Markup(text)
      for element in markup.elements {
        let tag = markup.text(element.startTag).prefix { ![" ", ">", "/"].contains($0) }
        shape.insert("\(pointer) \(tag)")
        for attribute in element.attributes {
          let name = String(decoding: markup.attributeName(attribute), as: UTF8.self)
          shape.insert("\(pointer) \(tag)\(name)")
        }
      }
    }
    return shape
  }
}
