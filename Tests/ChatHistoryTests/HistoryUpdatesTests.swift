import ChatHistory
import HistoryTrials
import Testing

struct HistoryUpdatesTests {
  private let lists = (0..<3).map { [TrialSession.session("x", version: $0)] }

  @Test func `a subscriber is given the current list first, then every other`() async {
    let updates = HistoryUpdates(lists[0])
    var first = updates.makeAsyncIterator()
    updates.publish(lists[1])
    var second = updates.makeAsyncIterator()
    updates.publish(lists[1])
    updates.publish(lists[2])
    for list in lists { #expect(await first.next() == list) }
    for list in lists[1...] { #expect(await second.next() == list) }
    #expect(updates.current == lists[2])
  }

  @Test func `what was sent can be read after the repository is gone, and ends then`() async {
    var repository: InMemoryHistoryRepository? = InMemoryHistoryRepository()
    var iterator = repository?.history.makeAsyncIterator()
    _ = await repository?.saveSession(lists[0][0], profile: TrialSession.premium)
    repository = nil
    #expect(await iterator?.next() == [])
    #expect(await iterator?.next() == lists[0])
    #expect(await iterator?.next() == nil)
  }

  @Test func `a subscriber that is cancelled ends alone`() async {
    let updates = HistoryUpdates()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in updates { continuation.yield() }
    }
    for await _ in started { break }
    var other = updates.makeAsyncIterator()
    task.cancel()
    await task.value
    updates.publish(lists[1])
    #expect(await other.next() == [])
    #expect(await other.next() == lists[1])
  }

  @Test(arguments: 0..<20)
  func `lists are sent in the order of the changes`(run: Int) async throws {
    let repository = InMemoryHistoryRepository()
    let updates = repository.history
    var iterator = updates.makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      for version in 0..<8 {
        group.addTask {
          _ = await repository.saveSession(
            TrialSession.session("x", version: version),
            profile: TrialSession.premium
          )
        }
      }
    }
    for count in 0...8 { #expect(await iterator.next()?.count == count) }
  }
}
