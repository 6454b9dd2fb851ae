import Foundation

/// A server of sessions, each of which behaves in another way.
final class WorkflowServer: Sendable {
  private let unreliable = UnreliableSession()
  private let soaks = SoakSessions()
  private let scripts = ScriptedSessions()

  func answer(_ exchange: Exchange) {
    let parts = exchange.path.split(separator: "/").map(String.init)
    guard parts.count == 4, parts[0] == "api", parts[1] == "sessions",
      let id = parts[2].removingPercentEncoding
    else { return exchange.answer(400) }

    if id == "s1" {
      unreliable.answer(parts[3], exchange)
    } else if id.hasPrefix("soak-") {
      soaks.answer(id, parts[3], exchange)
    } else {
      scripts.answer(id, parts[3], exchange)
    }
  }
}

/// A counter for each of several names, from 1.
final class Counters: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var counts: [String: Int] = [:]

  /// Adds a number to a counter, and returns the sum.
  @discardableResult
  func add(_ number: Int, to name: String) -> Int {
    lock.withLock {
      counts[name, default: 0] += number
      return counts[name, default: 0]
    }
  }

  /// Counts one more, and returns the count.
  func next(_ name: String) -> Int { add(1, to: name) }
}

/// A list of texts that any thread can append to.
final class Texts: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var texts: [String] = []

  func append(_ text: String) { lock.withLock { texts.append(text) } }

  func joined() -> String { lock.withLock { texts.joined() } }
}
