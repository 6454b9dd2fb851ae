import AdapterHost
import Foundation
import SystemPackage
import Testing

@testable import parity

/// A suite for the contract session-detail in a folder of its own, which is removed with the last
/// reference to it.
final class TemporarySuite: Sendable {
  /// The folder with Fixtures and Golden.
  let root: URL
  private let container: URL
  /// The folder that programs use as `HOME` and `TMPDIR`. A run must leave nothing there.
  private let belongings: URL

  static let contract = "session-detail"
  static let fixtures = "Fixtures/session-detail"
  static let goldens = "Golden/session-detail"
  static let lock = "Golden/golden.lock.jsonl"

  /// Creates a suite.
  ///
  /// - Parameter files: The texts of the files, by path relative to the root.
  init(_ files: [String: String] = Sample.files) throws {
    container = FileManager.default.temporaryDirectory
      .appendingPathComponent("parity-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    root = container.appendingPathComponent("suite")
    belongings = container.appendingPathComponent("belongings")
    // The search for a suite ends at a folder with .git, so it never leaves the tests' own folders.
    let end = container.appendingPathComponent(".git")
    for folder in [root.appendingPathComponent("Golden"), belongings, end] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for (path, text) in files { try write(text, to: path) }
  }

  /// Returns the sample with all of its goldens in place and correct.
  static func recorded() async throws -> TemporarySuite {
    let suite = try TemporarySuite()
    for (path, data) in try await sampleGoldens.value where !data.isEmpty {
      try suite.write(data, to: "Golden/\(path)")
    }
    return suite
  }

  /// The goldens are always the same, so recording them once is enough.
  private static let sampleGoldens = Task {
    try await recorded(Sample.files).contents(of: "Golden")
  }

  /// Returns a suite with its goldens in place.
  static func recorded(_ files: [String: String]) async throws -> TemporarySuite {
    let suite = try TemporarySuite(files)
    let run = try await suite.parity("regenerate", "--quiet")
    try #require(run.end == .exit(0), run.transcript)
    return suite
  }

  deinit {
    try? FileManager.default.removeItem(at: container)
  }

  // MARK: - Starting programs

  /// Runs `parity` in this process, with a clean environment.
  ///
  /// - Parameter folder: The working folder, relative to the root.
  func parity(
    _ arguments: String...,
    in folder: String = "",
    environment: [String: String] = [:],
    input: String? = nil,
    gate: Gate = .programs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    try await parity(
      arguments,
      in: folder,
      environment: environment,
      input: input,
      gate: gate,
      sourceLocation: sourceLocation
    )
  }

  /// Runs `parity` in this process as if it was the program at another place.
  ///
  /// - Parameters:
  ///   - program: The program, which looks for its built-in suites around its folder, or `nil` for
  ///     a program without built-in suites.
  ///   - name: The program's `argv[0]`. The default is its path, or `parity` if `program` is `nil`.
  func parity(
    _ arguments: [String],
    from program: URL? = nil,
    calledAs name: String? = nil,
    in folder: String = "",
    environment: [String: String] = [:],
    input: String? = nil,
    gate: Gate = .programs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let console = CapturingConsole(input: input ?? "")
    let surroundings = try surroundings(
      of: arguments,
      from: program,
      calledAs: name,
      in: folder,
      environment: environment,
      console
    )
    let (end, duration) = await gate.whenOpen {
      let start = ContinuousClock.now
      return (await Parity.run(in: surroundings), .now - start)
    }
    guard case .code(let code) = end else { throw CancellationError() }
    let run = ProgramRun(
      command: (["parity"] + arguments).joined(separator: " "),
      end: .exit(code),
      output: console.output,
      errors: console.errors,
      duration: duration
    )
    try expectNothingLeft(run, sourceLocation: sourceLocation)
    return run
  }

  /// Returns the surroundings of a command that runs in this process.
  func surroundings(
    of arguments: [String],
    from program: URL? = nil,
    calledAs name: String? = nil,
    in folder: String = "",
    environment: [String: String] = [:],
    _ console: any Console
  ) throws -> Surroundings {
    Surroundings(
      words: [name ?? program?.path ?? "parity"] + arguments,
      program: try program?.path ?? Program.url.path,
      console: console,
      programs: ProgramSurroundings(
        folder: FilePath((folder.isEmpty ? root : url(folder)).path),
        variables: self.environment(adding: environment)
      )
    )
  }

  /// Starts `parity` as a process with a clean environment, and waits for it to end.
  ///
  /// - Parameter folder: The working folder, relative to the root.
  func process(
    _ arguments: String...,
    in folder: String = "",
    environment: [String: String] = [:],
    input: String? = nil,
    interruption: Launch.Interruption? = nil,
    gate: Gate = .programs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    try await process(
      arguments,
      in: folder,
      environment: environment,
      input: input,
      interruption: interruption,
      gate: gate,
      sourceLocation: sourceLocation
    )
  }

  func process(
    _ arguments: [String],
    in folder: String = "",
    environment: [String: String] = [:],
    input: String? = nil,
    interruption: Launch.Interruption? = nil,
    gate: Gate = .programs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    try await start(
      try Program.url,
      arguments,
      in: folder,
      environment: environment,
      input: input,
      interruption: interruption,
      gate: gate,
      sourceLocation: sourceLocation
    )
  }

  /// Runs a script with sh. The variable `$PARITY` is the path of the program.
  func shell(
    _ script: String,
    input: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    try await start(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", script],
      in: "",
      environment: ["PARITY": try Program.url.path],
      input: input,
      interruption: nil,
      gate: .programs,
      sourceLocation: sourceLocation
    )
  }

  /// Runs a program with a clean environment.
  func start(
    _ program: URL,
    _ arguments: [String],
    calledAs name: String? = nil,
    in folder: String = "",
    environment: [String: String] = [:],
    input: String? = nil,
    interruption: Launch.Interruption? = nil,
    gate: Gate = .programs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let captures = container.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: captures, withIntermediateDirectories: false)
    let launch = Launch(
      program: program,
      calledAs: name,
      arguments: arguments,
      folder: folder.isEmpty ? root : url(folder),
      environment: self.environment(adding: environment),
      input: input.map { Data($0.utf8) },
      interruption: interruption,
      gate: gate
    )
    let run = try await launch.run(capturingIn: captures)
    try FileManager.default.removeItem(at: captures)
    try expectNothingLeft(run, sourceLocation: sourceLocation)
    return run
  }

