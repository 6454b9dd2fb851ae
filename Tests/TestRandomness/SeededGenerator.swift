/// SplitMix64, which returns the same numbers for a seed on every platform.
///
/// Source: Sebastiano Vigna, https://prng.di.unimi.it/splitmix64.c
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  package mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `true` once in `count` calls, on average.
  package mutating func once(in count: Int) -> Bool {
    number(in: 1...count) == 1
  }

  /// Returns one of the choices, of which there must be at least one.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(in: 0...(choices.count - 1))]
  }

  package mutating func pick<Element>(_ choices: Element...) -> Element {
    pick(choices)
  }
}
