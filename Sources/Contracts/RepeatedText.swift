extension String {
  /// The text so many times, by doubling: `String(repeating:count:)` takes as many steps as there are copies.
  ///
  /// - Complexity: O(*n*) in the bytes of the result.
  init(_ text: String, times: Int) {
    self = ""
    reserveCapacity(text.utf8.count * times)
    var copies = text
    var remaining = times
    while remaining > 0 {
      if remaining & 1 == 1 { append(copies) }
      remaining >>= 1
      if remaining > 0 { copies += copies }
    }
  }
}
