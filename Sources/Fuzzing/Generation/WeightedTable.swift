internal import Conformance

/// Choices with weights, one of which a random generator picks.
///
/// A table is written as a dictionary literal. The order of its entries decides which choice a seed
/// gives, so a choice can have several entries:
///
///     private static let mutations: WeightedTable<Mutation> = [
///       .remove: 1,
///       .insert: 3,
///       .remove: 1,
///     ]
struct WeightedTable<Choice: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
  private let entries: [(choice: Choice, weight: Int)]
  /// The sum of all weights.
  private let total: Int

  init(dictionaryLiteral elements: (Choice, Int)...) {
    entries = elements.map { (choice: $0.0, weight: $0.1) }
    total = elements.reduce(0) { $0 + $1.1 }
  }

  /// Creates a table of choices that are equally likely.
  init(_ choices: [Choice]) {
    entries = choices.map { (choice: $0, weight: 1) }
    total = choices.count
  }

  /// Returns a random choice. Takes one number from the generator if the sum of the weights is
  /// above 1.
  ///
  /// - Precondition: The table isn't empty.
  func choice(using generator: inout SplitMix64) -> Choice {
    var rest = generator.number(below: total)
    for entry in entries {
      if rest < entry.weight { return entry.choice }
      rest -= entry.weight
    }
    return entries[entries.count - 1].choice
  }
}
