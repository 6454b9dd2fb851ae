import Conformance

/// The digest of an output in a list of known failures.
enum KnownOutput {
  /// - Parameter output: The output as canonical JSON.
  static func digest(of output: String) -> String { GoldenLock.digest(Array(output.utf8)) }
}
