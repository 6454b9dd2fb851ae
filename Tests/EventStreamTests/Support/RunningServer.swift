import EventStreamClient
import Foundation
import TestPrograms
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The HTTP server of the tests, in a process of its own and on a port of its own. It ends with the
/// last reference to this object.
final class RunningServer: Sendable {
  let url: URL
  private let process: Process
  private let input: Pipe

  init() throws {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = try BuiltProgram("EventStreamServer").url
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // From here on, only the server holds the other ends, so a server that fails causes an end of
    // file.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(
      Int(line.trimmingCharacters(in: .whitespacesAndNewlines)),
      "the server printed \(line)"
    )
    url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    self.process = process
    self.input = input
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }
}

extension RunningServer {
  /// Creates a model whose sessions run on this server.
  @MainActor
  func model(
    apiKey: String? = nil,
    quietTime: Duration = .seconds(60),
    clock: SessionClock = .continuous
  ) -> SessionViewModel {
    let server = SessionServer(baseURL: url, apiKey: apiKey, quietTime: quietTime)
    return SessionViewModel(server: server, clock: clock)
  }

  /// Returns what the server reports about a session, such as the number of its open streams.
  func report(_ name: String, of session: String) async throws -> String {
    let url = url.appendingPathComponent("api/sessions/\(session)/\(name)")
    let (data, _) = try await URLSession.shared.data(from: url)
    return String(decoding: data, as: UTF8.self)
  }

  /// Waits until a session has a number of open streams.
  func wait(untilOpen count: Int, in session: String) async throws {
    while try await report("open", of: session) != "\(count)" {
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension SessionViewModel {
  /// Waits for a state.
  @discardableResult
  func state(where isExpected: (SessionUpdate) -> Bool) async throws -> SessionUpdate {
    for await update in updates() where isExpected(update) { return update }
    throw CancellationError()
  }

  /// Waits until the session has a number of events more than now.
  func moreEvents(_ count: Int) async throws {
    let expected = events.count + count
    try await state { $0.eventCount >= expected }
  }
}
