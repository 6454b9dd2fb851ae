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
    let output = Mutex<[UInt8]>([])
    let process = ProgramProcess(self, lineLimit: Self.outputLimit) { event in
      guard case .lines(let lines) = event else { return }
      output.withLock { output in
        for line in lines { output += line + [UInt8(ascii: "\n")] }
      }
    }
    process.send(input)

    guard let ending = await process.end(within: limit) else {
      throw ProgramRunFailure(reason: "didn't exit within \(limit)", log: [])
    }
    guard ending.status == .exited(0) else {
      let ending = ProgramEnding(status: ending.status, log: ending.log)
      throw ProgramRunFailure(reason: ending.description, log: ending.log)
    }
    return output.withLock { $0 } + ending.unfinishedLine
  }

  /// The maximum length of a line of output in bytes: 64 MiB.
  private static let outputLimit = 64 << 20
}
