/// The ways to merge sequences of distinct numbers so that each sequence keeps its own order.
package struct Interleavings: Sendable {
  /// The sequences to merge. No number may be in two of them.
  package let sequences: [[Int]]

  package init(sequences: [[Int]]) { self.sequences = sequences }

  /// The number of interleavings: the multinomial coefficient of the sequences' lengths.
  package var count: Int { Self.count(of: sequences) }

  /// Returns the multinomial coefficient without computing a factorial. Each division is exact,
  /// since every intermediate product is a coefficient too.
  private static func count(of sequences: [some Collection]) -> Int {
    var placed = 0

    return sequences.reduce(1) { product, sequence in
      (0..<sequence.count).reduce(product) { product, index in
        placed += 1
        return product * placed / (index + 1)
      }
    }
  }

  /// Returns the interleaving with a number. Those that begin with the first sequence come first.
  ///
  /// - Parameter number: A number from 0 to below `count`.
  package func interleaving(number: Int) -> [Int] {
    let total = sequences.reduce(0) { $0 + $1.count }
    var remaining = sequences.map { $0[...] }
    var number = number
    var order: [Int] = []

    while order.count < total {
      // Skip the interleavings that begin with an earlier sequence until the number is among those
      // that begin with this one.
      for index in remaining.indices {
        var rest = remaining
        guard let first = rest[index].popFirst() else { continue }
        let count = Self.count(of: rest)

        guard number >= count else {
          order.append(first)
          remaining = rest
          break
        }

        number -= count
      }
    }

    return order
  }

  /// Returns a random interleaving. All are equally likely.
  package func interleaving(using generator: inout SplitMix64) -> [Int] {
    var order = sequences.flatMap(\.self).sorted()
    generator.shuffle(&order)

    // Put the members of each sequence into its order, at the places that they have.
    for sequence in sequences where sequence.count > 1 {
      let places = order.indices.filter { sequence.contains(order[$0]) }
      for (place, member) in zip(places, sequence) { order[place] = member }
    }
    return order
  }
}

extension [Interleavings] {
  /// Returns one order for each element, by a number below the product of their counts.
  package func interleavings(number: Int) -> [[Int]] {
    var rest = number
    return map { part in
      let (next, number) = rest.quotientAndRemainder(dividingBy: part.count)
      rest = next
      return part.interleaving(number: number)
    }
  }

  /// Returns a random order for each element.
  package func interleavings(using generator: inout SplitMix64) -> [[Int]] {
    map { $0.interleaving(using: &generator) }
  }
}

extension [Int] {
  /// The copies of the array in which one pair of adjacent numbers is swapped into increasing
  /// order.
  package var straightened: [[Int]] {
    indices.dropLast().filter { self[$0] > self[$0 + 1] }.map { index in
      var order = self
      order.swapAt(index, index + 1)
      return order
    }
  }

  /// The copies of the array without one of its members.
  package var shortened: [[Int]] { map { member in filter { $0 != member } } }
}
