/// What was read from files, and the findings on the files.
///
/// Reading goes on after a mistake, so the value may lack what couldn't be understood.
package struct Loaded<Value> {
  package let value: Value
  package let diagnostics: [Diagnostic]

  package init(_ value: Value, _ diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }

  /// Returns the value, and adds the findings to those on other files.
  package func value(addingTo diagnostics: inout [Diagnostic]) -> Value {
    diagnostics += self.diagnostics
    return value
  }
}

extension Loaded: Sendable where Value: Sendable {}
