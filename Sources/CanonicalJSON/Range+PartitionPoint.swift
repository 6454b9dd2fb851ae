extension Range<Int> {
  /// Returns the first number that doesn't satisfy a condition.
  ///
  /// All numbers that satisfy the condition must come before all others.
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
