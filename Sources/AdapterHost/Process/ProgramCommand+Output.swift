internal import Synchronization

/// The reason why a program that runs only once has no usable output.
package struct ProgramRunFailure: Error {
  /// A predicate whose subject is the program, such as `exited with status 128`.
  package let reason: String
  /// The last lines of its standard error.
  package let log: [String]

  package init(reason: String, log: [String]) {
    self.reason = reason
    self.log = log
  }
}

extension ProgramCommand {
  /// Runs the program to its end, and returns what it writes to standard output.
  ///
  /// - Parameters:
  ///   - input: The bytes of its standard input.
  ///   - limit: The time after which the program is killed.
  /// - Throws: A `ProgramRunFailure` if the program can't be started, exceeds the limit, or doesn't
  ///   exit with 0.
  package func output(
    for input: [UInt8],
    within limit: Duration
  ) async throws(ProgramRunFailure) -> [UInt8] {
    switch await run(on: input, within: limit, outputLimit: Self.outputLimit) {
    case .overdue:
      throw ProgramRunFailure(reason: "didn't exit within \(limit)", log: [])
    case .tooLong:
      let reason = "wrote more than \(Self.outputLimit) bytes to standard output"
      throw ProgramRunFailure(reason: reason, log: [])
    case .ended(let output, let ending):
      guard ending.status == .exited(0) else {
        throw ProgramRunFailure(reason: ending.description, log: ending.log)
      }
      return output
    }
  }

  /// The maximum size of the output in bytes: 64 MiB.
  private static let outputLimit = 64 << 20

  /// What became of a program that runs only once.
  enum RunResult: Sendable {
    /// It ended by itself, or by a signal that Parity didn't send. The bytes are all of its
    /// standard output, and the ending has no unfinished line.
    case ended([UInt8], ProgramEnding)
    /// It exceeded the time limit and was killed.
    case overdue
    /// It wrote more than the limit and was killed.
    case tooLong
  }

  /// Runs the program to its end.
  ///
  /// Canceling the task kills the program.
  ///
  /// - Parameters:
  ///   - input: The bytes of its standard input.
  ///   - limit: The time after which the program is killed.
  ///   - outputLimit: The number of bytes on standard output after which the program is killed.
  func run(
    on input: [UInt8],
    within limit: Duration,
    outputLimit: Int
  ) async -> RunResult {
    let output = RunOutput(limit: outputLimit)
    let process = ProgramProcess(self, lineLimit: outputLimit) { event in
      output.take(event)
    }
    output.killIfTooLong(process)
    process.send(input)

    let ending = await process.end(within: limit)
    guard let bytes = output.bytes else { return .tooLong }
    guard let ending else { return .overdue }
    guard bytes.count + ending.unfinishedLine.count <= outputLimit else { return .tooLong }
    return .ended(
      bytes + ending.unfinishedLine,
      ProgramEnding(status: ending.status, log: ending.log)
    )
  }
}

/// The lines that a program has written to standard output so far.
private final class RunOutput: Sendable {
  /// The output so far, and the program to kill if it exceeds the limit.
  private struct State {
    var bytes: [UInt8] = []
    var isTooLong = false
    /// The program, once it is known. Weak, because the program's handler has the output.
    weak var process: ProgramProcess?
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// The bytes, or `nil` if there were more than the limit.
  var bytes: [UInt8]? {
    state.withLock { $0.isTooLong ? nil : $0.bytes }
  }

  /// Kills the program once it has written more than the limit.
  func killIfTooLong(_ process: ProgramProcess) {
    state.withLock { state in
      state.process = process
      if state.isTooLong { process.kill() }
    }
  }

  /// Adds the lines of an event.
  func take(_ event: ProgramProcess.Event) {
    state.withLock { state in
      switch event {
      case .lines(let lines):
        guard !state.isTooLong else { return }
        for line in lines {
          state.bytes += line
          state.bytes.append(UInt8(ascii: "\n"))
        }
        state.isTooLong = state.bytes.count > limit
      case .failed(let fault):
        state.isTooLong = state.isTooLong || fault.isOverSizeLimit
      case .ended:
        return
      }

      guard state.isTooLong else { return }
      state.bytes = []
      state.process?.kill()
    }
  }
}
