internal import Foundation
internal import Subprocess
internal import SystemPackage

/// A running program in a session of its own: bytes in, lines out.
///
/// However it ends, its process group is killed before `ended` is told.
final class ProgramProcess: Sendable {
  enum Event: Sendable {
    /// Those that came together, without their line feeds.
    case lines([[UInt8]])
    /// A line over the limit, after which no line comes; or it has closed one of its streams,
    /// though it may still run.
    case failed(ProgramFault)
    /// Whatever is told after it means nothing any more.
    case ended(ProgramEnding)
  }

  private let group = ProcessGroup()
  /// Nil where the system has no pipe left.
  let pipes: ProgramPipes?
  private let running: Task<ProgramEnding, Never>

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - lineLimit: the most bytes of a line.
  ///   - handle: told of each event in turn; what the program writes meanwhile waits.
  init(
    _ command: ProgramCommand,
    lineLimit: Int,
    handle: @escaping @Sendable (Event) async -> Void
  ) {
    Self.ignoreBrokenPipes
    let executor = ProgramTaskExecutor.shared
    // A program that exits closes its streams a moment before, and its exit is what should be told.
    let tellLater = { @Sendable (fault: ProgramFault) in
      _ = Task(executorPreference: executor) {
        try? await Task.sleep(for: ProgramLimits.gap)
        await handle(.failed(fault))
      }
    }
    let pipes = Result { () throws(Errno) in try ProgramPipes { tellLater(.closedInput) } }
    self.pipes = try? pipes.get()
    running = Task(executorPreference: executor) { [group] in
      let ending: ProgramEnding
      do {
        ending = try await command.run(in: group, try pipes.get()) { pipes in
          defer { tellLater(.closedOutput) }
          return await pipes.readLines(limit: lineLimit, handle: handle)
        }
      } catch {
        ending = ProgramEnding(status: .notStarted(because: error))
      }
      await handle(.ended(ending))
      return ending
    }
  }

  /// Writes to the program's standard input, some time.
  func send(_ bytes: [UInt8]) { pipes?.write(bytes) }

  /// Asks the program to end, once it has read what is there.
  func closeInput() { pipes?.closeInput() }

  /// Ends the program and its descendants, in as far as they stayed in its session.
  func kill() {
    group.kill()
    pipes?.closeInput()
  }

  /// Closes its input and waits until it has ended, and that has been told; nil where it took
  /// longer and was killed, as it is where the task is cancelled.
  @discardableResult func end(within limit: Duration) async -> ProgramEnding? {
    closeInput()
    let alarm = Task(executorPreference: ProgramTaskExecutor.shared) {
      try await Task.sleep(for: limit)
      self.kill()
    }
    let ending = await withTaskCancellationHandler {
      await running.value
    } onCancel: {
      kill()
    }
    alarm.cancel()
    let isKilled = (try? await alarm.value) != nil
    return isKilled ? nil : ending
  }

  /// A write to a program that has closed its standard input is an error then, and not the end of
  /// the harness.
  private static let ignoreBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()
}

extension ProgramCommand {
  /// The life of a program from its start to its end.
  ///
  /// - Parameter read: reads what it writes; returns the bytes after the last line feed.
  /// - Throws: why it could not be started.
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
    // Descriptors that swift-subprocess is to close are fatal to it if it can't open the next one.
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
      async let log = lastLines(
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

  /// A path is meant from the working directory, as after `cd`.
  private var executable: Executable {
    let program = words.first ?? ""
    guard program.utf8.contains(UInt8(ascii: "/")) else { return .name(program) }
    return .path((startFolder ?? ".").pushing(FilePath(program)))
  }

  /// The folder that the program starts in; `nil` for that of this process.
  private var startFolder: FilePath? {
    guard let surroundings else { return workingDirectory }
    return workingDirectory.map { surroundings.folder.pushing($0) } ?? surroundings.folder
  }

  private var inherited: Environment {
    guard let surroundings else { return .inherit }
    let variables = surroundings.variables.compactMap { name, value in
      Environment.Key(rawValue: name).map { ($0, value) }
    }
    return .custom(Dictionary(uniqueKeysWithValues: variables))
  }
}

/// The last lines of what a program writes to standard error, each cut to a length that can be
/// read.
///
/// Returns once the process has exited, and has nothing more of its pipes awaited then: a
/// descendant may have them open.
private func lastLines(
  of errors: SubprocessOutputSequence,
  untilExitOf process: pid_t,
  dismissing pipes: ProgramPipes
) async -> [String] {
  // A program may write without end.
  let limit = 8 << 10
  var tail: [UInt8] = []
  var buffers = errors.makeAsyncIterator()
  while let buffer = try? await buffers.next() {
    buffer.withUnsafeBytes { tail += UnsafeRawBufferPointer(rebasing: $0.suffix(limit)) }
    if tail.count > 2 * limit { tail.removeFirst(tail.count - limit) }
  }
  await exit(of: process)
  pipes.dismiss()
  return tail.suffix(limit).split(separator: UInt8(ascii: "\n")).suffix(10).map { excerpt(of: $0) }
}

/// Returns once the process has exited, which leaves its number its own until it is waited for.
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
  /// The status of a program that an error kept from running.
  fileprivate static func notStarted(because error: any Error) -> Self {
    let cause = error as? Errno ?? (error as? SubprocessError)?.underlyingError
    return cause?.isLackOfOpenFiles == true ? .lacksOpenFiles : .notStarted("\(error)")
  }
}
