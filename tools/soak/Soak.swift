import ArgumentParser
import CanonicalJSON
import EventStream
import EventStreamClient
import Foundation
import TestPrograms

/// Watches a session on a real server for minutes, and counts what arrives.
@main
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event-stream-soak",
    abstract: "Watch a session on a failing server, and count lost and repeated events.",
    discussion: """
      The server numbers its events and fails every few seconds. Exit code 0: every event arrived \
      once and in order, 1: one didn't, 2: the server doesn't start.
      """
  )

  @Option(help: "The time for which the session lasts.")
  var minutes = 10.0

  @Option(help: "The number of events per second.")
  var rate = 100

  /// Watches the session until it is complete, and prints what arrived.
  ///
  /// - Throws: `ExitCode(1)` if an event was lost, repeated or unreadable, or if the session didn't
  ///   end. `ExitCode(2)` if the server doesn't start.
  @MainActor
  func run() async throws {
    guard let server = try? ServerProcess() else {
      print("error: the server doesn't start (EventStreamServer)")
      throw ExitCode(2)
    }
    defer { server.stop() }

    let seconds = Int(minutes * 60)
    let id = "soak-\(seconds)-\(rate)"
    let model = SessionViewModel(server: SessionServer(baseURL: server.url))
    var count = SoakCount()
    let memoryAtStart = residentKilobytes()

    model.connect(to: id)
    for await update in model.updates() {
      count.take(update)
      let isOver = [.disconnected, .failed].contains(update.connectionState)
      if isOver, update.currentSession?.mode != nil { break }
    }

    let memoryAtEnd = residentKilobytes()
    count.expect(seconds * rate)
    print("time: \(seconds) s, \(rate) events per second")
    print("events: \(seconds * rate) sent, \(count.received) received")
    print(
      "lost: \(count.lost), repeated: \(count.repeated), unreadable: \(model.skippedEventCount)"
    )
    print("reconnections: \(count.reconnections), final state: \(model.connectionState)")
    print("memory: \(memoryAtStart / 1_024) MB at the start, \(memoryAtEnd / 1_024) MB at the end")

    let isSound =
      count.lost == 0 && count.repeated == 0 && model.skippedEventCount == 0
      && model.connectionState == .disconnected
    if !isSound { throw ExitCode(1) }
  }
}

/// The numbers of the events that arrived, compared with those that were sent.
private struct SoakCount {
  private(set) var received = 0
  private(set) var lost = 0
  /// The number of events that came again, or too late.
  private(set) var repeated = 0
  private(set) var reconnections = 0
  /// The greatest number of an event so far. Numbers start with 1.
  private var last = 0
  private var connection = SessionConnection.disconnected

  /// Counts the new events by their numbers. A gap in the numbers is a loss.
  mutating func take(_ update: SessionUpdate) {
    if connection == .reconnecting, update.connectionState == .connected { reconnections += 1 }
    connection = update.connectionState

    for event in update.newEvents {
      received += 1
      let number = event.payload?.value["number"]?.number?.integer.map(Int.init) ?? 0
      if number > last {
        lost += number - last - 1
        last = number
      } else {
        repeated += 1
      }
    }
  }

  /// Counts the events that are missing at the end.
  mutating func expect(_ total: Int) { lost += total - last }
}

/// The server, in a process of its own. It also ends with this program.
private final class ServerProcess {
  let url: URL
  private let process = Process()
  private let input = Pipe()

  /// Starts the server, which prints the port that it chose.
  init() throws {
    let output = Pipe()
    process.executableURL = try BuiltProgram("EventStreamServer").url
    process.standardInput = input
    process.standardOutput = output
    try process.run()

    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw ExitCode(2) }
    self.url = url
  }

  /// Ends the server without waiting for it.
  func stop() { process.terminate() }
}

/// Returns the memory that the process has now, in kilobytes, or 0 if the system doesn't show it.
private func residentKilobytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
