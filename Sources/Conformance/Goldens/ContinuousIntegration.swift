/// The rule that decides if a person is present to accept goldens.
package enum ContinuousIntegration {
  /// Returns whether the environment variable `CI` has a value other than an empty text, `0` or
  /// `false`.
  ///
  /// - Parameter variable: The value of the variable, or `nil` if it isn't set.
  package static func isSignaled(by variable: String?) -> Bool {
    guard let variable else { return false }
    return !["", "0", "false"].contains(variable)
  }
}
