import Conformance
import Synchronization

/// Answers one request at a time for each job, as its body does.
struct AnsweringImplementation: Implementation {
  let name: String
  var capabilities: Set<String> = []
  /// What its end tells.
  var incidents: [Incident] = []
  let body: @Sendable (Request) async -> Outcome

  func respond(to request: Request) async -> Outcome { await body(request) }
  func finish() async -> [Incident] { incidents }
}

extension AnsweringImplementation {
  /// Answers as `Words` once two requests have been in flight, and fails where there is never a
  /// second.
  static func insistingOnTwo(named name: String) -> AnsweringImplementation {
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

/// How many requests are in flight, and have been.
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
