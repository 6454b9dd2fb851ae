internal import Conformance
internal import SystemPackage

extension Workspace {
  /// Puts goldens in place, unless `CI` forbids it.
  func write(_ regeneration: Regeneration) throws(CommandFailure) {
    guard !regeneration.transaction.isEmpty else { return }
    try Self.requireWritable()
    try write(regeneration.transaction)
  }

  func write(_ transaction: FileTransaction) throws(CommandFailure) { try transaction.write(under: root) }

  /// Goldens are accepted by people, so none is written where nobody looks.
  static func requireWritable() throws(CommandFailure) {
    if let value = environment("CI"), !["", "0", "false"].contains(value) {
      throw CommandFailure(
        .cannotWrite, "CI is set, so nothing was written; run this where a person sees the changes, or unset CI")
    }
  }
}

extension FileTransaction {
  /// Carries it out, all of it or nothing.
  func write(under root: FilePath) throws(CommandFailure) {
    do {
      try apply(under: root)
    } catch {
      throw CommandFailure(.cannotWrite, "\(error.path.string): \(error.reason)")
    }
  }
}
