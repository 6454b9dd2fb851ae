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
  private let pipes: ProgramPipes?
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
      let pipes = try ProgramPipes { Task(executorPreference: executor) { await handle(.inputClosed) } }
      self.pipes = pipes
      running = Task(executorPreference: executor) { [group] in
        await handle(.ended(await Self.run(command, in: group, pipes, lineLimit: lineLimit, handle: handle)))
      }
    } catch {
      pipes = nil
      running = Task(executorPreference: executor) { await handle(.ended(.notStarted("\(error)"))) }
    }
  }

  /// Whether it has written what nobody has read yet.
  var hasUnreadOutput: Bool { pipes?.isReadable ?? false }
  /// How often its output has been read from.
  var reads: Int { pipes?.reads ?? 0 }

  /// Writes to the program's standard input, some time.
  func send(_ bytes: [UInt8]) { pipes?.write(bytes) }

  /// Asks the program to end.
  func closeInput() { pipes?.closeInput() }

  /// Ends the program and its descendants, in as far as they stayed in its session.
  func kill() {
    group.kill()
    pipes?.closeInput()
  }

  func waitForEnd() async { await running.value }

  /// A write to a program that has closed its standard input is an error then, and not the end of the harness.
  private static let ignoreBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// The life of a program from its start to its end.
  private static func run(
    _ command: ProgramCommand, in group: ProcessGroup, _ pipes: ProgramPipes, lineLimit: Int,
    handle: @escaping @Sendable (Event) async -> Void
  ) async -> ProgramEnding {
    do {
      let result = try await Subprocess.run(
        command.configuration, input: .fileDescriptor(pipes.programInput, closeAfterSpawningProcess: true),
        output: .fileDescriptor(pipes.programOutput, closeAfterSpawningProcess: true), error: .sequence
      ) { execution in
        let process = execution.processIdentifier.value
        group.start(process)
        async let standardError = tail(of: execution.standardError, untilExitOf: process, dismissing: pipes)
        let unfinishedLine = await pipes.readLines(limit: lineLimit, handle: handle)
        await handle(.outputClosed)
        let tail = await standardError
        group.end()
        return (tail, unfinishedLine)
      }
      return ProgramEnding(
        status: .init(result.terminationStatus), standardError: result.closureResult.0,
        unfinishedLine: result.closureResult.1)
    } catch {
      pipes.dismiss()
      return .notStarted("\(error)")
    }
  }

  /// Returns once the process has exited, and has nothing more of its pipes awaited then: a descendant may have them open.
  private static func tail(
    of errors: SubprocessOutputSequence, untilExitOf process: pid_t, dismissing pipes: ProgramPipes
  ) async -> OutputTail {
    var tail = OutputTail()
    var buffers = errors.makeAsyncIterator()
    while let buffer = try? await buffers.next() {
      buffer.withUnsafeBytes { tail.append($0) }
    }
    await exit(of: process)
    pipes.dismiss()
    return tail
  }

  /// Returns once the process has exited, which leaves its number its own until it is waited for.
  private static func exit(of process: pid_t) async {
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
