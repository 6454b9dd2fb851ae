internal import CanonicalJSON

extension [Int] {
  /// Returns the indices of a longest subsequence of strictly increasing numbers, in O(n log n).
  func longestIncreasingSubsequence() -> [Int] {
    // tails[n]: the index of the least number that ends an increasing subsequence of n + 1 numbers.
    var tails: [Int] = []
    // predecessors[i]: the index of the number before number i in such a subsequence.
    var predecessors: [Int?] = []

    for (index, number) in enumerated() {
      let length = tails.indices.partitionPoint { self[tails[$0]] < number }
      predecessors.append(length == 0 ? nil : tails[length - 1])

      if length == tails.count {
        tails.append(index)
      } else {
        tails[length] = index
      }
    }

    guard let last = tails.last else { return [] }
    return sequence(first: last) { predecessors[$0] }.reversed()
  }
}
