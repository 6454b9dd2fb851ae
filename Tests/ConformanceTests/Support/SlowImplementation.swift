import CanonicalJSON
import Conformance
import Synchronization

/// An implementation that answers after the milliseconds in the input's `wait`, and counts the
/// requests in flight.
final class SlowImplementation: Implementation {
  let name = "slow"
  let capabilities: Set<String> = []
  private let inFlight = Mutex((now: 0, most: 0))

  var mostInFlight: Int { inFlight.withLock(\.most) }

  func respond(to request: Request) async -> Outcome {
    inFlight.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    try? await Task.sleep(for: .milliseconds(request.input["wait"]?.number?.integer ?? 0))
    inFlight.withLock { $0.now -= 1 }
    return .output(request.input)
  }
}
