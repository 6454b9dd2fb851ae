internal import CanonicalJSON
internal import ClawdbotProtocol
package import Conformance

extension ChunkArrivals {
  /// Every order where there are at most 7 chunks.
  package var count: Int? { steps.count(where: \.isAdd) <= 7 ? runs.reduce(1) { $0 * $1.count } : nil }

  package func schedule(number: Int) -> Schedule {
    var rest = number
    return Schedule(
      order: runs.flatMap { run in
        let (next, number) = rest.quotientAndRemainder(dividingBy: run.count)
        rest = next
        return run.interleaving(number: number)
      })
  }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var order: [Int] = []
    for run in runs { order += run.interleaving(using: &generator) }
    return Schedule(order: order)
  }

  /// Without a message, without a step, with two neighbours in the case's order.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    withoutMessage(schedule) + withoutStep(schedule) + straightened(schedule)
  }

  private func withoutMessage(_ schedule: Schedule) -> [Schedule] {
    let ids = Set(schedule.order.compactMap { steps[$0].messageID })
    guard ids.count > 1 else { return [] }
    return ids.sorted { TextKey($0.value) < TextKey($1.value) }.map { id in
      Schedule(order: schedule.order.filter { steps[$0].messageID != id })
    }
  }

  private func withoutStep(_ schedule: Schedule) -> [Schedule] {
    guard schedule.order.count > 1 else { return [] }
    return schedule.order.map { step in Schedule(order: schedule.order.filter { $0 != step }) }
  }

  private func straightened(_ schedule: Schedule) -> [Schedule] {
    schedule.order.indices.dropLast().compactMap { index in
      guard schedule.order[index] > schedule.order[index + 1] else { return nil }
      var straightened = schedule
      straightened.order.swapAt(index, index + 1)
      return straightened
    }
  }
}
