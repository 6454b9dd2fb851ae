internal import ArgumentParser
internal import Conformance
internal import SystemPackage

/// Which part of the cases this machine runs.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run one of so many parts of the cases, 2/5 say. 'bazel' and 'gitlab' read the variables of those.",
      valueName: "i/n"))
  var shard: ShardRequest?

  func chosen() throws(CommandFailure) -> Shard? { try shard?.shard() }
}

/// `--shard` as it was written.
struct ShardRequest: ExpressibleByArgument {
  let shard: @Sendable () throws(CommandFailure) -> Shard

  init?(argument: String) {
    switch argument {
    case "bazel":
      shard = { () throws(CommandFailure) in
        // Bazel counts from 0.
        let index = try Self.variable("TEST_SHARD_INDEX", of: "bazel") + 1
        let shard = try Self.shard(index, of: try Self.variable("TEST_TOTAL_SHARDS", of: "bazel"))
        try Self.touchStatusFile()
        return shard
      }
    case "gitlab":
      shard = { () throws(CommandFailure) in
        let index = try Self.variable("CI_NODE_INDEX", of: "gitlab")
        return try Self.shard(index, of: try Self.variable("CI_NODE_TOTAL", of: "gitlab"))
      }
    default:
      let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Self.number(String($0)) }
      guard numbers.count == 2, let index = numbers[0], let count = numbers[1],
        let shard = Shard(index: index, of: count)
      else { return nil }
      self.shard = { shard }
    }
  }

  /// Bazel takes a program that does not touch this file for one that knows nothing of shards.
  private static func touchStatusFile() throws(CommandFailure) {
    guard let path = environment("TEST_SHARD_STATUS_FILE"), !path.isEmpty else { return }
    do {
      try FileSystem.append([], to: FilePath(path))
    } catch {
      throw CommandFailure(.cannotWrite, "TEST_SHARD_STATUS_FILE \(path) can't be touched: \(error.reason)")
    }
  }

  private static func shard(_ index: Int, of count: Int) throws(CommandFailure) -> Shard {
    guard let shard = Shard(index: index, of: count) else {
      throw CommandFailure(.usage, "by the environment, this is shard \(index) of \(count), and there is no such shard")
    }
    return shard
  }

  private static func variable(_ name: String, of engine: String) throws(CommandFailure) -> Int {
    guard let text = environment(name) else {
      throw CommandFailure(.usage, "--shard \(engine) reads \(name), which is not set")
    }
    guard let number = number(text) else {
      throw CommandFailure(.usage, "--shard \(engine) reads \(name), which is no number: '\(text)'")
    }
    return number
  }

  /// Digits alone, up to nine.
  private static func number(_ text: String) -> Int? {
    (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
