internal import Foundation
internal import Subprocess
internal import SystemPackage

/// A running program in a session of its own, with bytes as input and lines as output.
///
/// Its process group is always killed before `ended` is reported.
final class ProgramProcess: Sendable {
  /// Output of the program, or the end of its streams or of itself.
  enum Event: Sendable {
    /// Lines that arrived together, without their line feeds.
    case lines([[UInt8]])
    /// A line exceeded the limit, and no lines follow; or the program closed one of its streams,
    /// though it may still run.
    case failed(ProgramFault)
    /// The program ended. Ignore every event after this one.
    case ended(ProgramEnding)
  }

  private let group = ProcessGroup()
  /// The pipes to and from the program, or `nil` if they couldn't be opened.
  let pipes: ProgramPipes?
  private let running: Task<ProgramEnding, Never>

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - lineLimit: The maximum length of a line in bytes.
  ///   - handle: Called with each event. The output of the program waits while lines are handled.
  init(
    _ command: ProgramCommand,
    lineLimit: Int,
    handle: @escaping @Sendable (Event) async -> Void
  ) {
    Self.ignoreBrokenPipes
    let executor = ProgramTaskExecutor.shared
    // A program that exits closes its streams shortly before. Report its exit in that case.
    let reportAfterGracePeriod = { @Sendable (fault: ProgramFault) in
      _ = Task(executorPreference: executor) {
        try? await Task.sleep(for: ProgramLimits.gap)
        await handle(.failed(fault))
      }
    }

    let pipes = Result { () throws(Errno) in
      try ProgramPipes { reportAfterGracePeriod(.closedInput) }
    }
    self.pipes = try? pipes.get()
    running = Task(executorPreference: executor) { [group] in
      let ending: ProgramEnding
      do {
        ending = try await command.run(in: group, try pipes.get()) { pipes in
          defer { reportAfterGracePeriod(.closedOutput) }
          return await pipes.readLines(limit: lineLimit, handle: handle)
        }
      } catch {
        ending = ProgramEnding(status: .notStarted(because: error))
      }
      await handle(.ended(ending))
      return ending
    }
  }

  /// The time when the program was started, or `nil` while it waits for other starts.
  var startTime: ContinuousClock.Instant? { group.startTime }

  /// Writes to the program's standard input. Bytes that don't fit into the pipe are written later.
  func send(_ bytes: [UInt8]) { pipes?.write(bytes) }

  /// Closes the program's standard input once all bytes are written, so that the program exits.
  func closeInput() { pipes?.closeInput() }

  /// Kills the program and those of its descendants that stayed in its session.
  func kill() {
    group.kill()
    pipes?.closeInput()
  }

  /// Closes the program's input, and waits until the program has ended and `ended` has been
  /// handled.
  ///
  /// Canceling the task kills the program.
  ///
  /// - Parameter limit: The time that the program has from now or, if it is later, from its start.
  /// - Returns: How the program ended, or `nil` if it exceeded the limit and was killed.
  @discardableResult func end(within limit: Duration) async -> ProgramEnding? {
    closeInput()
    let alarm = Task(executorPreference: ProgramTaskExecutor.shared) {
      try await self.waitForLimit(limit)
      // A program that has exited is in time, even if its end isn't known yet.
      let isOverdue = !self.group.hasExited
      self.kill()
      return isOverdue
    }
    let ending = await withTaskCancellationHandler {
      await running.value
    } onCancel: {
      kill()
    }
    alarm.cancel()
    let isOverdue = (try? await alarm.value) ?? false
    return isOverdue ? nil : ending
  }

  /// Waits until a limit has passed since now and since the start of the program.
  ///
  /// On a busy machine, a program can wait for its start for a while.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  func waitForLimit(_ limit: Duration) async throws {
    var begin = ContinuousClock.now
    repeat {
      try await Task.sleep(until: begin + limit)
      begin = startTime ?? .now
    } while begin + limit > .now
  }

  /// Makes a write to a program that has closed its standard input fail instead of ending the
  /// harness.
  private static let ignoreBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()
}

