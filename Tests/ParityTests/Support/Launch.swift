import Foundation
import Subprocess
import SystemPackage
import TestPrograms

/// A program to start, with files as its standard streams so that no pipe can fill up.
struct Launch {
  /// A signal to send to the program after it starts or after a sequence of changes in the file
  /// system.
  struct Interruption: Sendable {
    let signal: Int32
    let after: Duration
    var once: [Sign] = []

    enum Sign {
      case appears(URL)
      /// A file with this name is in a staging folder.
      case staged(String, StagingWatch)
      /// No file with this name is in a staging folder anymore.
      case moved(String, StagingWatch)
      case stagingVanishes(StagingWatch)
    }
  }

  let program: URL
  /// The program's `argv[0]`, or `nil` for its name without a folder, as when the shell finds it.
  var calledAs: String?
  let arguments: [String]
  let folder: URL
  let environment: [String: String]
  /// The program's standard input, or `nil` for none.
  var input: Data?
  var interruption: Interruption?
  /// Only a program that hangs reaches it, however busy the machine is.
  var limit = Duration.seconds(1_800)
  /// The gate that limits how many programs run at the same time.
  var gate = Gate.programs

  /// Starts the program and waits for it to end.
  ///
  /// - Parameter captures: A folder that only this run uses, for the program's output.
  func run(capturingIn captures: URL) async throws -> ProgramRun {
    let output = captures.appendingPathComponent("output")
    let errors = captures.appendingPathComponent("errors")
    let (end, duration) = try await gate.whenOpen {
      try await finish(in: captures, output: output, errors: errors)
    }
    return ProgramRun(
      command: ([program.lastPathComponent] + arguments).joined(separator: " "),
      end: end,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
      duration: duration
    )
  }

  /// Starts the program and waits for it to end.
  ///
  /// - Returns: How it ended, and how long it ran.
  private func finish(in captures: URL, output: URL, errors: URL) async throws -> (
    ProgramRun.End, Duration
  ) {
    let variables = environment.compactMap { name, value in
      Environment.Key(rawValue: name).map { ($0, value) }
    }
    let configuration = Configuration(
      executable: .path(FilePath(program.path)),
      arguments: Arguments(
        executablePathOverride: calledAs ?? program.lastPathComponent,
        remainingValues: arguments
      ),
      environment: .custom(Dictionary(uniqueKeysWithValues: variables)),
      workingDirectory: FilePath(folder.path)
    )
    let input = try inputFile(in: captures)
    let output = try Self.newFile(at: output)
    let errors = try Self.newFile(at: errors)
    let start = ContinuousClock.now
    let running = Task { [interruption] in
      try await Subprocess.run(
        configuration,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .fileDescriptor(output, closeAfterSpawningProcess: true),
        error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
      ) { execution in
        if let interruption { await interruption.send(to: execution.processIdentifier.value) }
      }.terminationStatus
    }
    let watchdog = Task { [limit] in
      do { try await Task.sleep(for: limit) } catch { return false }
      // Canceling the task kills the program.
      running.cancel()
      return true
    }
    let status = try await running.value
    let duration = ContinuousClock.now - start
    watchdog.cancel()
    let isOverdue = await watchdog.value
    switch status {
    case .signaled(SIGKILL) where isOverdue: return (.overdue, duration)
    case .signaled(let signal): return (.signal(signal), duration)
    case .exited(let code): return (.exit(code), duration)
    }
  }

  private func inputFile(in captures: URL) throws -> FileDescriptor {
    guard let input else { return try .open("/dev/null", .readOnly) }
    let file = captures.appendingPathComponent("input")
    try input.write(to: file)
    return try .open(FilePath(file.path), .readOnly)
  }

  private static func newFile(at url: URL) throws -> FileDescriptor {
    try .open(
      FilePath(url.path),
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: .ownerReadWrite
    )
  }
}

extension Launch.Interruption.Sign {
  /// Whether the moment has to be met exactly, because it is followed by the next within microseconds.
  fileprivate var isShort: Bool {
    switch self {
    case .appears: false
    case .staged, .moved, .stagingVanishes: true
    }
  }

  fileprivate var isThere: Bool {
    switch self {
    case .appears(let url): access(url.path, F_OK) == 0
    case .staged(let name, let watch): watch.folders.contains { watch.has(name, in: $0) }
    case .moved(let name, let watch): !watch.folders.contains { watch.has(name, in: $0) }
    case .stagingVanishes(let watch): watch.folders.isEmpty
    }
  }
}

/// The staging folders that a run creates in a folder, without the existing ones.
struct StagingWatch: Sendable {
  private let parent: URL
  private let earlier: Set<String>

  init(_ parent: URL) {
    self.parent = parent
    earlier = Set(Self.stagingFolders(in: parent))
  }

  fileprivate var folders: [String] {
    Self.stagingFolders(in: parent).filter { !earlier.contains($0) }
  }

  fileprivate func has(_ name: String, in folder: String) -> Bool {
    access("\(parent.path)/\(folder)/\(name)", F_OK) == 0
  }

  private static func stagingFolders(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(".parity-staging-") }
  }
}

extension Launch.Interruption {
  /// Sends the signal at the right moment, from a thread of its own because some moments are short.
  /// The process may have ended by then, but must not have been waited for.
  fileprivate func send(to process: pid_t) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        for sign in once {
          while !sign.isThere && !hasEnded(process) { usleep(sign.isShort ? 20 : 2_000) }
        }
        let (seconds, attoseconds) = after.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) * 1e-18)
        kill(process, signal)
        continuation.resume()
      }
    }
  }
}
