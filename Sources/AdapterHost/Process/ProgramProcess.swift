internal import Foundation
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// A running program in a session of its own: bytes in, lines out.
///
/// However it ends, its process group is killed before `ended` is told.
final class ProgramProcess: Sendable {
  enum Event: Sendable {
    /// Those that came together, without their line feeds.
    case lines([[UInt8]])
    /// A line over the limit; no line comes after it.
    case lineTooLong
    /// It reads no more.
    case inputClosed
    /// It writes no more, though it may still run.
    case outputClosed
    /// The last event.
    case ended(ProgramEnding)
  }

  private let group = ProcessGroup()
  /// Nil where the system has no pipe left.
  private let input: InputPipe?
  private let output: OutputPipe?
  private let running: Task<Void, Never>

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - lineLimit: the most bytes of a line.
  ///   - handle: told of each event in turn; what the program writes meanwhile waits.
  init(_ command: ProgramCommand, lineLimit: Int, handle: @escaping @Sendable (Event) async -> Void) {
    Self.ignoreBrokenPipes
    let executor = ProgramTaskExecutor.shared
    do throws(Errno) {
      let output = try OutputPipe()
      let input = try InputPipe { Task(executorPreference: executor) { await handle(.inputClosed) } }
      self.input = input
      self.output = output
      running = Task(executorPreference: executor) { [group] in
        let run = ProgramRun(group: group, input: input, output: output, lineLimit: lineLimit, handle: handle)
        await handle(.ended(await run.result(of: command)))
      }
    } catch {
      input = nil
      output = nil
      running = Task(executorPreference: executor) { await handle(.ended(.notStarted("\(error)"))) }
    }
  }

  /// Whether it has written what nobody has read yet.
  var hasUnreadOutput: Bool { output?.isReadable ?? false }
  /// How often its output has been read from.
  var reads: Int { output?.reads ?? 0 }

  /// Writes to the program's standard input, some time.
  func send(_ bytes: [UInt8]) { input?.write(bytes) }

  /// Asks the program to end.
  func closeInput() { input?.close() }

  /// Ends the program and its descendants, in as far as they stayed in its session.
  func kill() {
    group.kill()
    input?.close()
  }

  func waitForEnd() async { await running.value }

  /// A write to a program that has closed its standard input is an error then, and not the end of the harness.
  private static let ignoreBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()
}

/// The life of a program from its start to its end.
private struct ProgramRun: Sendable {
  let group: ProcessGroup
  let input: InputPipe
  let output: OutputPipe
  let lineLimit: Int
  let handle: @Sendable (ProgramProcess.Event) async -> Void

  func result(of command: ProgramCommand) async -> ProgramEnding {
    do {
      let result = try await run(
        command.configuration, input: .fileDescriptor(input.programEnd, closeAfterSpawningProcess: true),
        output: .fileDescriptor(output.programEnd, closeAfterSpawningProcess: true), error: .sequence
      ) { execution in
        let process = execution.processIdentifier.value
        group.start(process)
        async let standardError = tail(of: execution.standardError, untilExitOf: process)
        let unfinishedLine = await output.readLines(limit: lineLimit, handle: handle)
        await handle(.outputClosed)
        let tail = await standardError
        group.end()
        input.abandon()
        return (tail, unfinishedLine)
      }
      return ProgramEnding(
        status: .init(result.terminationStatus), standardError: result.closureResult.0,
        unfinishedLine: result.closureResult.1)
    } catch {
      return .notStarted("\(error)")
    }
  }

  /// Returns once the process has exited, and has nothing more of its standard output awaited then: a descendant may have
  /// it open.
  private func tail(of output: SubprocessOutputSequence, untilExitOf process: pid_t) async -> OutputTail {
    var tail = OutputTail()
    var buffers = output.makeAsyncIterator()
    while let buffer = try? await buffers.next() {
      buffer.withUnsafeBytes { tail.append($0) }
    }
    await exit(of: process)
    self.output.dismiss()
    return tail
  }

  /// Returns once the process has exited, which leaves its number its own until it is waited for.
  private func exit(of process: pid_t) async {
    var pause = 1
    while true {
      var information = siginfo_t()
      let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
      if result != 0 || information.exitedProcess != 0 { return }
      try? await Task.sleep(for: .milliseconds(pause))
      pause = min(2 * pause, 20)
    }
  }
}

extension siginfo_t {
  /// 0: none has exited.
  fileprivate var exitedProcess: pid_t {
    #if canImport(Darwin)
      si_pid
    #else
      _sifields._kill.si_pid
    #endif
  }
}

extension ProgramCommand {
  fileprivate var configuration: Configuration {
    var options = PlatformOptions()
    options.createSession = true
    var variables: [Environment.Key: String?] = [:]
    for variable in environment {
      if let key = Environment.Key(rawValue: variable.name) { variables[key] = variable.value }
    }
    return Configuration(
      executable: executable, arguments: Arguments(Array(words.dropFirst())), environment: .inherit.updating(variables),
      workingDirectory: workingDirectory, platformOptions: options)
  }

  /// A path is meant from the working directory, as after `cd`.
  private var executable: Executable {
    let program = words.first ?? ""
    guard program.utf8.contains(UInt8(ascii: "/")) else { return .name(program) }
    let path = FilePath(program)
    return .path(path.isAbsolute ? path : (workingDirectory ?? FilePath(".")).pushing(path))
  }
}
