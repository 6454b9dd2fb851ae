import CanonicalJSON
import Testing

struct EveryCoreTests {
  @Test(arguments: [0, 1, 2, 31, 33, 1000], [1, 16])
  func `what is worked on at once stands in the order of the elements`(count: Int, partSize: Int) {
    let squares = Array(0..<count).mapOnEveryCore(partSize: partSize) { $0 * $0 }
    #expect(squares == (0..<count).map { $0 * $0 })
  }
}
