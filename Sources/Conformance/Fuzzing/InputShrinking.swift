internal import CanonicalJSON

/// How much of a text is tried to leave out: rough cuts first, since each try costs an answer.
enum ShrinkingLevel: CaseIterable {
  case wholes, parts, scalars
}

extension InputTree {
  /// What may stand in place of it and is simpler, what leaves most out first.
  func reductions(_ level: ShrinkingLevel) -> [InputTree] {
    switch form {
    case .leaf(.number(let number)):
      Self.simpler(number).map { .leaf(.number($0)) }
    case .leaf(.bool(true)): [.leaf(false)]
    case .leaf: []
    case .text(let text): Self.shorter(text, level).map { .text($0) }
    case .json(let tree, .some): [.text(""), .json(tree, written: nil)]
    case .json: [.text("")]
    case .array(let elements): Self.parts(of: elements).map { .array($0) }
    case .object(let members): Self.parts(of: members).map { .object($0) }
    }
  }

  /// Numbers with fewer digits, and the number itself without another spelling such as `1.50`.
  private static func simpler(_ number: JSONNumber) -> [JSONNumber] {
    let tenth = number.integer.map { JSONNumber(Int($0 / 10)) }
    let isSpelled = number.writtenText != number.canonicalText
    let canonical = isSpelled ? number.canonical : nil
    return [JSONNumber(0), JSONNumber(1), tenth, canonical].compactMap(\.self)
  }

  /// The list without its halves, without its quarters, and so on to its elements or to parts of
  /// the size.
  private static func parts<Element>(of list: [Element], from smallest: Int = 1) -> [[Element]] {
    var parts: [[Element]] = list.isEmpty ? [] : [[]]
    var size = list.count / 2
    while size >= smallest {
      for start in stride(from: 0, to: list.count, by: size) {
        parts.append(Array(list[..<start] + list[min(start + size, list.count)...]))
      }
      size /= 2
    }
    return parts
  }

  private static func shorter(_ text: String, _ level: ShrinkingLevel) -> [String] {
    let markup = Markup(text)
    switch level {
    case .wholes:
      return [""]
        + markup.elements.sorted { $0.range.count > $1.range.count }.map {
          markup.replacing($0.range, with: "")
        }
    case .parts:
      let attributes = markup.elements.flatMap { element in
        element.attributes.map { markup.replacing($0, with: "") }
      }
      return attributes + cuts(of: text, parts: 8)
    case .scalars: return cuts(of: text, parts: 64)
    }
  }

  /// The text without each of so many parts, and without larger ones.
  private static func cuts(of text: String, parts count: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return parts(of: scalars, from: max(1, scalars.count / count)).map {
      String(String.UnicodeScalarView($0))
    }
  }
}

/// An input that shows a disagreement.
struct ShownInput: Sendable {
  let tree: InputTree
  let divergence: Divergence
  /// The trait to keep while the input becomes smaller.
  let target: DisagreementTrait
}

/// Makes an input smaller while it still shows the same disagreement.
struct InputShrinking {
  /// Returns what a smaller input shows if that is still the same; otherwise `nil`.
  let showing: (InputTree, _ shown: ShownInput) async -> ShownInput?
  private(set) var remaining: Int
  private let deadline: ContinuousClock.Instant

  /// - Parameters:
  ///   - tries: The most inputs to try.
  ///   - deadline: The time after which no more inputs are tried.
  init(
    tries: Int,
    until deadline: ContinuousClock.Instant,
    showing: @escaping (InputTree, _ shown: ShownInput) async -> ShownInput?
  ) {
    remaining = tries
    self.deadline = deadline
    self.showing = showing
  }

  private var isOver: Bool { remaining <= 0 || Task.isCancelled || ContinuousClock.now >= deadline }

  /// Returns the smallest input that is found, and what it shows.
  mutating func smallest(of shown: ShownInput) async -> ShownInput {
    var smallest = Candidate(shown: shown, size: shown.tree.size)
    await leaveOutPlaces(of: &smallest)
    for level in ShrinkingLevel.allCases {
      var isSmaller = true
      while isSmaller, !isOver {
        isSmaller = false
        var number = 0
        while number < smallest.tree.nodeCount, let node = smallest.tree.node(number)?.node {
          let isChanged = await takeFirst(
            of: &smallest,
            node.reductions(level)
          ) { tree, reduction in
            tree.replacingNode(number) { _ in reduction }
          }
          if isChanged {
            isSmaller = true
          } else {
            number += 1
          }
        }
      }
    }
    return smallest.shown
  }

  private struct Candidate {
    var shown: ShownInput
    var size: Int

    var tree: InputTree { shown.tree }
  }

  /// All that stands at a place at once: of a long list that matters for its length, nothing else
  /// would make its elements smaller.
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

  /// Takes the first change that makes the tree smaller and leaves what it shows.
  ///
  /// - Returns: Whether there is one.
  private mutating func takeFirst<Change>(
    of smallest: inout Candidate,
    _ changes: [Change],
    apply: (InputTree, Change) -> InputTree
  ) async -> Bool {
    for change in changes where !isOver {
      let candidate = apply(smallest.tree, change)
      let size = candidate.size
      guard size < smallest.size else { continue }
      remaining -= 1 + size / Self.bytesOfTry
      guard let shown = await showing(candidate, smallest.shown) else { continue }
      // A program that hangs or has to be started again costs far more than one that answers.
      if shown.divergence.isCostly { remaining -= Self.costOfFailure }
      smallest = Candidate(shown: shown, size: size)
      return true
    }
    return false
  }

  /// A long input costs more than one try.
  private static let bytesOfTry = 4 << 10
  private static let costOfFailure = 100
}

extension InputTree {
  /// In bytes, as it is sent.
  package var size: Int { value.writtenUTF8().count }
}

extension InputTree {
  /// What it is made of, whatever stands there: its places, and the names of elements and
  /// attributes in texts.
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
          shape.insert(
            "\(pointer) \(tag)\(String(decoding: markup.attributeName(attribute), as: UTF8.self))"
          )
        }
      }
    }
    return shape
  }
}
