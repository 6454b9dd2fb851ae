package import Conformance
import Synchronization

/// An implementation that answers with its body, one request at a time for each job.
package struct AnsweringImplementation: Implementation {
  package let name: String
  package let capabilities: Set<String>
  /// The incidents that `finish` reports.
  package let incidents: [Incident]
  package let body: @Sendable (Request) async -> Outcome

  package init(
    name: String,
    capabilities: Set<String> = [],
    incidents: [Incident] = [],
    body: @escaping @Sendable (Request) async -> Outcome
  ) {
    self.name = name
    self.capabilities = capabilities
    self.incidents = incidents
    self.body = body
  }

  package func respond(to request: Request) async -> Outcome { await body(request) }
  package func finish() async -> [Incident] { incidents }
}

extension AnsweringImplementation {
  /// Returns an implementation that answers like `Words` once two requests have been in flight, and
  /// fails if there is never a second one.
  package static func insistingOnTwo(named name: String) -> AnsweringImplementation {
    let counter = RequestCounter()
    return AnsweringImplementation(name: name) { request in
      counter.begin()
      defer { counter.end() }
      for _ in 0..<1000 where counter.most < 2 { try? await Task.sleep(for: .milliseconds(10)) }
      return counter.most < 2
        ? .failure("was asked one at a time") : .output(Words.output(of: request.input))
    }
  }
}

/// Counts the requests in flight and their maximum so far.
private final class RequestCounter: Sendable {
  private let inFlight = Mutex((now: 0, most: 0))

  var most: Int { inFlight.withLock(\.most) }

  func begin() {
    inFlight.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func end() { inFlight.withLock { $0.now -= 1 } }
}
