internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// Returns the results of `transform` for all elements, in the order of the elements. Parts of
  /// the array run concurrently on all cores. An array of one part runs on the current thread.
  ///
  /// - Parameter partSize: The smallest number of elements that a core processes at a time.
  package func mapOnEveryCore<Result: Sendable>(
    partSize: Int = 1,
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    // Use small parts, so that one part with slow elements doesn't hold up the others.
    let size = Swift.max(partSize, count / 32)
    guard count > size else { return map(transform) }

    let finished = Mutex<[Int: [Result]]>([:])
    let parts = stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }

    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let results = parts[index].map(transform)
      finished.withLock { $0[index] = results }
    }

    return finished.withLock { finished in parts.indices.flatMap { finished[$0] ?? [] } }
  }
}