extension ProgramCommand {
  /// Runs the program from its start to its end.
  ///
  /// - Parameter read: Reads the output of the program and returns the bytes after the last line
  ///   feed.
  /// - Throws: The reason why the program couldn't be started.
  fileprivate func run(
    in group: ProcessGroup,
    _ pipes: ProgramPipes,
    read: (ProgramPipes) async -> [UInt8]
  ) async throws -> ProgramEnding {
    let turn = await StartTurn()
    defer {
      turn.end()
      pipes.closeProgramSides()
      pipes.dismiss()
    }
    pipes.releaseReserve()

    // Don't let swift-subprocess close these descriptors: it ends this process if it can't open the
    // next one.
    let result = try await Subprocess.run(
      configuration,
      input: .fileDescriptor(pipes.input.reading, closeAfterSpawningProcess: false),
      output: .fileDescriptor(pipes.output.writing, closeAfterSpawningProcess: false),
      error: .sequence
    ) { execution in
      turn.end()
      pipes.closeProgramSides()
      let process = execution.processIdentifier.value
      group.start(process)

      async let log = logLines(
        of: execution.standardError,
        untilExitOf: process,
        dismissing: pipes
      )

      let unfinishedLine = await read(pipes)
      let lines = await log

      group.end()
      return (lines, unfinishedLine)
    }

    let status: ProgramEnding.Status =
      switch result.terminationStatus {
      case .exited(let code): .exited(code)
      case .signaled(let signal): .killed(signal: signal)
      }
    return ProgramEnding(
      status: status,
      log: result.closureResult.0,
      unfinishedLine: result.closureResult.1
    )
  }

  /// The settings of the new process. It leads a session of its own.
  private var configuration: Configuration {
    var options = PlatformOptions()
    options.createSession = true

    var variables: [Environment.Key: String?] = [:]
    for variable in environment {
      if let key = Environment.Key(rawValue: variable.name) { variables[key] = variable.value }
    }

    return Configuration(
      executable: executable,
      arguments: Arguments(Array(words.dropFirst())),
      environment: inherited.updating(variables),
      workingDirectory: startFolder,
      platformOptions: options
    )
  }

  /// The program to execute. A path is relative to the working directory, as after `cd`.
  private var executable: Executable {
    let program = words.first ?? ""
    guard program.utf8.contains(UInt8(ascii: "/")) else { return .name(program) }
    return .path((startFolder ?? ".").pushing(FilePath(program)))
  }

  /// The folder that the program starts in, or `nil` for the working directory of this process.
  private var startFolder: FilePath? {
    guard let surroundings else { return workingDirectory }
    return workingDirectory.map { surroundings.folder.pushing($0) } ?? surroundings.folder
  }

  /// The variables that the program inherits before its own are set.
  private var inherited: Environment {
    guard let surroundings else { return .inherit }
    let variables = surroundings.variables.compactMap { name, value in
      Environment.Key(rawValue: name).map { ($0, value) }
    }
    return .custom(Dictionary(uniqueKeysWithValues: variables))
  }
}

/// Returns the lines that a program writes to standard error: all, or the first and the last ones.
///
/// Waits until the process has exited and then dismisses its pipes, because a descendant may keep
/// them open.
private func logLines(
  of errors: SubprocessOutputSequence,
  untilExitOf process: pid_t,
  dismissing pipes: ProgramPipes
) async -> [String] {
  var log = ProgramLog()
  var buffers = errors.makeAsyncIterator()
  while let buffer = try? await buffers.next() { buffer.withUnsafeBytes { log.append($0) } }

  await exit(of: process)
  pipes.dismiss()
  return log.lines
}

/// Returns once the process has exited, without waiting for it, so that its id can't be reused yet.
private func exit(of process: pid_t) async {
  var pause = 1
  while true {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    if result != 0 || information.si_signo != 0 { return }
    try? await Task.sleep(for: .milliseconds(pause))
    pause = min(2 * pause, 20)
  }
}

extension ProgramEnding.Status {
  /// Returns the status of a program that couldn't run because of an error.
  fileprivate static func notStarted(because error: any Error) -> Self {
    let cause = error as? Errno ?? (error as? SubprocessError)?.underlyingError
    return cause?.isLackOfOpenFiles == true ? .lacksOpenFiles : .notStarted("\(error)")
  }
}
