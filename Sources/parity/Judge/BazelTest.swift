internal import Conformance
internal import Reporting
internal import SystemPackage

/// What Bazel tells a test in its environment, and expects of it:
/// https://bazel.build/reference/test-encyclopedia
enum BazelTest {
  /// What `--test_filter` selects: globs with commas or colons between them.
  static var filter: [String] {
    (environment("TESTBRIDGE_TEST_ONLY") ?? "").split { ",:".contains($0) }.map { String($0) }
  }

  /// Where the report goes that Bazel shows and keeps.
  static var report: ReportRequest? {
    environment("XML_OUTPUT_FILE").flatMap {
      $0.isEmpty ? nil : ReportRequest(format: .junit, path: $0)
    }
  }

  /// Bazel takes a program that does not touch this file for one that knows nothing of shards.
  static func touchStatusFile() throws(CommandFailure) {
    guard let path = environment("TEST_SHARD_STATUS_FILE"), !path.isEmpty else { return }
    do {
      try FileSystem.append([], to: Surroundings.current.path(path))
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "TEST_SHARD_STATUS_FILE \(path) can't be touched: \(error.reason)"
      )
    }
  }
}
