package import CanonicalJSON

/// An array that is part of an output, collected element by element within the size limit of an
/// output.
///
/// A linked implementation whose output can grow faster than its input collects it here, so that it
/// fails before it has used the memory.
///
/// ```swift
/// var states = OutputElements()
/// for step in steps { try states.append(state(after: step)) }
/// return ["states": states.json]
/// ```
package struct OutputElements: Sendable {
  private var elements: [JSONValue] = []
  private var size = 0

  package init() {}

  /// The array of the elements so far.
  package var json: JSONValue { .array(elements) }

  /// Adds an element.
  ///
  /// - Throws: An `ImplementationFailure` if the elements have more bytes than an output may have.
  package mutating func append(_ element: JSONValue) throws(ImplementationFailure) {
    size += element.leastWrittenSize(upTo: Output.maximumSize - size)
    guard size <= Output.maximumSize else { throw .outputTooLarge }
    elements.append(element)
  }
}

extension Output {
  /// The largest size of an output as JSON, in bytes. It applies to linked implementations, and to
  /// programs unless `--reply-limit` sets another limit.
  package static let maximumSize = 16 << 20
}

extension ImplementationFailure {
  /// The failure of a linked implementation whose output exceeds the limit.
  static let outputTooLarge = ImplementationFailure(
    "returned an output of more than \(Output.maximumSize) bytes",
    isOverSizeLimit: true
  )
}

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
  func extent(upTo limit: Int) -> (size: Int, levels: Int) {
    var size = 2
    var levels = 0

    /// Adds a value that is inside this one.
    func add(_ value: JSONValue, after prefix: Int) {
      size += prefix
      let inner = value.extent(upTo: limit - size)
      size += inner.size
      levels = Swift.max(levels, inner.levels)
    }

    switch self {
    case .null, .bool: return (4, 0)
    case .number: return (1, 0)
    case .string(let text): return (text.utf8.count + 2, 0)
    case .array(let elements):
      for index in elements.indices where size <= limit { add(elements[index], after: 1) }
    case .object(let members):
      for index in members.indices where size <= limit {
        add(members[index].value, after: members[index].key.utf8.count + 4)
      }
    }
    return (size, levels + 1)
  }
}
