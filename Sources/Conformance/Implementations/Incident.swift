/// A problem with an implementation that isn't a verdict on one of its responses. It fails the run.
package struct Incident: Error, Hashable, Sendable {
  /// What happened, with the names of the cases that it is about.
  package enum Kind: Hashable, Sendable {
    /// It could not be started, or the start of the conversation violated the protocol. No request
    /// was sent.
    case notStarted
    /// It failed while it worked on these cases, but did not fail again when they were repeated.
    case flaky(cases: [String])
    /// It violated the protocol in connection with a case that it had answered already.
    case misbehaved(case: String)
    /// It failed after it had answered all requests.
    case badExit
    /// It skipped these cases at run time, and the run allows fewer.
    case skipped(cases: [String])
    /// It failed so often that the remaining requests were not sent.
    case abandoned
  }

  package let implementation: String
  package let kind: Kind
  package let failure: ImplementationFailure

  package init(_ kind: Kind, of implementation: String, _ failure: ImplementationFailure) {
    self.kind = kind
    self.implementation = implementation
    self.failure = failure
  }

  /// Whether it is about cases that were skipped.
  package var isAboutSkips: Bool {
    if case .skipped = kind {
      true
    } else {
      false
    }
  }
}
