import Fuzzing
import Testing

struct ListReductionTests {
  /// Reduces the numbers below a count, and returns the result and the number of attempts.
  private func reduced(
    _ count: Int,
    attempts limit: Int = .max,
    _ keepsProperty: @escaping ([Int]) -> Bool
  ) async -> (list: [Int], attempts: Int) {
    var attempts = 0
    let reduction = ListReduction(stopWhen: { attempts >= limit })
    let list = await reduction.reduce(Array(0..<count)) { list in
      attempts += 1
      return keepsProperty(list)
    }
    return (list, attempts)
  }

  @Test func `a list of which nothing matters becomes empty`() async {
    let (list, attempts) = await reduced(1_000) { _ in true }
    #expect(list == [])
    #expect(attempts == 1)
  }

  @Test(arguments: [[0], [99_999], [500, 501], [0, 50_000, 99_999], [3, 77, 4_096, 65_535]])
  func `only what matters is left of a long list, in few attempts`(kept: [Int]) async {
    let (list, attempts) = await reduced(100_000) { Set($0).isSuperset(of: kept) }
    #expect(list == kept)
    #expect(attempts < 40 * (kept.count + 1), "\(attempts)")
  }

  @Test(arguments: [1, 2, 3, 10, 101])
  func `a list of a necessary length has any elements in their order`(length: Int) async {
    let (list, _) = await reduced(1_000) { $0.count >= length }
    #expect(list.count == length)
    #expect(list == list.sorted())
  }

  @Test(arguments: [0, 1, 2, 5]) func `a list that is needed whole stays`(count: Int) async {
    let (list, _) = await reduced(count) { $0.count == count }
    #expect(list.count == count)
  }

  @Test func `no single element of the result can be left out`() async {
    // Needs an even number of elements that includes 7, so that pairs have to go together.
    let property: ([Int]) -> Bool = { $0.contains(7) && ($0.count % 2 == 0 || $0.count == 1) }
    let (list, _) = await reduced(64, property)
    for index in list.indices {
      var shorter = list
      shorter.remove(at: index)
      #expect(!property(shorter), "\(list)")
    }
  }

  @Test func `a reduction that is over early returns a list with the property`() async {
    for limit in 0..<30 {
      let (list, attempts) = await reduced(1_000, attempts: limit) { $0.contains(700) }
      #expect(list.contains(700))
      #expect(attempts <= max(limit, 0))
    }
  }
}
