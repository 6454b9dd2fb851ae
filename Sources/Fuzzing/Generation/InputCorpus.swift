package import CanonicalJSON
package import Conformance

/// The inputs that new inputs are generated from, and the values at each of their places.
package struct InputCorpus: Sendable {
  package let trees: [InputTree]
  /// The distinct values at each place, in the order of the inputs.
  private let pools: [JSONPointer: [InputTree]]
  private let places: [JSONPointer]
  /// The places of texts, each with the indices of the inputs that have a text there.
  let textPlaces: [(place: JSONPointer, trees: [Int])]
  /// The elements and attributes of markup in texts.
  let markup: MarkupPool

  /// Creates a corpus.
  ///
  /// - Parameter inputs: The inputs to generate from. Those over 16 KiB are left out if there are
  ///   shorter ones, since a run would spend all its time on them.
  package init(_ inputs: [JSONValue]) {
    let short = inputs.filter { $0.canonicalUTF8().count <= Self.longestInput }
    trees = (short.isEmpty ? inputs : short).map { InputTree($0) }

    var pools: [JSONPointer: [InputTree]] = [:]
    var places: [JSONPointer] = []
    var seen: Set<Entry> = []
    var markup = MarkupPool()
    var textTrees: [JSONPointer: [Int]] = [:]

    for (index, tree) in trees.enumerated() {
      tree.forEachNode { node, tokens in
        let place = JSONPointer(tokens: tokens)
        if pools[place] == nil {
          pools[place] = []
          places.append(place)
        }

        if case .text = node.form, textTrees[place]?.last != index {
          textTrees[place, default: []].append(index)
        }

        guard seen.insert(Entry(place: place, value: node.value)).inserted else { return }
        pools[place]?.append(node)
        if case .text(let text) = node.form { markup.add(text) }
      }
    }

    self.pools = pools
    self.places = places
    self.markup = markup
    textPlaces = places.compactMap { place in textTrees[place].map { (place, $0) } }
  }

  /// A value at a place, which is added to the pool of the place only once.
  private struct Entry: Hashable {
    let place: JSONPointer
    let value: JSONValue
  }

  /// The size in bytes, in canonical JSON, up to which an input is short.
  private static let longestInput = 16 << 10

  /// Returns a value that some input has at the place, or a value from any place if none has one
  /// there.
  package func value(at tokens: [String], using generator: inout SplitMix64) -> InputTree {
    generator.element(of: pools[JSONPointer(tokens: tokens)] ?? []) ?? anyValue(using: &generator)
  }

  /// Returns a value from a random place, or null if the corpus is empty. All places are equally
  /// likely, no matter how many values they have.
  package func anyValue(using generator: inout SplitMix64) -> InputTree {
    let place = generator.element(of: places)
    return place.flatMap { generator.element(of: pools[$0] ?? []) } ?? .leaf(.null)
  }
}

extension SplitMix64 {
  /// Returns a random element, or `nil` if the list is empty.
  mutating func element<Elements: RandomAccessCollection>(
    of elements: Elements
  ) -> Elements.Element? {
    elements.isEmpty
      ? nil : elements[elements.index(elements.startIndex, offsetBy: number(below: elements.count))]
  }

  /// Returns `true` with a probability of 1 in `count`.
  mutating func isOne(in count: Int) -> Bool { number(below: count) == 0 }
}
