package import Conformance

extension SessionArrivals {
  /// Every order and split where there are at most 7 rows.
  package var count: Int? { rows.count <= 7 ? orders.count : nil }

  package func schedule(number: Int) -> Schedule { schedule(order: orders.interleaving(number: number)) }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var schedule = schedule(order: orders.interleaving(using: &generator))
    for _ in 0..<generator.number(below: 4) { addExtra(to: &schedule, using: &generator) }
    return schedule
  }

  private var orders: Interleavings { Interleavings(sequences: sequences) }

  /// - Parameter order: indices of rows, and `endOfLoad`.
  private func schedule(order: [Int]) -> Schedule {
    Schedule(
      arrivals: order.filter { $0 != endOfLoad }.map { Arrival(row: $0, form: .original) },
      loadCount: order.prefix { $0 != endOfLoad }.count)
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
}
