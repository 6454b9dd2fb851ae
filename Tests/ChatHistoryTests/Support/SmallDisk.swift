import Foundation
import Subprocess
import Testing

/// A disk in memory, mounted at a folder while `body` runs.
enum SmallDisk {
  /// Whether this process can mount a disk. Tried once, because root can't mount everywhere.
  static let canBeMounted = Task {
    guard getuid() == 0 else { return false }
    return (try? await withTemporaryFolder { try await withDisk(bytes: 65_536, at: $0) {} }) != nil
  }

  static func withDisk<Result>(
    bytes: Int,
    at folder: URL,
    body: () async throws -> Result
  ) async throws -> Result {
    try await run("mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", folder.path])
    do {
      let result = try await body()
      try await run("umount", [folder.path])
      return result
    } catch {
      try await run("umount", [folder.path])
      throw error
    }
  }

  static func resize(to bytes: Int, at folder: URL) async throws {
    try await run("mount", ["-o", "remount,size=\(bytes)", folder.path])
  }

  private static func run(_ program: String, _ arguments: [String]) async throws {
    let end = try await Subprocess.run(
      .name(program),
      arguments: Arguments(arguments),
      output: .discarded,
      error: .string(limit: 4_096)
    )
    guard end.terminationStatus == .exited(0) else {
      throw MountFailure(description: "\(program) \(arguments): \(end.standardError)")
    }
  }

  struct MountFailure: Error, CustomStringConvertible {
    let description: String
  }
}
