extension Range<Int> {
  /// The first number for which a condition does not hold that holds up to some number and for none
  /// after it.
  ///
  /// - Complexity: O(log *n*).
  package func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
