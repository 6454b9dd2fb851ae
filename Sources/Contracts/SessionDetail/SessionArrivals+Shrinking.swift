internal import SessionTimeline

extension SessionArrivals {
  /// Without a row, without something delivered twice, without updates, with two neighbours in the case's order.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let rows = schedule.arrivals.filter { $0.form == .row }.map(\.part)
    let withoutRow =
      rows.count > 1 ? rows.map { part in removing(from: schedule) { schedule.arrivals[$0].part == part } } : []
    let withoutExtra = schedule.arrivals.indices.filter { schedule.arrivals[$0].form != .row }.map { extra in
      removing(from: schedule) { $0 == extra }
    }
    return (withoutRow + withoutExtra + withoutUpdates(schedule) + straightened(schedule)).filter { isAllowed($0) }
  }

  private func removing(from schedule: Schedule, _ isRemoved: (Int) -> Bool) -> Schedule {
    let kept = schedule.arrivals.indices.filter { !isRemoved($0) }
    return Schedule(
      arrivals: kept.map { schedule.arrivals[$0] }, loadCount: kept.count { $0 < schedule.loadCount })
  }

  private func withoutUpdates(_ schedule: Schedule) -> [Schedule] {
    guard schedule.loadCount < schedule.arrivals.count else { return [] }
    return [Schedule(arrivals: schedule.arrivals, loadCount: schedule.arrivals.count)]
  }

  private func straightened(_ schedule: Schedule) -> [Schedule] {
    schedule.arrivals.indices.dropLast().compactMap { index in
      guard schedule.arrivals[index].part > schedule.arrivals[index + 1].part else { return nil }
      var straightened = schedule
      straightened.arrivals.swapAt(index, index + 1)
      return straightened
    }
  }

  /// Pinned rows are on their side, and an earlier version has a later one to lose to.
  private func isAllowed(_ schedule: Schedule) -> Bool {
    let rows = Set(schedule.arrivals.filter { $0.form == .row }.map { parts[$0.part].position.id })
    return schedule.arrivals.enumerated().allSatisfy { index, arrival in
      let part = parts[arrival.part]
      return (!part.isPinned || part.isInLoad == (index < schedule.loadCount)) && rows.contains(part.position.id)
    }
  }
}
