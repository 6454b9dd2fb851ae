internal import Conformance
internal import Reporting
internal import SystemPackage

/// The environment variables that Bazel sets for a test, and what it expects of the test:
/// https://bazel.build/reference/test-encyclopedia
enum BazelTest {
  /// The globs that `--test_filter` selects, separated by commas or colons.
  static var filter: [String] {
    (environment("TESTBRIDGE_TEST_ONLY") ?? "").split { ",:".contains($0) }.map { String($0) }
  }

  /// The report that Bazel shows and keeps.
  static var report: ReportRequest? {
    environment("XML_OUTPUT_FILE").flatMap {
      $0.isEmpty ? nil : ReportRequest(format: .junit, path: $0)
    }
  }

  /// Touches the file that shows Bazel that the program supports shards.
  static func touchStatusFile() throws(CommandFailure) {
    guard let path = environment("TEST_SHARD_STATUS_FILE"), !path.isEmpty else { return }
    do {
      try FileSystem.append([], to: Surroundings.current.path(path))
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "can't write the file '\(path)', which is set by TEST_SHARD_STATUS_FILE: \(error.reason)"
      )
    }
  }
}
