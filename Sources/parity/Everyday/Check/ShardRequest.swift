internal import ArgumentParser
internal import Conformance
internal import SystemPackage

/// The value of `--shard` as it was written.
enum ShardRequest {
  case bazel
  case gitlab
  case given(Shard)

  /// Reads the value of `--shard`.
  ///
  /// - Throws: A `ValidationError` if the value isn't a shard.
  init(parsing argument: String) throws {
    switch argument {
    case "bazel": self = .bazel
    case "gitlab": self = .gitlab
    default:
      let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map {
        Self.number(String($0))
      }

      guard numbers.count == 2, let index = numbers[0], let count = numbers[1],
        let shard = Shard(index: index, of: count)
      else {
        throw ValidationError(
          "must be i/n, such as 2/5, or 'bazel' or 'gitlab'"
        )
      }

      self = .given(shard)
    }
  }

  /// Returns the shard to run, from the option or from the environment of the CI system.
  ///
  /// If Bazel doesn't set its variables, this is the whole suite.
  func shard() throws(CommandFailure) -> Shard {
    switch self {
    case .given(let shard): return shard
    case .gitlab:
      return try Self.shard("CI_NODE_INDEX", of: "CI_NODE_TOTAL", for: "gitlab", first: 1)
    case .bazel:
      // Sharding may be turned off.
      guard !["TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"].allSatisfy({ environment($0) == nil }) else {
        return .whole
      }

      let shard = try Self.shard(
        "TEST_SHARD_INDEX",
        of: "TEST_TOTAL_SHARDS",
        for: "bazel",
        first: 0
      )
      try BazelTest.touchStatusFile()
      return shard
    }
  }

  /// Whether Bazel runs the command, which then also sets the filter and a report.
  var isBazel: Bool {
    if case .bazel = self {
      true
    } else {
      false
    }
  }

  /// Reads a shard from environment variables.
  ///
  /// - Parameter first: The number of the first shard. Bazel counts from 0.
  private static func shard(
    _ index: String,
    of count: String,
    for engine: String,
    first: Int
  ) throws(CommandFailure) -> Shard {
    let index = try variable(index, of: engine) + 1 - first
    let count = try variable(count, of: engine)

    guard let shard = Shard(index: index, of: count) else {
      throw CommandFailure(
        .usage,
        "the environment variables specify an invalid shard, \(index) of \(count)"
      )
    }

    return shard
  }

  /// Returns the number in an environment variable.
  ///
  /// - Parameter engine: The value of `--shard`, for the message if the variable isn't a number.
  private static func variable(_ name: String, of engine: String) throws(CommandFailure) -> Int {
    let text = environment(name)
    if let number = text.flatMap(number) { return number }
    let fault = text.map { "isn't a number ('\($0)')" } ?? "isn't set"
    throw CommandFailure(.usage, "--shard \(engine) reads \(name), which \(fault)")
  }

  /// Parses a text that consists only of digits, nine at most.
  private static func number(_ text: String) -> Int? {
    (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(text) : nil
  }
}