  private func expectNothingLeft(_ run: ProgramRun, sourceLocation: SourceLocation) throws {
    let left = try FileManager.default.subpathsOfDirectory(atPath: belongings.path)
    #expect(
      left.isEmpty,
      "nothing should be left in the folders of the system\n\(run.transcript)",
      sourceLocation: sourceLocation
    )
  }

  /// Returns a clean environment with a test's own variables added.
  func environment(adding given: [String: String]) -> [String: String] {
    Self.cleanEnvironment(home: belongings.path).merging(given) { _, given in given }
  }

  /// Returns an environment without any variable that affects a run. It keeps the variables that
  /// the program may need to start or to be measured.
  private static func cleanEnvironment(home: String) -> [String: String] {
    let kept = [
      "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
    ]
    var variables = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    variables["HOME"] = home
    variables["TMPDIR"] = home
    if let pythonFolder { variables["PATH"] = "\(pythonFolder):\(variables["PATH"] ?? "")" }
    return variables
  }

  /// The folder of the Python interpreter, or `nil` if there is none.
  ///
  /// `python3` may be a shim of pyenv, which runs several shells each time it starts.
  private static let pythonFolder: String? = {
    let python = Process()
    let output = Pipe()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", "import os, sys; print(os.path.dirname(sys.executable))"]
    python.standardOutput = output
    guard (try? python.run()) != nil else { return nil }

    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    let folder = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    return folder.isEmpty ? nil : folder
  }()

  // MARK: - Files

  func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

  func write(_ data: Data, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: file)
  }

  func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
  }

  /// Returns every staging folder of Parity in the suite, relative to the root.
  func stagingFolders() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
      path.split(separator: "/").last?.hasPrefix(".parity-") ?? false
    }
  }

  /// Creates a symbolic link at a path relative to the root.
  func link(_ path: String, to destination: String) throws {
    let place = url(path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: place.path,
      withDestinationPath: destination
    )
  }

  /// Creates a folder next to the suite, outside the repository.
  func outside(_ name: String = "outside") throws -> URL {
    let folder = root.deletingLastPathComponent().appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

  /// Replaces a text that must be in the file.
  func replace(_ old: String, with new: String, in path: String) throws {
    let text = try text(of: path)
    try #require(
      text.contains(old),
      "\(path) should hold \(old), which the test replaces:\n\(text)"
    )
    try write(text.replacingOccurrences(of: old, with: new), to: path)
  }

  /// Returns everything below a folder, by path relative to the root: the bytes of each file, and
  /// empty data for each folder.
  func contents(of folder: String = "") throws -> [String: Data] {
    let top = folder.isEmpty ? root : url(folder)
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: top.path) {
      let file = top.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      contents[path] = isFolder.boolValue ? Data() : try Data(contentsOf: file)
    }
    return contents
  }
}
