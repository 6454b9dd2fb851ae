import Foundation
import TestPrograms
import Testing

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
