/// Values by key, and which of them wait to be settled.
///
/// A key is hashed to its index, by which its value is read and changed in place. Both stay as long
/// as the register.
struct Register<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  var values: [Value] = []
  private var indices: [Key: Int] = [:]
  /// The indices that wait, in the order in which they were touched.
  private var touched: [Int] = []
  private var isTouched: [Bool] = []

  init(minimumCapacity: Int = 0) {
    values.reserveCapacity(minimumCapacity)
    indices.reserveCapacity(minimumCapacity)
  }

  func index(of key: Key) -> Int? { indices[key] }

  /// The index of a key, which has a value from now on. The key is hashed once.
  mutating func index(of key: Key, orNew value: @autoclosure () -> Value) -> Int {
    func read(_ index: inout Int) -> Int { index }
    let index = read(&indices[key, default: values.count])
    if index == values.count {
      values.append(value())
      isTouched.append(false)
    }
    return index
  }

  /// The index of a key, which has a value from now on and waits to be settled.
  mutating func touch(_ key: Key, orNew value: @autoclosure () -> Value) -> Int {
    let index = index(of: key, orNew: value())
    touch(index)
    return index
  }

  /// Lets a value wait to be settled.
  mutating func touch(_ index: Int) {
    guard !isTouched[index] else { return }
    isTouched[index] = true
    touched.append(index)
  }

  /// Gives the indices that wait, each once; from now on none does.
  mutating func takeTouched() -> [Int] {
    defer { touched = [] }
    for index in touched { isTouched[index] = false }
    return touched
  }
}
