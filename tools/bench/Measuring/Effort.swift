/// How much is measured.
struct Effort {
  /// Of an input.
  let bytes: Int
  /// How often each figure is measured.
  let rounds: Int
  let seed: UInt64
  /// Whether it only has to be seen that everything works.
  let isQuick: Bool
}
