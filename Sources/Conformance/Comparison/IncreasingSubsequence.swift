extension [Int] {
  /// The indices of a longest subsequence of strictly increasing numbers, in O(n log n).
  func longestIncreasingSubsequence() -> [Int] {
    // tails[n]: the index of the least number that ends an increasing subsequence of n + 1 numbers.
    var tails: [Int] = []
    var predecessors: [Int?] = []
    for (index, number) in enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if self[tails[middle]] < number { low = middle + 1 } else { high = middle }
      }
      predecessors.append(low == 0 ? nil : tails[low - 1])
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    guard let last = tails.last else { return [] }
    return sequence(first: last) { predecessors[$0] }.reversed()
  }
}
