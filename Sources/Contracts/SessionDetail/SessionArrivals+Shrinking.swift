extension SessionArrivals {
  /// Without a row, without one of two deliveries, without updates, with two neighbours in the case's order.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let simpler =
      withoutRow(schedule) + withoutExtra(schedule) + withoutFirstDelivery(schedule) + withoutUpdates(schedule)
      + straightened(schedule)
    return simpler.filter(keepsSides)
  }

  private func withoutRow(_ schedule: Schedule) -> [Schedule] {
    let rows = schedule.arrivals.filter { $0.form == .original }.map(\.row)
    guard rows.count > 1 else { return [] }
    return rows.map { row in schedule.keeping { schedule.arrivals[$0].row != row } }
  }

  private func withoutExtra(_ schedule: Schedule) -> [Schedule] {
    schedule.arrivals.indices.filter { schedule.arrivals[$0].form != .original }.map { extra in
      schedule.keeping { $0 != extra }
    }
  }

  /// A row that came again has come only then.
  private func withoutFirstDelivery(_ schedule: Schedule) -> [Schedule] {
    schedule.arrivals.indices.filter { schedule.arrivals[$0].form == .redelivery }.map { again in
      let original = Arrival(row: schedule.arrivals[again].row, form: .original)
      var moved = schedule
      moved.arrivals[again] = original
      return moved.keeping { $0 == again || schedule.arrivals[$0] != original }
    }
  }

  private func withoutUpdates(_ schedule: Schedule) -> [Schedule] {
    guard schedule.loadCount < schedule.arrivals.count else { return [] }
    return [Schedule(arrivals: schedule.arrivals, loadCount: schedule.arrivals.count)]
  }

  private func straightened(_ schedule: Schedule) -> [Schedule] {
    schedule.arrivals.indices.dropLast().compactMap { index in
      guard schedule.arrivals[index].row > schedule.arrivals[index + 1].row else { return nil }
      var straightened = schedule
      straightened.arrivals.swapAt(index, index + 1)
      return straightened
    }
  }

  /// Whether the rows that do not decrypt are on their side; nothing else can go wrong on the way to the case's order.
  private func keepsSides(_ schedule: Schedule) -> Bool {
    schedule.arrivals.enumerated().allSatisfy { index, arrival in
      let row = rows[arrival.row]
      return row.isReadable || row.isInLoad == (index < schedule.loadCount)
    }
  }
}

extension SessionArrivals.Schedule {
  /// The schedule with some of its arrivals, each on its side.
  fileprivate func keeping(_ isKept: (Int) -> Bool) -> Self {
    let kept = arrivals.indices.filter(isKept)
    return Self(arrivals: kept.map { arrivals[$0] }, loadCount: kept.count { $0 < loadCount })
  }
}
