/// Sebastiano Vigna's SplitMix64, which generates the same numbers from the same seed on every
/// platform.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator that repeats the published sequence of SplitMix64 for the seed.
  package init(seed: UInt64) { state = seed }

  /// Creates a separate generator for a name, so that adding a case doesn't change another case's
  /// numbers.
  package init(seed: UInt64, name: String) {
    // FNV-1a, 64 bits.
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    self.init(seed: seed ^ hash)
  }

  /// Adds a constant to the state and mixes the bits of the sum. The numbers repeat after 2^64
  /// calls.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state

    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB

    return bits ^ (bits >> 31)
  }

  /// Returns a number below `bound`. The algorithm of the standard library isn't guaranteed to stay
  /// the same.
  package mutating func number(below bound: Int) -> Int {
    bound <= 1 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Shuffles the elements with the Fisher–Yates algorithm.
  package mutating func shuffle(_ elements: inout [some Any]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, number(below: last + 1))
    }
  }
}
