extension JSONValue {
  /// Returns an estimate of the value's size as compact JSON, in bytes, or any number over `limit`
  /// if the size exceeds it.
  ///
  /// Counts a number as one byte, each element and member with a comma after it, and an escape as
  /// the character that it represents.
  ///
  /// - Complexity: O(*n*) in the number of values up to the limit, regardless of the length of
  ///   their texts.
  package func leastWrittenSize(upTo limit: Int) -> Int { extent(upTo: limit).size }

  /// Returns the size as `leastWrittenSize(upTo:)` does, and the number of levels of arrays and
  /// objects up to where the size exceeds the limit.
  ///
  /// - Complexity: O(*n*) in the number of values up to the limit, regardless of the length of
  ///   their texts.
  package func extent(upTo limit: Int) -> (size: Int, levels: Int) {
    var extent = Extent(limit: limit)
    extent.add(self, level: 1)
    return (extent.size, extent.levels)
  }
}

/// The size and the levels of the values that were counted so far.
private struct Extent {
  /// The size after which no further values are counted.
  let limit: Int
  var size = 0
  var levels = 0

  /// Counts a value at a level of nesting, where the outermost one is 1.
  ///
  /// Every output of a check is counted, so this reads the elements in place: a copy of each would
  /// take most of the time.
  mutating func add(_ value: JSONValue, level: Int) {
    switch value {
    case .null, .bool: size += 4
    case .number: size += 1
    case .string(let text): size += text.utf8.count + 2
    case .array(let elements):
      beginContainer(at: level)
      elements.withUnsafeBufferPointer { elements in
        for index in elements.indices where size <= limit {
          size += 1
          add(elements[index], level: level + 1)
        }
      }
    case .object(let object):
      beginContainer(at: level)
      object.members.withUnsafeBufferPointer { members in
        for index in members.indices where size <= limit {
          size += members[index].key.utf8.count + 4
          add(members[index].value, level: level + 1)
        }
      }
    }
  }

  private mutating func beginContainer(at level: Int) {
    size += 2
    levels = max(levels, level)
  }
}
