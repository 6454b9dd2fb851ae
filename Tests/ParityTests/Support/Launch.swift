import Foundation

/// A program about to be started, with files as its standard streams so that no pipe can fill up.
struct Launch {
  /// A signal to send to the program some time after its start, or after something appears in the file system.
  struct Interruption: Sendable {
    let signal: Int32
    let after: Duration
    var once: URL?
  }

  let program: URL
  let arguments: [String]
  let folder: URL
  let environment: [String: String]
  /// What the program reads; nil: nothing.
  var input: Data?
  var interruption: Interruption?
  var limit = Duration.seconds(300)

  /// - Parameter captures: a folder of this run alone, for what the program prints.
  func run(capturingIn captures: URL) async throws -> ProgramRun {
    let output = captures.appendingPathComponent("output")
    let errors = captures.appendingPathComponent("errors")
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = try inputHandle(in: captures)
    process.standardOutput = try Self.emptyFile(at: output)
    process.standardError = try Self.emptyFile(at: errors)
    let (isOverdue, duration) = try await finish(process)
    let status = process.terminationStatus
    return ProgramRun(
      command: ([program.lastPathComponent] + arguments).joined(separator: " "),
      end: isOverdue ? .overdue : process.terminationReason == .exit ? .exit(status) : .signal(status),
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self), duration: duration)
  }

  /// Starts the process and waits for its end; returns whether it had to be killed for that, and how long it ran.
  private func finish(_ process: Process) async throws -> (isOverdue: Bool, duration: Duration) {
    let watchdog = Task { [limit] in
      do { try await Task.sleep(for: limit) } catch { return false }
      // Where the machine is busy, word of its end may be late, and it is not.
      guard process.isRunning else { return false }
      process.send(SIGKILL)
      return true
    }
    defer { watchdog.cancel() }
    let duration = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Duration, any Error>) in
      let start = ContinuousClock.now
      process.terminationHandler = { _ in continuation.resume(returning: .now - start) }
      do {
        try process.run()
        if let interruption { process.send(interruption) }
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    watchdog.cancel()
    return (await watchdog.value, duration)
  }

  private func inputHandle(in captures: URL) throws -> FileHandle {
    guard let input else { return .nullDevice }
    let file = captures.appendingPathComponent("input")
    try input.write(to: file)
    return try FileHandle(forReadingFrom: file)
  }

  private static func emptyFile(at url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }
}

extension Process {
  fileprivate func send(_ interruption: Launch.Interruption) {
    Thread.detachNewThread {
      if let path = interruption.once?.path {
        while self.isRunning && access(path, F_OK) != 0 { usleep(50) }
      }
      let (seconds, attoseconds) = interruption.after.components
      Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) * 1e-18)
      self.send(interruption.signal)
    }
  }

  fileprivate func send(_ signal: Int32) {
    if isRunning { kill(processIdentifier, signal) }
  }
}
