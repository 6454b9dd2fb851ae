internal import Conformance

/// The reason why a suite, or another file that a check needs, can't be used.
public struct ConformanceSuiteError: Error, Hashable, Sendable {
  /// What is wrong, with the available contracts or the errors in the files.
  public let message: String
  /// What to do about it, or `nil` if the message says enough.
  public let advice: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - message: What is wrong, in lower case and without a final period.
  ///   - advice: What to do about it, or `nil` if the message says enough.
  init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }
}

extension ConformanceSuiteError: CustomStringConvertible {
  /// The message, and the advice on a line of its own.
  public var description: String { [message, advice].compactMap(\.self).joined(separator: "\n") }
}

extension ConformanceSuiteError {
  /// Creates an error with the errors in files, one per line.
  init(_ message: String, _ diagnostics: [Diagnostic]) {
    self.init(([message] + diagnostics.map(\.description)).joined(separator: "\n"))
  }
}
