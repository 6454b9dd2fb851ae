/// Values by key, with a record of which values are waiting to be settled.
///
/// A key is hashed to an index, which gives access to its value in place. Keys and indices are
/// never removed.
struct DirtyTrackingTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  var values: [Value] = []
  private var indices: [Key: Int] = [:]
  /// The indices of the waiting values, in the order in which they were touched.
  private var touched: [Int] = []
  private var isTouched: [Bool] = []

  /// Creates an empty table. Room for the expected number of keys avoids hashing them again while
  /// the table grows.
  init(minimumCapacity: Int = 0) {
    values.reserveCapacity(minimumCapacity)
    indices.reserveCapacity(minimumCapacity)
  }

  /// Returns the index of a key, or `nil` if nothing was added for it.
  func index(of key: Key) -> Int? { indices[key] }

  /// Returns the index of a key, and adds a value if the key is new. The key is hashed only once.
  mutating func index(of key: Key, orNew value: @autoclosure () -> Value) -> Int {
    func read(_ index: inout Int) -> Int { index }
    let index = read(&indices[key, default: values.count])
    if index == values.count {
      values.append(value())
      isTouched.append(false)
    }
    return index
  }

  /// Returns the index of a key, adds a value if the key is new, and marks the value as waiting to
  /// be settled.
  mutating func touch(_ key: Key, orNew value: @autoclosure () -> Value) -> Int {
    let index = index(of: key, orNew: value())
    touch(index)
    return index
  }

  /// Marks a value as waiting to be settled.
  mutating func touch(_ index: Int) {
    guard !isTouched[index] else { return }
    isTouched[index] = true
    touched.append(index)
  }

  /// Returns the indices of the waiting values, each once, and marks all of them as settled.
  mutating func takeTouched() -> [Int] {
    defer { touched = [] }
    for index in touched { isTouched[index] = false }
    return touched
  }
}
