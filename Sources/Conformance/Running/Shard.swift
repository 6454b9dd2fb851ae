internal import CanonicalJSON
internal import Cryptography

/// One of several parts of the cases, each run on a machine of its own.
package struct Shard: Hashable, Sendable {
  /// From 1.
  package let index: Int
  package let count: Int

  /// More than anybody starts, and few enough for the numbers of a report.
  package static let mostShards = 100_000

  package static let whole = Shard(of: 1)

  private init(of count: Int) { (index, self.count) = (1, count) }

  /// Nil unless it is one of that many.
  package init?(index: Int, of count: Int) {
    guard (1...Self.mostShards).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether a case belongs to it, which depends on the case's name and the number of shards alone.
  ///
  /// Each is in exactly one: the first eight bytes of the SHA-256 of `CONTRACT/CASE`, as a
  /// big-endian number, modulo the number of shards. So a new case moves no other.
  package func includes(_ testCase: Case) -> Bool {
    !testCase.isElsewhere && includes(testCase.name)
  }

  func includes(_ name: String) -> Bool {
    let number = sha256(Array(name.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number % UInt64(count) == UInt64(index - 1)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "shard \(index) of \(count)" }
}

/// What a shard has of the cases that all shards run together.
package struct ShardShare: Codable, Hashable, Sendable {
  /// From 1.
  package let index: Int
  package let count: Int
  /// Cases of this shard, and of all.
  package let cases: Int
  package let total: Int
  /// SHA-256 of the names of the cases of all shards, so that shards of other selections are told
  /// apart.
  package let selection: String
  /// The contracts and implementations that had nothing to judge here, and have elsewhere.
  package let idle: [Part]
  /// Whether there is nothing to judge here at all, and something elsewhere.
  package let isIdle: Bool

  /// A contract and an implementation of it.
  package struct Part: Codable, Hashable, Sendable {
    let contract: String
    let implementation: String

    package init(contract: String, implementation: String) {
      self.contract = contract
      self.implementation = implementation
    }
  }

  package init(
    _ shard: Shard,
    cases: Int,
    total: Int,
    selection: String,
    idle: [Part] = [],
    isIdle: Bool = false
  ) {
    index = shard.index
    count = shard.count
    self.cases = cases
    self.total = total
    self.selection = selection
    self.idle = idle
    self.isIdle = isIdle
  }

  /// Nil: there is no such shard.
  package var shard: Shard? { Shard(index: index, of: count) }
}

extension ShardShare: CustomStringConvertible {
  package var description: String {
    "shard \(index) of \(count): \(cases) of \(counted(total, "case"))"
  }
}
