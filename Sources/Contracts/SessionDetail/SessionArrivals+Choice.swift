package import Conformance

extension SessionArrivals {
  /// Every order and split where there are at most 7 rows, none of them pinned.
  package var count: Int? {
    guard parts.count <= 7, !parts.contains(where: \.isPinned) else { return nil }
    return arrangements(of: classSizes) * (parts.count + 1)
  }

  package func schedule(number: Int) -> Schedule {
    let splits = parts.count + 1
    return Schedule(arrivals: order(number: number / splits), loadCount: number % splits)
  }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var order = Array(parts.indices)
    generator.shuffle(&order)
    restoreClasses(in: &order)
    let splits = splits(of: order)
    var schedule = Schedule(
      arrivals: order.map { Arrival(part: $0, form: .row) },
      loadCount: splits.lowerBound + generator.number(below: splits.count))
    for _ in 0..<generator.number(below: 4) { addExtra(to: &schedule, using: &generator) }
    return schedule
  }

  /// Delivers a row once more, or an earlier version of it, anywhere.
  private func addExtra(to schedule: inout Schedule, using generator: inout SplitMix64) {
    let part = generator.number(below: parts.count)
    let isAgain = generator.number(below: 2) == 0
    guard isAgain ? parts[part].mayRepeat : hasRoomForEarlierVersion(parts[part]) else { return }
    let place = generator.number(below: schedule.arrivals.count + 1)
    schedule.arrivals.insert(Arrival(part: part, form: isAgain ? .redelivery : .earlierVersion), at: place)
    if place < schedule.loadCount || (place == schedule.loadCount && generator.number(below: 2) == 0) {
      schedule.loadCount += 1
    }
  }

  /// Where the load may end: after the last row that has to be in it, before the first that must not.
  func splits(of order: [Int]) -> ClosedRange<Int> {
    let lowest = order.lastIndex { parts[$0].isPinned && parts[$0].isInLoad }.map { $0 + 1 } ?? 0
    let highest = order.firstIndex { parts[$0].isPinned && !parts[$0].isInLoad } ?? order.count
    return lowest...max(lowest, highest)
  }

  /// Puts the members of each class, wherever they stand, in the order of the case.
  private func restoreClasses(in order: inout [Int]) {
    let places = Dictionary(grouping: order.indices.filter { parts[order[$0]].orderClass != nil }) {
      parts[order[$0]].orderClass
    }
    for places in places.values {
      let members = places.map { order[$0] }.sorted()
      for (place, member) in zip(places, members) { order[place] = member }
    }
  }

  // MARK: - Going through all

  /// Each free row is a class of its own.
  private var classes: [[Int]] {
    let free = parts.indices.filter { parts[$0].orderClass == nil }.map { [$0] }
    let bound = Dictionary(grouping: parts.indices.filter { parts[$0].orderClass != nil }) { parts[$0].orderClass ?? 0 }
    return (free + bound.values.map { $0 }).sorted { $0[0] < $1[0] }
  }

  private var classSizes: [Int] { classes.map(\.count) }

  /// How many sequences have so many members of each class: the multinomial coefficient.
  private func arrangements(of sizes: [Int]) -> Int {
    var placed = 0
    return sizes.reduce(1) { product, size in
      (0..<size).reduce(product) { product, index in
        placed += 1
        return product * placed / (index + 1)
      }
    }
  }

  /// The arrangement of that number in the order of the classes.
  private func order(number: Int) -> [Arrival] {
    var remaining = classes
    var number = number
    var order: [Arrival] = []
    while order.count < parts.count {
      for index in remaining.indices where !remaining[index].isEmpty {
        var sizes = remaining.map(\.count)
        sizes[index] -= 1
        let arrangements = arrangements(of: sizes)
        if number < arrangements {
          order.append(Arrival(part: remaining[index].removeFirst(), form: .row))
          break
        }
        number -= arrangements
      }
    }
    return order
  }
}
