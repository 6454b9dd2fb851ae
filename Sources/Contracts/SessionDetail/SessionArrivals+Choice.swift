package import Conformance

extension SessionArrivals {
  /// Every order and split where there are at most 7 rows.
  package var count: Int? { rows.count <= 7 ? arrangements(of: sequences) : nil }

  package func schedule(number: Int) -> Schedule { schedule(order: arrangement(number: number)) }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var order = Array(rows.indices) + [endOfLoad]
    generator.shuffle(&order)
    restoreSequences(in: &order)
    var schedule = schedule(order: order)
    for _ in 0..<generator.number(below: 4) { addExtra(to: &schedule, using: &generator) }
    return schedule
  }

  /// - Parameter order: indices of rows, and `endOfLoad`.
  private func schedule(order: [Int]) -> Schedule {
    Schedule(
      arrivals: order.filter { $0 != endOfLoad }.map { Arrival(row: $0, form: .original) },
      loadCount: order.prefix { $0 != endOfLoad }.count)
  }

  /// Puts the members of each sequence, wherever they stand, into its order.
  private func restoreSequences(in order: inout [Int]) {
    for sequence in sequences where sequence.count > 1 {
      let places = order.indices.filter { sequence.contains(order[$0]) }
      for (place, member) in zip(places, sequence) { order[place] = member }
    }
  }

  /// Delivers a row once more, or an earlier version of it, anywhere; nothing where the row does not allow it.
  private func addExtra(to schedule: inout Schedule, using generator: inout SplitMix64) {
    let row = generator.number(below: rows.count)
    let arrival = Arrival(row: row, form: generator.number(below: 2) == 0 ? .redelivery : .earlierVersion)
    guard allows(arrival) else { return }
    let place = generator.number(below: schedule.arrivals.count + 1)
    let isInLoad = place < schedule.loadCount || (place == schedule.loadCount && generator.number(below: 2) == 0)
    schedule.arrivals.insert(arrival, at: place)
    if isInLoad { schedule.loadCount += 1 }
  }

  // MARK: - Going through all

  /// In how many ways the sequences can be merged: the multinomial coefficient of their lengths.
  private func arrangements(of sequences: [some Collection]) -> Int {
    var placed = 0
    return sequences.reduce(1) { product, sequence in
      (0..<sequence.count).reduce(product) { product, index in
        placed += 1
        return product * placed / (index + 1)
      }
    }
  }

  /// The merger of that number; those that begin with the first sequence come first.
  private func arrangement(number: Int) -> [Int] {
    var remaining = sequences.map { $0[...] }
    var number = number
    var order: [Int] = []
    while order.count <= rows.count {
      for index in remaining.indices {
        var rest = remaining
        guard let first = rest[index].popFirst() else { continue }
        let arrangements = arrangements(of: rest)
        guard number >= arrangements else {
          order.append(first)
          remaining = rest
          break
        }
        number -= arrangements
      }
    }
    return order
  }
}
