import Conformance
import Testing

struct SplitMix64Tests {
  @Test func `the numbers of seed 1234567 are those that are published`() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ]
    )
  }

  @Test func `a name has numbers of its own, the same on every platform`() {
    #expect(firstNumber(seed: 0, name: "") == 14_087_677_454_934_409_008)
    #expect(firstNumber(seed: 0, name: "words/a") == 845_302_719_906_853_487)
    #expect(firstNumber(seed: 7, name: "words/a") == 17_478_330_036_457_470_526)
    #expect(firstNumber(seed: 0, name: "caf\u{E9}") != firstNumber(seed: 0, name: "cafe\u{301}"))
  }

  @Test(arguments: [1, 2, 3, 6, 1_000, Int.max])
  func `a number is below its bound`(bound: Int) {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<1_000 { #expect((0..<bound).contains(generator.number(below: bound))) }
  }

  @Test func `numbers below a bound are the same on every platform`() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<12).map { _ in generator.number(below: 6) } == [2, 1, 3, 1, 5, 2, 3, 1, 2, 4, 2, 2]
    )
  }

  @Test func `every number below a bound comes about as often`() {
    var generator = SplitMix64(seed: 7)
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<5_000 { counts[generator.number(below: 5)] += 1 }
    #expect(counts.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
  }

  @Test func `a shuffle is the same on every platform`() {
    var generator = SplitMix64(seed: 1_234_567)
    var numbers = Array(0..<10)
    generator.shuffle(&numbers)
    #expect(numbers == [6, 9, 0, 7, 2, 5, 8, 4, 1, 3])
  }

  @Test(arguments: [[], [1]])
  func `there is nothing to shuffle in less than two elements`(elements: [Int]) {
    var generator = SplitMix64(seed: 0)
    var shuffled = elements
    generator.shuffle(&shuffled)
    #expect(shuffled == elements)
  }

  @Test func `a shuffle gives every order`() {
    var generator = SplitMix64(seed: 0)
    var orders = Set<[Int]>()
    for _ in 0..<300 {
      var numbers = [1, 2, 3, 4]
      generator.shuffle(&numbers)
      orders.insert(numbers)
    }
    #expect(orders.count == 24)
  }

  private func firstNumber(seed: UInt64, name: String) -> UInt64 {
    var generator = SplitMix64(seed: seed, name: name)
    return generator.next()
  }
}
