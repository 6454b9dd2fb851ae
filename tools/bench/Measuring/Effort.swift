/// How much to measure.
struct Effort {
  /// The size of an input in bytes.
  let bytes: Int
  /// The number of times each figure is measured.
  let rounds: Int
  /// The seed that the inputs are generated from.
  let seed: UInt64
  /// Whether the run only has to show that everything works.
  let isQuick: Bool
}
