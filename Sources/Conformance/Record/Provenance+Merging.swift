internal import RFC3339

extension Provenance {
  /// The time that the run took, or `nil` if it isn't known.
  package var duration: Duration? { milliseconds.map { .milliseconds($0) } }

  /// Returns the provenance of a run from those of its shards, or `nil` if none has any.
  ///
  /// The duration is the time from the first start to the last end. The machine is known if all
  /// shards ran on the same kind.
  package static func merged(_ parts: [Provenance]) -> Provenance? {
    guard let first = parts.first else { return nil }

    let implementations = first.implementations.map { implementation in
      let entries = parts.flatMap(\.implementations).filter { $0.name == implementation.name }
      return entries.first(where: \.isDescribed) ?? implementation
    }
    let machines = Set(parts.map(\.machine))
    let period = Period(parts)
    return Provenance(
      implementations: implementations,
      start: period.map { "\($0.start)" },
      milliseconds: period?.milliseconds,
      machine: machines.count == 1 ? first.machine : nil
    )
  }

  /// The time from the start of the first shard to the end of the last one.
  private struct Period {
    let start: DateTime
    let milliseconds: Int

    /// Creates the period, or returns `nil` if the time of a shard isn't known.
    init?(_ parts: [Provenance]) {
      var times: [(start: DateTime, milliseconds: Int)] = []
      for part in parts {
        guard let start = part.start.flatMap(DateTime.init), let milliseconds = part.milliseconds
        else { return nil }
        times.append((start, milliseconds))
      }
      guard let start = times.map(\.start).min() else { return nil }

      let ends = times.map { ($0.start.seconds - start.seconds) * 1_000 + $0.milliseconds }
      self.start = start
      milliseconds = ends.max() ?? 0
    }
  }
}

extension Provenance.Implementation {
  /// Whether anything but the name is known.
  fileprivate var isDescribed: Bool { version != nil || language != nil || command != nil }
}

extension [String: String] {
  /// Returns the labels that all shards of a run have with the same value.
  package static func commonLabels(_ shards: [[String: String]]) -> [String: String] {
    guard let first = shards.first else { return [:] }
    return first.filter { name, value in shards.allSatisfy { $0[name] == value } }
  }
}
