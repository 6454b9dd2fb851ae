internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// What `transform` makes of each element, in their order; as many at once as there are cores.
  ///
  /// - Parameter partSize: the fewest elements that a core takes at a time.
  package func mapOnEveryCore<Result: Sendable>(
    partSize: Int = 1,
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let finished = Mutex<[Int: [Result]]>([:])
    // More parts than cores, so that one with long elements holds nobody up.
    let size = Swift.max(partSize, count / 32)
    let parts = stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let results = parts[index].map(transform)
      finished.withLock { $0[index] = results }
    }
    return finished.withLock { finished in parts.indices.flatMap { finished[$0] ?? [] } }
  }
}
