/// An implementation that breaks one rule in a way in which someone could really get it wrong.
package struct Deviation: Sendable {
  /// What it gets wrong, in a few words: `last arrival wins`.
  package let mistake: String
  /// The clause that it breaks.
  package let rule: String
  package let implementation: any Implementation

  package init(_ rule: String, _ mistake: String, implementation: any Implementation) {
    self.rule = rule
    self.mistake = mistake
    self.implementation = implementation
  }

  /// `R1: last arrival wins`
  package var name: String { "\(rule): \(mistake)" }
}
