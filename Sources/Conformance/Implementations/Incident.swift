/// Something wrong with an implementation that is no verdict on one of its answers; the run is red.
package struct Incident: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It could not be started, or did not answer as the protocol asks; nothing was asked of it.
    case notStarted
    /// It failed while it worked on these cases, and on none of them again.
    case flaky(cases: [String])
    /// It did something wrong over a case that it had answered already.
    case misbehaved(case: String)
    /// It did something wrong once it had answered everything.
    case endedBadly
    /// It failed so often that the rest was not run.
    case givenUp
  }

  package let implementation: String
  package let kind: Kind
  package let failure: ImplementationFailure

  package init(_ kind: Kind, of implementation: String, _ failure: ImplementationFailure) {
    self.kind = kind
    self.implementation = implementation
    self.failure = failure
  }
}
