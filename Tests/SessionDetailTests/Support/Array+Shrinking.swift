extension Array {
  /// Returns a part of the array that still fails but doesn't without any one of its elements,
  /// found by delta debugging (Zeller, 1999).
  func shrunk(whileFailing fails: ([Element]) -> Bool) -> [Element] {
    var smallest = self
    var size = Swift.max(count / 2, 1)
    while size > 0 {
      var start = 0
      var isSmaller = false
      while start < smallest.count {
        let candidate = Array(
          smallest[..<start] + smallest[Swift.min(start + size, smallest.count)...]
        )
        if fails(candidate) {
          smallest = candidate
          isSmaller = true
        } else {
          start += size
        }
      }
      if !isSmaller || size > smallest.count { size /= 2 }
    }
    return smallest
  }
}
