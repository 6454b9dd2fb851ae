import Foundation

/// Limits how many tasks run at once, so that no program is slowed down by all the others.
actor Gate {
  /// As many as the machine can serve at a time.
  static let programs = Gate(width: max(2, ProcessInfo.processInfo.activeProcessorCount))
  /// For programs that mostly wait and take no processor time.
  static let sleepers = Gate(width: 16)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) {
    free = width
  }

  func whenOpen<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
