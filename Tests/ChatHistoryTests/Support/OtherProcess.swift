import Foundation
import Subprocess
import SystemPackage
import TestPrograms

/// A running `history-program` with files as its standard streams.
struct OtherProcess: Sendable {
  let identifier: pid_t
  private let output: URL

  /// The complete lines printed so far.
  var lines: [String] {
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  func kill() { Foundation.kill(identifier, SIGKILL) }

  /// Waits until the process has printed `count` lines.
  ///
  /// - Returns: `false` if the process ends before that.
  func hasPrinted(_ count: Int) async throws -> Bool {
    while lines.count < count {
      if hasEnded(identifier) { return lines.count >= count }
      try await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  /// The result of a run.
  struct End: Sendable {
    let lines: [String]
    let errors: String
    let status: TerminationStatus

    var isGood: Bool { status == .exited(0) && errors.isEmpty }
  }

  /// Starts the program, calls `body`, and waits for the program to end.
  static func run(
    _ arguments: [String],
    in folder: URL,
    body: @Sendable (OtherProcess) async throws -> Void = { _ in }
  ) async throws -> End {
    let name = UUID().uuidString
    let output = folder.appendingPathComponent("\(name).out")
    let errors = folder.appendingPathComponent("\(name).err")
    let files = try [output, errors].map { url in
      try FileDescriptor.open(
        FilePath(url.path),
        .writeOnly,
        options: [.create, .exclusiveCreate],
        permissions: .ownerReadWrite
      )
    }
    let status = try await Subprocess.run(
      .path(FilePath(try BuiltProgram("history-program").url.path)),
      arguments: Arguments(arguments),
      input: .fileDescriptor(try .open("/dev/null", .readOnly), closeAfterSpawningProcess: true),
      output: .fileDescriptor(files[0], closeAfterSpawningProcess: true),
      error: .fileDescriptor(files[1], closeAfterSpawningProcess: true)
    ) { execution in
      try await body(OtherProcess(identifier: execution.processIdentifier.value, output: output))
    }.terminationStatus
    let lines = OtherProcess(identifier: 0, output: output).lines
    return End(
      lines: lines,
      errors: try String(contentsOf: errors, encoding: .utf8),
      status: status
    )
  }
}
