internal import Conformance
internal import SystemPackage

extension Workspace {
  /// Puts everything in place, unless `CI` forbids it.
  func write(_ regeneration: Regeneration) throws(CommandFailure) {
    guard !regeneration.writesNothing else { return }
    try Self.requireWritable()
    do {
      try regeneration.stagedFiles.apply(under: root)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        """
        \(printable(error.path.string)): \(error.reason)
        Each golden is whole, old or new; run this again when it is mended.
        """)
    }
  }

  /// Puts files of the suite's authors in place.
  func write(_ files: StagedFiles) throws(CommandFailure) {
    do {
      try files.apply(under: root)
    } catch {
      throw CommandFailure(.cannotWrite, "\(printable(error.path.string)): \(error.reason)")
    }
  }

  /// Goldens are accepted by people, so none is written where nobody looks.
  static func requireWritable() throws(CommandFailure) {
    if let value = environment("CI"), !["", "0", "false"].contains(value) {
      throw CommandFailure(
        .cannotWrite, "CI is set, so nothing was written; run this where a person sees the changes, or unset CI")
    }
  }
}
