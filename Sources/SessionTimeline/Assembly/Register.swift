/// Values by key, and which of them wait to be settled.
///
/// A key is hashed to its index, by which its value is read and changed in place. Both stay as long as the register.
struct Register<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  var values: [Value] = []
  private var indices: [Key: Int] = [:]
  /// The indices that wait, in the order in which they were touched.
  private var touched: [Int] = []
  private var isTouched: [Bool] = []

  /// The index of a key; nil where it has no value.
  func index(of key: Key) -> Int? {
    indices[key]
  }

  /// The index of a key, which has a value from now on and waits to be settled.
  mutating func touch(_ key: Key, orNew value: @autoclosure () -> Value) -> Int {
    let index = indices[key] ?? add(value(), for: key)
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

  private mutating func add(_ value: Value, for key: Key) -> Int {
    indices[key] = values.count
    values.append(value)
    isTouched.append(false)
    return values.count - 1
  }
}
