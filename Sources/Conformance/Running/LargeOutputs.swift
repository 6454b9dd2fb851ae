/// Reads and compares large outputs, one at a time.
///
/// Values take several times the memory of their text, and a program that is wrong about one case
/// is often wrong about many.
package actor LargeOutputs {
  /// The only instance in use, so that large outputs of all implementations wait for each other.
  package static let shared = LargeOutputs()

  /// The size in bytes from which a text is large.
  private static let size = 256 << 10

  /// Whether an output with a text of this size is read one at a time.
  package static func isLarge(bytes: Int) -> Bool { bytes >= size }

  /// Runs a closure and returns its result. If `isLarge` is `true`, only one such closure runs at a
  /// time.
  ///
  /// - Parameter work: The closure to run. It must not wait for an implementation.
  package static func alone<Value: Sendable>(
    if isLarge: Bool,
    _ work: @Sendable () -> Value
  ) async -> Value {
    isLarge ? await shared.run(work) : work()
  }

  /// Runs a closure. It doesn't suspend, so the actor runs only one at a time.
  private func run<Value: Sendable>(_ work: @Sendable () -> Value) -> Value { work() }
}

extension Outcome {
  /// Whether the outcome is an output that only ``LargeOutputs`` should read.
  package var isLarge: Bool { output?.isLarge ?? false }
}
