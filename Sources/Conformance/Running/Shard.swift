internal import CanonicalJSON
internal import Cryptography

/// One of several parts of the cases, each of which runs on its own machine.
package struct Shard: Hashable, Sendable {
  /// The number of this shard, starting at 1.
  package let index: Int
  /// The number of shards that the cases are divided into.
  package let count: Int

  /// The maximum number of shards. It is more than anyone needs, and small enough for the numbers
  /// of a report.
  package static let countLimit = 100_000

  /// The only shard of a run that isn't split.
  package static let whole = Shard(of: 1)

  private init(of count: Int) {
    index = 1
    self.count = count
  }

  /// Creates a shard, or returns `nil` if `index` isn't in `1...count` or there are too many
  /// shards.
  package init?(index: Int, of count: Int) {
    guard (1...Self.countLimit).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Returns whether a case belongs to the shard. This depends only on the case's name and the
  /// number of shards.
  ///
  /// Each case is in exactly one shard: the first eight bytes of the SHA-256 of `CONTRACT/CASE`, as
  /// a big-endian number, modulo the number of shards. So adding a case moves no other case.
  package func includes(_ testCase: Case) -> Bool {
    !testCase.belongsToOtherShard && includes(testCase.name)
  }

  /// Returns whether the shard has the case with a name `CONTRACT/CASE`.
  func includes(_ name: String) -> Bool {
    let number = sha256(Array(name.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number % UInt64(count) == UInt64(index - 1)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "shard \(index) of \(count)" }
}

/// A shard's part of the cases that all shards run together.
package struct ShardShare: Codable, Hashable, Sendable {
  /// The number of this shard, starting at 1.
  package let index: Int
  package let count: Int
  /// The number of cases in this shard.
  package let cases: Int
  /// The number of cases in all shards.
  package let total: Int
  /// The SHA-256 of the names of the cases of all shards, in hex. It differs between shards of
  /// different selections.
  package let selection: String
  /// The contracts and implementations that have no case in this shard but have one in another.
  package let idle: [Part]
  /// Whether nothing runs in this shard but something runs in another.
  package let isIdle: Bool

  /// A contract and one of its implementations.
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

  /// The shard, or `nil` if the index and the count aren't valid.
  package var shard: Shard? { Shard(index: index, of: count) }
}

extension ShardShare: CustomStringConvertible {
  package var description: String {
    "shard \(index) of \(count): \(cases) of \(counted(total, "case"))"
  }
}
